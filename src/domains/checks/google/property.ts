/**
 * The narrowest verified property that covers the URL, or null. `sc-domain:site.example` covers the host and its
 * subdomains on both schemes; any other property is a URL prefix that ends in `/`.
 */
export function propertyFor(url: string, properties: readonly string[]): string | null {
  const { hostname, href } = new URL(url)
  const covers = (property: string): boolean => {
    const key = propertyKey(property)
    if (!key.startsWith(DOMAIN)) return href.startsWith(key)
    const domain = key.slice(DOMAIN.length)
    return hostname === domain || hostname.endsWith(`.${domain}`)
  }
  const covering = properties.filter(covers)
  return covering.sort((a, b) => width(a) - width(b))[0] ?? null
}

/** A property in one spelling: hosts outside ASCII as the name system has them, and in lower case. */
export function propertyKey(property: string): string {
  const isDomain = property.startsWith(DOMAIN)
  const address = isDomain ? `http://${property.slice(DOMAIN.length)}/` : property
  if (!URL.canParse(address)) return property
  const { hostname, href } = new URL(address)
  return isDomain ? `${DOMAIN}${hostname}` : href
}

const DOMAIN = 'sc-domain:'

/** A prefix is narrower than a domain, and a longer name narrower than a shorter one. */
const width = (property: string): number => (property.startsWith(DOMAIN) ? 0 : -10_000) - property.length
