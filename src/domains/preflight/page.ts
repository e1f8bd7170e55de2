import type { Time } from '../../kernel/clock.ts'
import { headerDirectives, metaDirectives, noindexRule } from './directives.ts'
import { type HtmlFacts, readHead, refreshTarget } from './html-facts.ts'
import type { Facts, Flag } from './shapes.ts'
import { normaliseUrl } from './url.ts'

/** What a page that answered says about itself. */
export type PageFacts = Pick<Facts, 'noindex' | 'canonical' | 'flags' | 'warnings'>

/** An answer with status 2xx, its body as far as it was read. */
export type Page = { url: string; headers: Headers; body: Uint8Array; truncated: boolean }

const AGENT = 'googlebot'

/** Judges a page as Googlebot would: headers count for every kind of content, the head only for HTML. */
export function judgePage(page: Page, now: Time): PageFacts {
  const head = isHtml(page.headers) ? readHead(page.body, page.headers.get('content-type')) : null
  const flags: Flag[] = []
  const warnings: string[] = []
  const noindex = findNoindex(page.headers, head, now)
  if (noindex) flags.push('noindex')
  const base = (head?.base && URL.parse(head.base, page.url)?.href) || page.url
  const canonical = judgeCanonicals(page, head, base, { flags, warnings })
  judgeRefresh(page, head, base, { flags, warnings })
  if (head && page.truncated && !head.ended) warnings.push('The head of the page was too long to be read to its end.')
  return { noindex, canonical, flags, warnings }
}

/** Tells when enough of a page has come: at once for anything but HTML, else at the end of the head. */
export function headWatch(): (so_far: Uint8Array, headers: Headers) => boolean {
  let next = 0
  return (so_far, headers) => {
    if (!isHtml(headers)) return true
    // Reading again only at twice the size keeps the work proportional to the page.
    if (so_far.length < next) return false
    next = so_far.length * 2
    return readHead(so_far, headers.get('content-type')).ended
  }
}

type Findings = Pick<PageFacts, 'flags' | 'warnings'>

function isHtml(headers: Headers): boolean {
  const type = headers.get('content-type')
  return !type || /^\s*(text\/html|application\/xhtml\+xml)/i.test(type)
}

function findNoindex(headers: Headers, head: HtmlFacts | null, now: Time): Facts['noindex'] {
  const inMeta = head?.metas.flatMap(({ name, content }) => metaDirectives(name, content)) ?? []
  const meta = noindexRule(inMeta, AGENT, now)
  if (meta) return { source: 'meta', directive: meta }
  const header = noindexRule(headerDirectives(headers.get('x-robots-tag')), AGENT, now)
  return header ? { source: 'header', directive: header } : null
}

/** `<link rel=canonical>` and the `Link` header are equal; several that differ make the engine choose for itself. */
function judgeCanonicals(page: Page, head: HtmlFacts | null, base: string, found: Findings): string | null {
  const stated = [
    ...linkedCanonicals(page.headers.get('link')).map((href) => canonicalForm(href, page.url)),
    ...(head?.canonicals ?? []).map((href) => (href.trim() ? canonicalForm(href, base) : null)),
  ]
  const usable = [...new Set(stated.filter((url) => url !== null))]
  if (stated.includes(null)) found.warnings.push('A canonical link has no usable address and counts for nothing.')
  if (usable.length > 1) found.warnings.push(`The page states ${usable.length} different canonical addresses.`)
  if (usable.some((url) => url !== canonicalForm(page.url, page.url))) found.flags.push('canonical_elsewhere')
  return usable[0] ?? null
}

function judgeRefresh(page: Page, head: HtmlFacts | null, base: string, found: Findings): void {
  const header = page.headers.get('refresh')
  const target = head?.refresh ?? (header && refreshTarget(header))
  const url = target ? canonicalForm(target, base) : null
  if (url === null || url === canonicalForm(page.url, page.url)) return
  found.flags.push('redirected')
  found.warnings.push(`The page sends visitors on to ${url} by a refresh.`)
}

function canonicalForm(href: string, base: string): string | null {
  const url = URL.parse(href, base)
  const normalised = url && normaliseUrl(url.href)
  return normalised?.ok ? normalised.url : null
}

const MAX_LINK_HEADER = 8 * 1024

/** The targets with `rel=canonical` of a `Link` header (RFC 8288). */
function linkedCanonicals(header: string | null): string[] {
  if (!header) return []
  const links = header.slice(0, MAX_LINK_HEADER).matchAll(/<([^>]*)>([^<]*)/g)
  return [...links].flatMap(([, href = '', parameters = '']) => {
    const [, quoted, token] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters) ?? []
    return (quoted ?? token ?? '').toLowerCase().split(/\s+/).includes('canonical') ? [href] : []
  })
}
