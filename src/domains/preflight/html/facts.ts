import { CRAWLERS } from '../engines.ts'
import { decodeHTML } from './entities.ts'
import { endOfComment, type Head, walkHead } from './head.ts'
import { lettersFrom, THIN } from './letters.ts'
import { attribute, plain, readTag, type Tag } from './tag.ts'
import { type PageSource, sourceOf, written } from './text.ts'
import type { TreeBudget } from './tree.ts'

export type Meta = { name: string; content: string }

/** The parts of an HTML page that are meant for crawlers, with attribute values decoded. */
export type HtmlFacts = {
  /** Robots `<meta>` elements of the head: name in lower case, and `content`. */
  metas: Meta[]
  /** The same outside the head. */
  body_metas: Meta[]
  /** The same within `<noscript>`, which only crawlers without scripts read. */
  noscript_metas: Meta[]
  /** `href` of `<link rel=canonical>` in the head; it does not count elsewhere. */
  canonicals: string[]
  /** `<link rel=alternate hreflang=…>` in the head. */
  alternates: { hreflang: string; href: string }[]
  /** `href` of the first `<base>`; one in the body is read only where a relative address needs it. */
  base: string | null
  /** Target of the first `<meta http-equiv=refresh>` of the page; null when it only reloads the page. */
  refresh: string | null
  title: string | null
  /** False when the markup was too unusual to read to its end. */
  complete: boolean
}

/** Facts of a page, start of its body (-1 when it ends before), and amount of text (`lettersFrom`). */
export type HtmlPage = { facts: HtmlFacts; body_at: number; letters: number }

/**
 * Reads a page, whole or cut off, as a browser with scripts does. It walks only the head. The tree of the whole page
 * takes thirty times as long, so it is built only when something relevant may be outside the head.
 */
export function readPage(page: Uint8Array, type: string | null, patience: TreeBudget): HtmlPage | Promise<HtmlPage> {
  return readBeginning(page, type) ?? readWhole(page, type, patience)
}

/** The common case: the head ends within the first octets, text follows, and nothing after it can matter. */
function readBeginning(page: Uint8Array, type: string | null): HtmlPage | null {
  if (page.length <= BEGINNING) return null
  const source = sourceOf(page, type, BEGINNING)
  const { facts, end, template } = readHead(source)
  // When the text may go on, only a complete tag certainly ends the head.
  if (!source.octets || template || source.text[end] !== '<' || needsBase(facts)) return null
  const letters = lettersFrom(source, end)
  const octets = page instanceof Buffer ? page : Buffer.from(page.buffer, page.byteOffset, page.length)
  return letters < THIN || MARKS.some((mark) => octets.includes(mark, end)) ? null : { facts, body_at: end, letters }
}

const BEGINNING = 4 * 1024
/** The first characters of a `<meta>`. */
const MARKS = ['<m', '<M'].map((mark) => Buffer.from(mark))

function readWhole(page: Uint8Array, type: string | null, patience: TreeBudget): HtmlPage | Promise<HtmlPage> {
  const source = sourceOf(page, type)
  const { facts, end, template } = readHead(source)
  const here = { facts, body_at: end, letters: end < 0 ? 0 : lettersFrom(source, end) }
  if (!template && (end < 0 || !mayMatter(source, end, facts))) return here
  return readTree(written(source.text, source.octets), facts, patience).then((built) => ({ ...here, facts: built }))
}

function readHead(source: PageSource): Head & { facts: HtmlFacts } {
  const { text, octets } = source
  const facts = noFacts()
  const head = walkHead(text, (part) => {
    if (part.kind === 'tag') note(facts, part.tag.name, (name) => attribute(source, part.tag, name), true)
    else if (part.of === 'noscript')
      facts.noscript_metas.push(...metasIn({ text: text.slice(part.from, part.to), octets }))
    else facts.title ??= textOf(written(text.slice(part.from, part.to), octets))
  })
  return { ...head, facts }
}

const textOf = (markup: string): string => (/[&\r\0]/.test(markup) ? decodeHTML(plain(markup)) : markup)

/** Whether the part received so far contains the whole head. */
export const hasHead = (page: Uint8Array, type: string | null): boolean =>
  walkHead(sourceOf(page, type).text, () => {}).end >= 0

/** The address in `5; url='/next'` by the HTML standard; null when the element only reloads the page. */
export function refreshTarget(content: string): string | null {
  const [, rest] = /^[\t\n\f\r ]*[\d.]+(?:[\t\n\f\r ]*[;,][\t\n\f\r ]*|[\t\n\f\r ]+)(\S.*)$/s.exec(content) ?? []
  if (!rest) return null
  const [, quote, address = ''] = /^(?:url\s*=\s*)?(['"]?)(.*)$/is.exec(rest)!
  return (quote ? address.split(quote, 1)[0]! : address).trim() || null
}

const noFacts = (): HtmlFacts => ({
  metas: [],
  body_metas: [],
  noscript_metas: [],
  canonicals: [],
  alternates: [],
  base: null,
  refresh: null,
  title: null,
  complete: true,
})

/** Robots names that are read; no crawler is called `robot`, but it is a common mistake. */
const LISTENED_TO = new Set<string>(['robots', 'robot', ...Object.values(CRAWLERS).flat()])
/** Limits the work on a page that consists of such elements. */
const MAX_METAS = 1_000
const MAX_LINKS = 500

/** Records one element; `get` reads its attributes. */
function note(facts: HtmlFacts, element: string, get: (name: string) => string | null, in_head: boolean): void {
  if (element === 'base') facts.base ??= get('href')
  if (element === 'meta') noteMeta(facts, get, in_head ? facts.metas : facts.body_metas)
  if (element !== 'link' || !in_head) return
  const rel = get('rel')
  if (!rel || !/canonical|alternate/i.test(rel)) return
  const words = rel.toLowerCase().split(/[\t\n\f\r ]+/)
  const href = get('href') ?? ''
  if (words.includes('canonical') && facts.canonicals.length < MAX_LINKS) facts.canonicals.push(href)
  const hreflang = words.includes('alternate') ? get('hreflang') : null
  if (hreflang !== null && facts.alternates.length < MAX_LINKS) facts.alternates.push({ hreflang, href })
}

function noteMeta(facts: HtmlFacts, get: (name: string) => string | null, metas: Meta[]): void {
  const [name, refreshes] = [nameOf(get), isRefresh(get)]
  const content = refreshes || LISTENED_TO.has(name) ? get('content') : null
  if (content === null) return
  if (LISTENED_TO.has(name) && metas.length < MAX_METAS) metas.push({ name, content })
  if (refreshes) facts.refresh ??= refreshTarget(content)
}

function nameOf(get: (name: string) => string | null): string {
  const name = get('name')
  if (name === null || name === 'robots') return name ?? ''
  return trimmed(name.toLowerCase())
}

/** Without the white space of HTML around it. A pattern for the end would begin again at each space within. */
function trimmed(text: string): string {
  let [from, to] = [0, text.length]
  while (from < to && SPACES.includes(text[from]!)) from++
  while (from < to && SPACES.includes(text[to - 1]!)) to--
  return text.slice(from, to)
}

const SPACES = '\t\n\f\r '

const isRefresh = (get: (name: string) => string | null): boolean => /^refresh$/i.test(get('http-equiv') ?? '')

/** The robots metas in the text of a `<noscript>`. */
function metasIn(source: PageSource): Meta[] {
  const { text } = source
  const found = noFacts()
  const mark = /<!--|<meta(?=[\t\n\f\r /])/gi
  for (let next = mark.exec(text); next; next = mark.exec(text)) {
    const tag = next[0] === '<!--' ? null : readTag(text, next.index + 1, always)
    if (tag) noteMeta(found, (name) => attribute(source, tag, name), found.metas)
    mark.lastIndex = tag?.end ?? endOfComment(text, next.index)
  }
  return found.metas
}

const always = (): boolean => true

/**
 * Whether anything relevant may follow from `from` on. The search ignores comments, scripts and templates, so it misses
 * nothing. Nested `<` make it read text repeatedly; after too many the answer is yes.
 */
function mayMatter(source: PageSource, from: number, facts: HtmlFacts): boolean {
  const bases = facts.base === null && needsBase(facts) ? ['<b', '<B'] : []
  let work = source.text.length + 10_000
  for (const opening of ['<m', '<M', ...bases]) {
    for (let at = source.text.indexOf(opening, from); at >= 0; at = source.text.indexOf(opening, at + 1)) {
      MATTERING.lastIndex = at
      if (!MATTERING.test(source.text)) continue
      const tag = readTag(source.text, at + 1, always)
      work -= (tag?.end ?? source.text.length) - at
      if (work < 0 || (tag && matters(source, tag))) return true
    }
  }
  return false
}

const MATTERING = /<(?:meta|base)[\t\n\f\r /]/iy

/** Whether an address in the head is relative, so that a base in the body counts. */
const needsBase = ({ canonicals, alternates, refresh }: HtmlFacts): boolean =>
  isRelative(refresh ?? '') || canonicals.some(isRelative) || alternates.some(({ href }) => isRelative(href))

const isRelative = (href: string): boolean => href !== '' && !/^https?:\/\//i.test(href)

function matters(source: PageSource, tag: Tag): boolean {
  const get = (name: string) => attribute(source, tag, name)
  if (tag.name === 'base') return get('href') !== null
  return get('content') !== null && (isRefresh(get) || LISTENED_TO.has(nameOf(get)))
}

const OF_INTEREST = new Set(['meta', 'link', 'base', 'title', 'noscript'])

/** Reads all facts from the tree; when that cannot be built, returns those of the head, marked as incomplete. */
async function readTree(text: string, known: HtmlFacts, patience: TreeBudget): Promise<HtmlFacts> {
  const { buildTree } = await import('./tree.ts')
  const elements = await buildTree(text, OF_INTEREST, patience)
  if (!elements) return { ...known, complete: false }
  const facts = noFacts()
  for (const { name, attributes, in_head, text } of elements) {
    if (name === 'title') facts.title ??= in_head ? text : null
    else if (name === 'noscript') facts.noscript_metas.push(...metasIn({ text, octets: false }))
    else note(facts, name, (wanted) => attributes.find((one) => one.name === wanted)?.value ?? null, in_head)
  }
  return facts
}
