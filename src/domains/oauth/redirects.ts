/** Allowed return addresses of apps: https, or a program on the person's own machine. */

const LONGEST = 1000
/** Address of a local program. Its port may vary (RFC 8252, section 7.3); name and path may not. */
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?((?:[/?].*)?)$/
/** Host names as browsers write them. Other characters could change our Content-Security-Policy. */
const NAME = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/

/** Whether an app may register the address. */
export function isRedirectUri(text: string): boolean {
  if (text.length > LONGEST || !/^[\x21-\x7e]+$/.test(text) || /[#\\]/.test(text)) return false
  const url = URL.parse(text)
  if (!url || url.username || url.password) return false
  return /^https:\/\/[^/]/i.test(text) ? NAME.test(url.hostname) || isIpv6(url.hostname) : LOOPBACK.test(text)
}

/** Whether the address is registered: it must be equal, except for the port of a local program. */
export const isRegistered = (registered: readonly string[], given: string): boolean =>
  isRedirectUri(given) &&
  registered.some((one) => one === given || (LOOPBACK.test(one) && portless(one) === portless(given)))

/** Whether it leads to a local program, which any program on that machine could pretend to be. */
export const isOnThisMachine = (uri: string): boolean => LOOPBACK.test(uri)

/** The source for a Content-Security-Policy, which cannot express an IPv6 address. */
export function sourceOf(uri: string): string {
  const { origin, hostname, protocol } = new URL(uri)
  return isIpv6(hostname) ? protocol : origin
}

const isIpv6 = (host: string): boolean => host.startsWith('[')

/** Null for an address that is not a local program's, so that it equals nothing. */
function portless(uri: string): string | null {
  const [, start, rest] = LOOPBACK.exec(uri) ?? []
  return start === undefined ? null : start + rest
}
