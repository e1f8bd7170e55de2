const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a request that carries our cookie was made by another site. Browsers say so in `Sec-Fetch-Site`; on plain
 * http they send none, and `Origin` decides. `same-site` is refused too: white-label domains under one parent are
 * same-site with each other. A client's own domain (`isOurs`) speaks for itself alone. No GET changes anything.
 */
export function fromElsewhere(
  { method, headers }: Request,
  site_url: string,
  isOurs: (host: string) => boolean,
): boolean {
  if (SAFE.has(method)) return false
  const origin = headers.get('origin')
  const host = headers.get('host')
  const scheme = site_url.slice(0, site_url.indexOf('//'))
  const ours =
    origin !== null &&
    (origin === site_url || (host !== null && origin === `${scheme}//${host}` && (scheme === 'http:' || isOurs(host))))
  switch (headers.get('sec-fetch-site')) {
    case 'same-origin':
      return false
    case 'none':
      return origin !== null && !ours
    case null:
      return !ours
    default:
      return true
  }
}
