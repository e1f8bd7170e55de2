import { decodeHTML } from './entities.ts'
import { readTag, type Tag } from './tag.ts'

/** The parts of a head, in document order. */
type HeadPart =
  | { kind: 'tag'; tag: Tag }
  /** The raw text of a `<title>` or `<noscript>`. */
  | { kind: 'text'; of: string; from: number; to: number }

export type Head = {
  /** Position of the first thing that is not part of the head; -1 when the text ends before it. */
  end: number
  /** A template begins there. Only the full rules of the standard can find its end. */
  template: boolean
}

/**
 * Walks the head of a page as a browser with scripts does (HTML standard 13.2.6.4.1 to 13.2.6.4.6). It ends with the
 * first text, start tag or `</body>`, `</html>`, `</br>` that is not allowed there. Content between `</head>` and the
 * body still belongs to the head.
 */
export function walkHead(text: string, visit: (part: HeadPart) => void): Head {
  const { length } = text
  let closed = false
  for (let at = 0; at < length; ) {
    const open = text.indexOf('<', at)
    if (!isBlank(text, at, open < 0 ? length : open)) return { end: at, template: false }
    if (open < 0) return ENDLESS
    const next = text.charCodeAt(open + 1)
    if (next === EXCLAMATION || next === QUESTION) {
      at = endOfComment(text, open)
    } else if (next === SLASH && !isLetter(text.charCodeAt(open + 2))) {
      if (open + 2 >= length) return ENDLESS
      at = text[open + 2] === '>' ? open + 3 : endOfComment(text, open)
    } else if (next === SLASH) {
      const tag = readTag(text, open + 2, never)
      if (!tag) return ENDLESS
      if (ENDS_HEAD.has(tag.name)) return { end: open, template: false }
      closed ||= tag.name === 'head'
      at = tag.end
    } else {
      if (open + 1 >= length) return ENDLESS
      if (!isLetter(next)) return { end: open, template: false }
      const tag = readTag(text, open + 1, isMetadata)
      if (!tag) return ENDLESS
      if (tag.name === 'template') return { end: open, template: true }
      if (!ALLOWED_IN_HEAD.has(tag.name) || (closed && tag.name === 'noscript')) return { end: open, template: false }
      if (isMetadata(tag.name)) visit({ kind: 'tag', tag })
      at = TEXT_ONLY.has(tag.name) ? afterText(text, tag, visit) : tag.end
    }
    if (at < 0) return ENDLESS
  }
  return ENDLESS
}

const ENDLESS: Head = { end: -1, template: false }
const ALLOWED_IN_HEAD = new Set(
  'html head title base basefont bgsound link meta noframes noscript script style'.split(' '),
)
const ENDS_HEAD = new Set(['body', 'html', 'br'])
const TEXT_ONLY = new Set(['title', 'noframes', 'noscript', 'script', 'style'])
const never = (): boolean => false
const isMetadata = (name: string): boolean => name === 'meta' || name === 'link' || name === 'base'

const [EXCLAMATION, QUESTION, SLASH] = [33, 63, 47]
const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)

/** White space only, including character references to it. */
function isBlank(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code === 38) return !/[^\t\n\f\r ]/.test(decodeHTML(text.slice(at, to)))
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9 && code !== 12) return false
  }
  return true
}

/** The position after the comment or declaration that begins at `open`; the end of the text when it is not closed. */
export function endOfComment(text: string, open: number): number {
  if (!text.startsWith('<!--', open)) return behind(text, '>', open + 2)
  // `<!-->` and `<!--->` are whole comments; `<!--!>` is not.
  COMMENT_END.lastIndex = open + 2
  for (let found = COMMENT_END.exec(text); found; found = COMMENT_END.exec(text)) {
    if (found[0] === '-->' || found.index >= open + 4) return COMMENT_END.lastIndex
    COMMENT_END.lastIndex = found.index + 1
  }
  return text.length
}

const COMMENT_END = /--!?>/g

/** The position after the next such text, or the end without one. */
export function behind(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from)
  return at < 0 ? text.length : at + what.length
}

/** The position after the end tag of an element that contains only text, or -1 without one. */
function afterText(text: string, { name, end }: Tag, visit: (part: HeadPart) => void): number {
  const to = name === 'script' ? endOfScript(text, end) : endOfText(text, end, name)
  if (name === 'title' || name === 'noscript')
    visit({ kind: 'text', of: name, from: end, to: to < 0 ? text.length : to })
  return to < 0 ? -1 : (readTag(text, to + 2, never)?.end ?? -1)
}

/** Where the end tag of an element with text content begins, or -1. */
export function endOfText(text: string, from: number, name: string): number {
  const end = END_TAGS.get(name) ?? new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi')
  END_TAGS.set(name, end)
  end.lastIndex = from
  return end.exec(text)?.index ?? -1
}

const END_TAGS = new Map<string, RegExp>()

const SCRIPT_MARK = /<!--|-->|<(\/?)script(?=[\t\n\f\r />])/gi

/** The same for a script: within `<!--`, a nested `<script>` hides the next end tag (13.2.5.15 to 13.2.5.31). */
function endOfScript(text: string, from: number): number {
  const mark = SCRIPT_MARK
  mark.lastIndex = from
  let [commented, hidden] = [false, false]
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    if (found[0] === '-->') {
      commented = hidden = false
    } else if (found[0] === '<!--') {
      if (!commented) mark.lastIndex = found.index + 2
      commented = true
    } else if (found[1] === '') {
      hidden = commented
    } else {
      if (!hidden) return found.index
      hidden = false
    }
  }
  return -1
}
