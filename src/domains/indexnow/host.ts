import { normaliseUrl } from '../preflight/index.ts'

/** The host of a site, the address of its key file, and the URLs which that file covers. */
type SiteAddress = { scheme: 'http' | 'https'; host: string }
export type KeyPlace = SiteAddress & { key: string; key_location: string | null }

/** The host of a domain or URL, with its port and scheme (a bare domain: https); null when the text is neither. */
export function readSite(given: string): SiteAddress | null {
  const text = given.trim()
  const url = parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  return url && { scheme: url.protocol === 'http:' ? 'http' : 'https', host: url.host }
}

/** The canonical address of a key file, or why it is refused: engines accept a file only from its own host. */
export function readKeyLocation(given: string, host: string): { url: string } | { refused: string } {
  const url = parse(given)
  if (!url) return { refused: 'must be the full http(s) URL of the key file' }
  if (url.host !== host) return { refused: `must be on ${host}; this is on ${url.host}` }
  return { url: url.href }
}

export const keyUrl = (site: KeyPlace): string => site.key_location ?? `${site.scheme}://${site.host}/${site.key}.txt`

/** A key file covers the folder that it is in; `/` is the whole host. */
export function coveredFolder(site: KeyPlace): string {
  const { pathname } = new URL(keyUrl(site))
  return pathname.slice(0, pathname.lastIndexOf('/') + 1)
}

function parse(text: string): URL | null {
  const normalised = normaliseUrl(text)
  if (!normalised.ok) return null
  const url = new URL(normalised.url)
  const usable =
    (/^[\w-]+(\.[\w-]+)+$/.test(url.hostname) || url.hostname.startsWith('[')) && url.hostname.length <= 253
  return usable ? url : null
}
