/**
 * The full address that a file names. A relative one is resolved, and one without its scheme gets it; text with white
 * space inside is no address and stays as it is.
 */
export function addressFrom(text: string, base: string): string {
  if (SCHEME.test(text) || /\s/.test(text)) return text
  const here = URL.parse(base)
  const host = /^[^/?#]+/.exec(text)?.[0].toLowerCase()
  if (here && host && host.includes('.') && siteOf(host) === siteOf(here.host)) return `${here.protocol}//${text}`
  return URL.parse(text, base)?.href ?? text
}

const SCHEME = /^[a-z][a-z0-9+.-]*:/i

export const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s/]/i.test(text) && !/\s/.test(text)

/** Hosts with and without `www.` are one site. */
export const siteOf = (host: string): string => (host.startsWith('www.') ? host.slice(4) : host)
