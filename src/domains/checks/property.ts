/**
 * The narrowest verified property that covers the URL, or null. `sc-domain:site.example` covers the host and its
 * subdomains on both schemes; any other property is a URL prefix that ends in `/`.
 */
export function propertyFor(url: string, properties: readonly string[]): string | null {
  const { hostname, href } = new URL(url)
  const covers = (property: string): boolean => {
    if (!property.startsWith(DOMAIN)) return href.startsWith(property)
    const domain = property.slice(DOMAIN.length)
    return hostname === domain || hostname.endsWith(`.${domain}`)
  }
  const covering = properties.filter(covers)
  return covering.sort((a, b) => width(a) - width(b))[0] ?? null
}

const DOMAIN = 'sc-domain:'

/** A prefix is narrower than a domain, and a longer name narrower than a shorter one. */
const width = (property: string): number => (property.startsWith(DOMAIN) ? 0 : -10_000) - property.length
