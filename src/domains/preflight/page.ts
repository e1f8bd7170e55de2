import type { Time } from '../../kernel/clock.ts'
import { doubtfulRule, headerDirectives, metaDirectives, type Names, noindexRule } from './directives.ts'
import { type HtmlFacts, type HtmlPage, hasHead, type Meta, readPage, refreshTarget } from './html-facts.ts'
import type { Patience } from './html-tree.ts'
import { readLinks, relationsOf } from './link-header.ts'
import type { Facts } from './shapes.ts'
import { softFindings } from './soft-findings.ts'
import { normaliseUrl } from './url.ts'

/** What a page that answered says about itself. */
export type PageFacts = Pick<Facts, 'noindex' | 'canonical' | 'flags' | 'warnings'>

/** An answer with status 2xx, its body as far as it was read. */
export type Page = { url: string; headers: Headers; body: Uint8Array; truncated: boolean }

const GOOGLE: Names = ['googlebot']

/** Judges a page as Googlebot would: headers count for every kind of content, markup only in HTML. */
export function judgePage(page: Page, now: Time, patience: Patience): PageFacts | Promise<PageFacts> {
  if (!isHtml(page.headers)) return judge(page, null, now)
  const html = readPage(page.body, page.headers.get('content-type'), patience)
  return html instanceof Promise ? html.then((read) => judge(page, read, now)) : judge(page, html, now)
}

/** Milliseconds that a body may take once its head has come. */
const LINGER = 3_000

/** Tells when enough of a page has come: at once for anything but HTML, else when its head is there and its body is slow. */
export function pageWatch(): (so_far: Uint8Array, headers: Headers, waited_ms: number) => boolean {
  let next = 0
  return (so_far, headers, waited_ms) => {
    if (!isHtml(headers)) return true
    // Reading again only at twice the size keeps the work proportional to the page.
    if (waited_ms < LINGER || (so_far.length < next && waited_ms < Number.POSITIVE_INFINITY)) return false
    next = so_far.length * 2
    return hasHead(so_far, headers.get('content-type'))
  }
}

/** The canonical form of the page's address, and what its relative addresses begin with. */
type Subject = { own: string; base: string }
type Findings = Pick<PageFacts, 'flags' | 'warnings'>

function isHtml(headers: Headers): boolean {
  const type = headers.get('content-type')
  return !type || /^\s*(text\/html|application\/xhtml\+xml)/i.test(type)
}

function judge(page: Page, html: HtmlPage | null, now: Time): PageFacts {
  const found: Findings = { flags: [], warnings: [] }
  const facts = html?.facts ?? null
  const noindex = judgeNoindex(page.headers, facts, now, found.warnings)
  const subject = { own: canonicalForm(page.url, page.url) ?? page.url, base: baseOf(page, facts) }
  const canonical = judgeCanonicals(page, facts, subject, found)
  judgeRefresh(page, facts, subject, found)
  if (noindex && found.flags.includes('canonical_elsewhere')) found.warnings.push(TWO_MINDS)
  if (noindex) found.flags.push('noindex')
  if (html && page.truncated && html.body_at < 0)
    found.warnings.push('The head of the page was too long to be read to its end. Shorten it.')
  if (facts && !facts.complete) found.warnings.push(TOO_ODD)
  if (html) found.warnings.push(...softFindings({ ...subject, canonical, truncated: page.truncated }, html))
  return { noindex, canonical, ...found }
}

const TWO_MINDS =
  'The page says noindex and names another canonical address, to which engines may carry the noindex over. Keep one of the two.'
const TOO_ODD =
  'The markup is too odd to be followed to its end, so that robots rules further down may have been missed. Mend it with a validator.'

function judgeNoindex(headers: Headers, facts: HtmlFacts | null, now: Time, warnings: string[]): Facts['noindex'] {
  const header = headerDirectives(headers.get('x-robots-tag'))
  const metas = directivesOf(facts?.metas ?? [])
  const meta = noindexRule(metas, GOOGLE, now)
  if (meta) return { source: 'meta', directive: meta }
  const sent = noindexRule(header, GOOGLE, now)
  if (sent) return { source: 'header', directive: sent }
  const doubtful = header.length > 0 && doubtfulRule(header, GOOGLE, now)
  if (doubtful) warnings.push(inDoubt(headers.get('x-robots-tag')!, doubtful))
  if (facts) warnings.push(...misplaced(facts, metas, now))
  return null
}

const directivesOf = (metas: Meta[]) =>
  metas.length === 0 ? [] : metas.flatMap(({ name, content }) => metaDirectives(name, content))

const inDoubt = (header: string, rule: string): string =>
  `"X-Robots-Tag: ${header.slice(0, 200)}" may keep the page out: ${rule} follows a rule for another robot, and counts for all when it was sent in a line of its own. Send the rules for all first.`

/**
 * Rules that stand where no engine promises to look. Google's "Robots meta tag" page and its "Use valid HTML" page speak
 * of the head alone; its staff are quoted as obeying them in the body too, and testers saw `<meta name=robot>` obeyed
 * (valentin.app/robotsmeta.html). What is not documented is no reason to hold a page back, but not to be silent either.
 */
function misplaced({ body_metas, noscript_metas }: HtmlFacts, metas: Directives, now: Time): string[] {
  const warnings: string[] = []
  const warn = (directives: Directives, names: Names, text: (rule: string) => string) => {
    const rule = directives.length === 0 ? null : noindexRule(directives, names, now)
    if (rule) warnings.push(text(rule))
  }
  warn(
    metas,
    SLIP,
    (rule) =>
      `<meta name="robot"> with ${rule.slice('robot: '.length)} is obeyed by some engines. Remove it, or write "robots".`,
  )
  const ANY: Names = [...GOOGLE, ...SLIP]
  const outside = directivesOf(body_metas)
  warn(
    outside,
    ANY,
    (rule) => `A robots meta tag (${rule}) outside the head may be obeyed. Remove it, or move it there.`,
  )
  const unscripted = directivesOf(noscript_metas)
  warn(unscripted, ANY, (rule) => `A robots meta tag (${rule}) in <noscript> may be obeyed. Remove it.`)
  return warnings
}

type Directives = ReturnType<typeof metaDirectives>
const SLIP: Names = ['robot']

/** What relative addresses begin with. The standard passes over a `<base>` that is no place: `data:` and `javascript:`. */
function baseOf(page: Page, facts: HtmlFacts | null): string {
  const url = facts?.base ? URL.parse(facts.base, page.url) : null
  return url && url.protocol !== 'data:' && url.protocol !== 'javascript:' ? url.href : page.url
}

/** `<link rel=canonical>` and the `Link` header are equal; several that differ make the engine choose for itself. */
function judgeCanonicals(page: Page, facts: HtmlFacts | null, { own, base }: Subject, found: Findings): string | null {
  const sent = page.headers.get('link')
  const stated = facts?.canonicals.map((href) => (href.trim() ? canonicalForm(href, base) : null)) ?? []
  if (sent) stated.unshift(...sentCanonicals(sent, page.url, own))
  if (stated.length === 0) return null
  const usable = [...new Set(stated.filter((url) => url !== null))]
  if (stated.includes(null))
    found.warnings.push('A canonical link has no usable address and counts for nothing. Write a full address into it.')
  if (usable.length > 1)
    found.warnings.push(`The page states ${usable.length} different canonical addresses. Leave the one that is meant.`)
  if (usable.some((url) => url !== own)) found.flags.push('canonical_elsewhere')
  return usable[0] ?? null
}

/** Of links whose `anchor` names another page, that page would be the subject. */
function sentCanonicals(header: string, url: string, own: string): (string | null)[] {
  const links = readLinks(header).filter((link) => relationsOf(link).includes('canonical'))
  const isOurs = (anchor: string | undefined) => anchor === undefined || canonicalForm(anchor, url) === own
  return links
    .filter(({ parameters }) => isOurs(parameters.get('anchor')))
    .map(({ target }) => canonicalForm(target, url))
}

/** Browsers follow a refresh wherever it stands in the page, and Google renders pages with one. */
function judgeRefresh(page: Page, facts: HtmlFacts | null, { own, base }: Subject, found: Findings): void {
  const header = page.headers.get('refresh')
  const target = facts?.refresh ?? (header && refreshTarget(header))
  const url = target ? canonicalForm(target, base) : null
  if (url === null || url === own) return
  found.flags.push('redirected')
  found.warnings.push(`The page sends visitors on to ${url} by a refresh. Push that address, or take the refresh out.`)
}

function canonicalForm(href: string, base: string): string | null {
  const url = URL.parse(href, base)
  const normalised = url && normaliseUrl(url.href)
  return normalised?.ok ? normalised.url : null
}
