/** Where an app may be sent back to: https, or a program on the person's own machine. */

const LONGEST = 1000
/** A program's own address. Its port is free (RFC 8252, section 7.3); name and path are not. */
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?((?:[/?].*)?)$/
/** Names as browsers write them. What else may stand in one would speak in our Content-Security-Policy. */
const NAME = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/

/** Whether an app may name the address as its own. */
export function isRedirectUri(text: string): boolean {
  if (text.length > LONGEST || !/^[\x21-\x7e]+$/.test(text) || /[#\\]/.test(text)) return false
  const url = URL.parse(text)
  if (!url || url.username || url.password) return false
  return url.protocol === 'https:' ? NAME.test(url.hostname) || isIpv6(url.hostname) : LOOPBACK.test(text)
}

/** Whether the address is one of an app's own: letter for letter, but for the port of a program on this machine. */
export const isRegistered = (registered: readonly string[], given: string): boolean =>
  isRedirectUri(given) &&
  registered.some((one) => one === given || (LOOPBACK.test(one) && portless(one) === portless(given)))

/** Whether it leads to a program on the person's own machine, which any program there could have opened. */
export const isOnThisMachine = (uri: string): boolean => LOOPBACK.test(uri)

/** What a Content-Security-Policy calls the place. It has no words for an IPv6 address. */
export function sourceOf(uri: string): string {
  const { origin, hostname, protocol } = new URL(uri)
  return isIpv6(hostname) ? protocol : origin
}

const isIpv6 = (host: string): boolean => host.startsWith('[')

/** Null for what is no program's address, so that it is like nothing. */
function portless(uri: string): string | null {
  const [, start, rest] = LOOPBACK.exec(uri) ?? []
  return start === undefined ? null : start + rest
}
