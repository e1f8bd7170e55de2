/** The sources that Google's AI Mode names under its answer to a question, for all adapters that can ask it. */
import { resultOf, type SearchResult } from './search-results.ts'

/** Sources in their order, each once. Links to Google's own pages, such as product cards, are no sources. */
export function sourcesAmong(entries: readonly unknown[], name: 'url' | 'link'): SearchResult[] {
  const found = new Map<string, SearchResult>()
  for (const entry of entries) {
    const { url, title } = resultOf(entry, name)
    const page = url && pageBehind(url)
    if (page && !found.has(page)) found.set(page, { url: page, title })
  }
  return [...found.values()]
}

/** The page that a source leads to, without the text that a browser would mark there. Null for Google's own pages. */
function pageBehind(address: string): string | null {
  const url = new URL(address)
  url.hash = ''
  if (!/^(www\.|support\.|maps\.)?google(\.[a-z]{2,3}){1,2}$/.test(url.hostname)) return url.href
  const wrapped = url.pathname === '/url' && (url.searchParams.get('q') ?? url.searchParams.get('url'))
  return wrapped && /^https?:/.test(wrapped) && URL.canParse(wrapped) ? new URL(wrapped).href : null
}
