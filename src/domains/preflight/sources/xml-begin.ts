/** Where the XML of a text begins. */

/** The roots of sitemaps and feeds; what comes before in a valid document is a declaration, a comment or a type. */
const ROOT = /<(?:[a-z][\w.-]*:)?(?:urlset|sitemapindex|rss|rdf|feed)[\s>]/i
const DECLARATION = /<\?xml\s/i
/** Warnings of PHP, or the words above the tree that a browser shows and people copy. */
export const MOST_BEFORE = 4096
/** Addresses before the root speak for a list or page that happens to quote XML. */
const ADDRESS = /^[ \t]*https?:/im
/** One part of what may stand before the root. Each is taken once: as one expression, every way to part them is tried. */
const PROLOG = /<\?xml[^>]*>|<!--[\s\S]*?-->|<!DOCTYPE[^>]*>|\s+/y
const XML_ROOT = /<(?:\w+:)?(?:urlset|sitemapindex|rss|RDF|feed)[\s>]/y

function isXml(text: string): boolean {
  let at = 0
  for (PROLOG.lastIndex = 0; PROLOG.test(text); ) at = PROLOG.lastIndex
  XML_ROOT.lastIndex = at
  return XML_ROOT.test(text)
}

/** The text from its declaration or root on, without what a program or browser put in front; null where none is near. */
export function fromRoot(text: string): string | null {
  if (isXml(text)) return text
  const near = text.slice(0, MOST_BEFORE)
  const root = near.search(ROOT)
  if (root < 0) return null
  const declared = near.search(DECLARATION)
  const begin = declared >= 0 && declared < root ? declared : root
  const before = text.slice(0, begin)
  return ADDRESS.test(before) || /<(?:!doctype )?(?:html|head|body|script)\b|^\s*[[{]/i.test(before)
    ? null
    : text.slice(begin)
}
