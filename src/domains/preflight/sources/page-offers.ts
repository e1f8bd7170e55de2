/** Feeds and sitemaps that a page for browsers links to in its head. */
import { walkHead } from '../html/head.ts'
import { attribute } from '../html/tag.ts'

const MOST_OFFERS = 20
const FEEDS =
  /^\s*(?:application\/(?:(?:rss|atom|rdf)\+xml|x\.atom\+xml|x-rss\+xml|(?:feed\+)?json|xml)|text\/(?:xml|rss\+xml|rss))\s*(?:;|$)/i

export function offersIn(text: string, address: string): string[] {
  const source = { text, octets: false }
  const links: { rel: string; type: string; href: string }[] = []
  let base = address
  walkHead(text, (part) => {
    if (part.kind !== 'tag') return
    const get = (name: string) => attribute(source, part.tag, name)?.trim() ?? ''
    if (part.tag.name === 'base' && base === address) base = URL.parse(get('href'), address)?.href ?? address
    if (part.tag.name === 'link') links.push({ rel: get('rel'), type: get('type'), href: get('href') })
  })
  const offers = links.filter(isOffer).map(({ href }) => URL.parse(href, base)?.href)
  return [...new Set(offers.filter((offer) => offer !== undefined))].slice(0, MOST_OFFERS)
}

function isOffer({ rel, type, href }: { rel: string; type: string; href: string }): boolean {
  const words = rel.toLowerCase().split(/\s+/)
  if (href === '') return false
  return words.includes('sitemap') || words.includes('feed') || (words.includes('alternate') && FEEDS.test(type))
}
