const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a request that carries our cookie was made by another site. Browsers say so in `Sec-Fetch-Site`; on plain
 * http they send none, and `Origin` decides. `same-site` is refused too: white-label domains under one parent are
 * same-site with each other. No GET changes anything.
 */
export function fromElsewhere({ method, headers }: Request, site_url: string): boolean {
  if (SAFE.has(method)) return false
  const origin = headers.get('origin')
  const ours =
    origin !== null && (origin === site_url || (isPlain(site_url) && origin === `http://${headers.get('host')}`))
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

const isPlain = (site_url: string): boolean => site_url.startsWith('http:')
