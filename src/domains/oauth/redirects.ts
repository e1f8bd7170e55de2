/** Allowed return addresses of apps: https, or a program on the person's own machine, by its port or its scheme. */

const LONGEST = 1000
/** Address of a local program. Its port may vary (RFC 8252, section 7.3); name and path may not. */
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?((?:[/?].*)?)$/
/** Host names as browsers write them. Other characters could change our Content-Security-Policy. */
const NAME = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/

/**
 * A private-use scheme (RFC 8252, section 7.1): the reverse of a domain name, so that it has a dot. Schemes without one
 * are refused (section 8.4), as all that browsers or the system run themselves (`javascript:`, `data:`, `file:`,
 * `ms-msdt:`) have none. Well-known apps do not follow the rule, so they are named. PKCE keeps the code from
 * another program that took the same scheme.
 */
const PRIVATE = /^(?:[a-z][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*)+:\/{1,3}|([a-z][a-z-]*):\/\/)[a-z0-9]/i
const KNOWN_APPS = new Set(
  `cursor cursor-nightly vscode vscode-insiders vscodium code-oss windsurf windsurf-next windsurf-insiders antigravity kiro
   trae trae-cn void positron zed zed-preview zed-nightly claude claude-dev chatgpt codex raycast warp warppreview goose
   lmstudio librechat cherrystudio chatwise jan opencode amp factory-desktop jetbrains msty postman insomnia`.split(
    /\s+/,
  ),
)

/** Whether it leads to a program by the scheme that the program has registered with the system. */
function isPrivate(text: string): boolean {
  const [found, scheme] = PRIVATE.exec(text) ?? []
  return found !== undefined && (scheme === undefined || KNOWN_APPS.has(scheme.toLowerCase()))
}

/** Whether an app may register the address. */
export function isRedirectUri(text: string): boolean {
  if (text.length > LONGEST || !/^[\x21-\x7e]+$/.test(text) || /[#\\]/.test(text)) return false
  const url = URL.parse(text)
  if (!url || url.username || url.password) return false
  if (isPrivate(text)) return true
  return /^https:\/\/[^/]/i.test(text) ? NAME.test(url.hostname) || isIpv6(url.hostname) : LOOPBACK.test(text)
}

/** Whether the address is registered: it must be equal, except for the port of a local program. */
export const isRegistered = (registered: readonly string[], given: string): boolean =>
  isRedirectUri(given) &&
  registered.some((one) => one === given || (LOOPBACK.test(one) && portless(one) === portless(given)))

/** Whether it leads to a local program, which any program on that machine could pretend to be. */
export const isOnThisMachine = (uri: string): boolean => LOOPBACK.test(uri) || isPrivate(uri)

/** Why an app may not register the address. */
export function redirectFault(uri: string): string {
  if (/^http:/i.test(uri)) return 'http only on 127.0.0.1, [::1] or localhost'
  if (uri.includes('#')) return 'without a fragment'
  return /^https:/i.test(uri)
    ? 'must be an https address without a user, blanks and letters outside ASCII'
    : 'must be https, http on this machine, or a private scheme with a dot, such as com.example.app:/callback'
}

/** Shows a person where it leads: the host, or the scheme of a program. */
export const shownPlace = (uri: string): string => (isPrivate(uri) ? new URL(uri).protocol : new URL(uri).host)

/** The source for a Content-Security-Policy, which cannot express an IPv6 address and knows private schemes as a whole. */
export function sourceOf(uri: string): string {
  const { origin, hostname, protocol } = new URL(uri)
  return isIpv6(hostname) || isPrivate(uri) ? protocol : origin
}

const isIpv6 = (host: string): boolean => host.startsWith('[')

/** Null for an address that is not a local program's, so that it equals nothing. */
function portless(uri: string): string | null {
  const [, start, rest] = LOOPBACK.exec(uri) ?? []
  return start === undefined ? null : start + rest
}
