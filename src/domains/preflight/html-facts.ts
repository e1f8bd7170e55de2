/** What the head of an HTML page says to crawlers, attribute values decoded, nothing resolved or judged yet. */
export type HtmlFacts = {
  /** `<meta name=…>` with a `content`, names in lower case. */
  metas: { name: string; content: string }[]
  /** `href` of every `<link rel=canonical>`. */
  canonicals: string[]
  /** `href` of the first `<base>` that has one. */
  base: string | null
  /** Where a `<meta http-equiv=refresh>` leads; null when there is none, or it reloads the page. */
  refresh: string | null
  /** The end of the head was seen; false means that more of the page could add to these facts. */
  ended: boolean
}

/**
 * Reads the head of a page, whole or cut off anywhere. It ends, as in a browser, with the first element that may not
 * stand in a head: a canonical link that an `<iframe>` has pushed into the body does not count.
 */
export function readHead(page: Uint8Array, content_type: string | null): HtmlFacts {
  const decoder = decoderFor(page, content_type)
  const cut = endOfBodyTag(page)
  const head = cut > 0 ? parse(decoder.decode(page.subarray(0, cut)), false) : null
  // What looked like the body's tag may have been text in a script or a comment.
  return head?.ended ? head : parse(decoder.decode(page), true)
}

/** The address in `5; url='/next'`, read as the HTML standard says; null when it only reloads. */
export function refreshTarget(content: string): string | null {
  const [, rest] = /^\s*[\d.]+(?:\s*[;,]\s*|\s+)(\S.*)$/s.exec(content) ?? []
  if (!rest) return null
  const [, quote, address = ''] = /^(?:url\s*=\s*)?(['"]?)(.*)$/is.exec(rest)!
  return (quote ? address.split(quote, 1)[0]! : address).trim() || null
}

/** Resolves the character references that addresses and rules are written with. */
export function decodeEntities(value: string): string {
  if (!value.includes('&')) return value
  return value.replace(/&(?:#(\d{1,7});?|#x([\da-f]{1,6});?|([a-z]{2,7});)/gi, (whole, decimal, hex, name) => {
    if (name) return ENTITIES.get(name.toLowerCase()) ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
  })
}

const HEAD_ELEMENTS = new Set(
  'html head title base basefont bgsound link meta noframes noscript script style template'.split(' '),
)
/** Bounds the work on a page that is nothing but head elements. */
const MAX_ELEMENTS = 5_000
const MAX_VALUE = 8 * 1024
const ENTITIES = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: '\u00a0',
    colon: ':',
    sol: '/',
    quest: '?',
  }),
)
  .set('equals', '=')
  .set('num', '#')
  .set('percnt', '%')
  .set('comma', ',')
  .set('semi', ';')
  .set('plus', '+')

/** Parsing is synchronous, so one rewriter serves every page; this is the page that it is reading. */
let current: { facts: HtmlFacts; templates: number; elements: number; stop: boolean }
const REWRITER = new HTMLRewriter().on('*', { element: readElement })
const END_OF_HEAD = new Error('end of head')

/** `stop` ends the parser with the head: worth its cost when much may follow. */
function parse(text: string, stop: boolean): HtmlFacts {
  const facts: HtmlFacts = { metas: [], canonicals: [], base: null, refresh: null, ended: false }
  current = { facts, templates: 0, elements: 0, stop }
  try {
    REWRITER.transform(text)
  } catch {
    // Our own stop; or the parser gives up, and what it saw until then is what there is.
    facts.ended = true
  }
  return facts
}

/** Where the first `<body …>` ends, or 0. */
function endOfBodyTag(page: Uint8Array): number {
  const bytes = Buffer.from(page.buffer, page.byteOffset, page.length)
  const lower = bytes.indexOf('<body')
  const start = lower < 0 ? bytes.indexOf('<BODY') : lower
  return start < 0 ? 0 : bytes.indexOf('>', start) + 1
}

function readElement(element: HTMLRewriterTypes.Element): void {
  const { facts } = current
  const inTemplate = current.templates > 0
  const tag = element.tagName
  facts.ended ||= (!inTemplate && !HEAD_ELEMENTS.has(tag)) || ++current.elements > MAX_ELEMENTS
  if (facts.ended) {
    if (current.stop) throw END_OF_HEAD
    return
  }
  if (tag === 'template') {
    current.templates++
    element.onEndTag(() => {
      current.templates--
    })
  }
  if (inTemplate) return
  if (tag === 'meta') readMeta(facts, element)
  if (tag === 'base') facts.base ??= attribute(element, 'href')
  if (tag === 'link' && words(attribute(element, 'rel')).includes('canonical')) {
    facts.canonicals.push(attribute(element, 'href') ?? '')
  }
}

function readMeta(facts: HtmlFacts, element: HTMLRewriterTypes.Element): void {
  const content = attribute(element, 'content')
  if (content === null) return
  const name = attribute(element, 'name')
  if (name !== null) facts.metas.push({ name: name.trim().toLowerCase(), content })
  if (attribute(element, 'http-equiv')?.trim().toLowerCase() === 'refresh') facts.refresh ??= refreshTarget(content)
}

function attribute(element: HTMLRewriterTypes.Element, name: string): string | null {
  const value = element.getAttribute(name)
  return value === null ? null : decodeEntities(value.slice(0, MAX_VALUE))
}

function words(text: string | null): string[] {
  return text?.toLowerCase().split(/\s+/) ?? []
}

const CHARSET = /charset\s*=\s*["']?([\w:.-]+)/i
const UTF8 = new TextDecoder()

/** By byte order mark, then `Content-Type`, then the page's own `<meta charset>`, else UTF-8. */
function decoderFor(page: Uint8Array, content_type: string | null): TextDecoder {
  const label = markedCharset(page) ?? CHARSET.exec(content_type ?? '')?.[1] ?? statedCharset(page)
  if (!label || /^utf-?8$/i.test(label)) return UTF8
  try {
    return new TextDecoder(label as Bun.Encoding)
  } catch {
    return UTF8
  }
}

function markedCharset(page: Uint8Array): string | null {
  if (page[0] === 0xff && page[1] === 0xfe) return 'utf-16le'
  return page[0] === 0xfe && page[1] === 0xff ? 'utf-16be' : null
}

function statedCharset(page: Uint8Array): string | undefined {
  const start = Buffer.from(page.buffer, page.byteOffset, Math.min(page.length, 1024)).toString('latin1')
  return /<meta[^>]{1,200}?charset\s*=\s*["']?([\w:.-]+)/i.exec(start)?.[1]
}
