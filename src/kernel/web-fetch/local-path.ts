/** A path of this site, or `home`, for redirects. `/a/..//evil.example` would normalise to another host. */
export function localPath(given: unknown, home = '/'): string {
  if (typeof given !== 'string' || !/^\/(?![/\\])[^\p{Cc}\\]*$/u.test(given)) return home
  const url = new URL(given, 'http://a.invalid')
  return url.origin === 'http://a.invalid' && !url.pathname.startsWith('//')
    ? url.pathname + url.search + url.hash
    : home
}
