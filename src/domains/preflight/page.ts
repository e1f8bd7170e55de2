import { said } from '../../kernel/language/say.ts'
import type { Time } from '../../kernel/time/clock.ts'
import type { Fields } from '../../kernel/web-fetch/http/head.ts'
import { challengeInHead, challengeOf, isShellTitle } from './challenge.ts'
import { type HtmlFacts, type HtmlPage, hasHead, type Meta, readPage, refreshTarget } from './html/facts.ts'
import { THIN } from './html/letters.ts'
import { textSketch } from './html/text-sketch.ts'
import type { TreeBudget } from './html/tree.ts'
import { readLinks, relationsOf } from './link-header.ts'
import { judgeNoindex, type Noindex } from './noindex.ts'
import type { Facts } from './shapes.ts'
import { addressFindings, emptyFinding, isEmpty, textFindings } from './soft-findings.ts'
import { normaliseUrl } from './url.ts'

/** Facts that an answering page gives about itself; its flags apply to every engine. */
export type PageFacts = Pick<Facts, 'canonical' | 'flags' | 'warnings' | 'sketch'> & {
  noindex: Omit<Noindex, 'warnings'>
  metas: readonly Meta[]
  /** The bot protection that answered in its place: then nothing else is known. */
  challenged: string | null
}

/** A response with status 2xx, with its body as far as it was read. */
export type Page = { url: string; status?: number; headers: Fields; body: Uint8Array; truncated: boolean }

/** Judges a page as crawlers do: headers count for every kind of content, markup only in HTML. */
export function judgePage(page: Page, now: Time, patience: TreeBudget): PageFacts | Promise<PageFacts> {
  if (!isHtml(page.headers)) return judge(page, null, now)
  const html = readPage(page.body, page.headers.get('content-type'), patience)
  return html instanceof Promise ? html.then((read) => judge(page, read, now)) : judge(page, html, now)
}

/** Milliseconds that a body may take after its head has arrived. */
const LINGER = 3_000

/** Whether enough of a page has arrived: at once for anything but HTML; else a whole head and a slow body. */
export function pageWatch(): (so_far: Uint8Array, headers: Fields, waited_ms: number) => boolean {
  let next = 0
  return (so_far, headers, waited_ms) => {
    if (!isHtml(headers)) return true
    // Searching again only at twice the size keeps the work proportional to the page.
    if (waited_ms < LINGER || (so_far.length < next && waited_ms < Number.POSITIVE_INFINITY)) return false
    next = so_far.length * 2
    return hasHead(so_far, headers.get('content-type'))
  }
}

/** A page with the values that several rules need. */
type Subject = { page: Page; facts: HtmlFacts | null; own: string; base: string }
type Findings = Pick<PageFacts, 'flags' | 'warnings'>

function isHtml(headers: Fields): boolean {
  const type = headers.get('content-type')
  return !type || /^\s*(text\/html|application\/xhtml\+xml)/i.test(type)
}

function judge(page: Page, html: HtmlPage | null, now: Time): PageFacts {
  const facts = html?.facts ?? null
  const by = challengerOf(page, html)
  if (by) return { ...NOTHING_KNOWN, challenged: by }
  const { google, bing, warnings } = judgeNoindex(page.headers, facts, now)
  const noindex = { google, bing }
  const found: Findings = { flags: [], warnings }
  const link = page.headers.get('link')
  const refresh = page.headers.get('refresh')
  let canonical: string | null = null
  if (link || refresh || (facts && hasAddresses(facts))) {
    const own = canonicalForm(page.url, page.url) ?? page.url
    const subject = { page, facts, own, base: baseOf(page, facts) }
    canonical = judgeCanonicals(subject, link, found)
    judgeRefresh(subject, refresh, found)
    found.warnings.push(...addressFindings({ own, base: subject.base, canonical }, facts))
  }
  if (noindex.google && found.flags.includes('canonical_elsewhere')) found.warnings.push(TWO_MINDS)
  if (html && page.truncated && html.body_at < 0)
    found.warnings.push(said('The head of the page is too long to read to its end. Shorten it.'))
  if (facts && !facts.complete) found.warnings.push(TOO_ODD)
  if (html && isEmpty(page)) found.warnings.push(emptyFinding(page.status ?? 200))
  else if (html) found.warnings.push(...textFindings(html, page.truncated))
  const sketch = html && textSketch(page, page.headers.get('content-type'))
  const { metas = NO_METAS } = facts ?? {}
  return { noindex, canonical, flags: found.flags, warnings, metas, challenged: null, ...(sketch && { sketch }) }
}

const NO_METAS: readonly Meta[] = []
const NOTHING_KNOWN = {
  noindex: { google: null, bing: null },
  canonical: null,
  flags: [],
  warnings: [],
  metas: NO_METAS,
}

/** The text of a page is searched only where it has hardly any, or the title of a challenge. */
function challengerOf({ headers, body }: Page, html: HtmlPage | null): string | null {
  const by = challengeInHead(headers)
  if (by || !html) return by
  const is_shell = html.letters < THIN
  return is_shell || isShellTitle(html.facts.title ?? '') ? challengeOf(200, headers, body, is_shell) : null
}

const hasAddresses = ({ canonicals, alternates, refresh }: HtmlFacts): boolean =>
  canonicals.length > 0 || alternates.length > 0 || refresh !== null

const TWO_MINDS = said(
  'The page says noindex and names another canonical address, and engines may apply the noindex to that. Keep one of the two.',
)
const TOO_ODD = said(
  'The markup is too unusual to read to its end, so later robots rules may have been missed. Fix it with an HTML validator.',
)

/** The base of relative addresses. The standard ignores a `<base>` with `data:` or `javascript:`. */
function baseOf(page: Page, facts: HtmlFacts | null): string {
  const url = facts?.base ? URL.parse(facts.base, page.url) : null
  return url && url.protocol !== 'data:' && url.protocol !== 'javascript:' ? url.href : page.url
}

/** `<link rel=canonical>` and the `Link` header are equal; with several different values the engine chooses one. */
function judgeCanonicals({ page, facts, own, base }: Subject, sent: string | null, found: Findings): string | null {
  const stated = facts?.canonicals.map((href) => (href.trim() ? canonicalForm(href, base) : null)) ?? []
  if (sent) stated.unshift(...sentCanonicals(sent, page.url, own))
  if (stated.length === 0) return null
  const usable = [...new Set(stated.filter((url) => url !== null))]
  if (stated.includes(null))
    found.warnings.push(said('A canonical link has no usable address and is ignored. Give it a full address.'))
  if (usable.length > 1)
    found.warnings.push(
      said('The page states {found} different canonical addresses. Keep only the right one.', { found: usable.length }),
    )
  if (usable.some((url) => url !== own)) found.flags.push('canonical_elsewhere')
  return usable[0] ?? null
}

/** A link with an `anchor` on another page speaks about that page, so it does not count. */
function sentCanonicals(header: string, url: string, own: string): (string | null)[] {
  const links = readLinks(header).filter((link) => relationsOf(link).includes('canonical'))
  const isOurs = (anchor: string | undefined) => anchor === undefined || canonicalForm(anchor, url) === own
  return links
    .filter(({ parameters }) => isOurs(parameters.get('anchor')))
    .map(({ target }) => canonicalForm(target, url))
}

/** Browsers follow a refresh anywhere in the page, and Google renders pages with one. The header ignores `<base>`. */
function judgeRefresh({ page, facts, own, base }: Subject, sent: string | null, found: Findings): void {
  const target = facts?.refresh ?? (sent && refreshTarget(sent))
  const url = target ? canonicalForm(target, facts?.refresh ? base : page.url) : null
  if (url === null || url === own) return
  found.flags.push('redirected')
  found.warnings.push(
    said('The page redirects visitors to {url} by a refresh. Push that address, or remove the refresh.', { url }),
  )
}

function canonicalForm(href: string, base: string): string | null {
  const url = URL.parse(href, base)
  const normalised = url && normaliseUrl(url.href)
  return normalised?.ok ? normalised.url : null
}
