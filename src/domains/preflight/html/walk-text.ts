/** The text of a page that is about its topic, for digests of it. */
import { behind, endOfText } from './head.ts'

/** Elements with text that is not about the topic of the page, or is not shown. */
const LEFT_OUT =
  /<(nav|header|footer|aside|time|script|style|noscript|template|svg|iframe|textarea|select|title)(?=[\t\n\f\r />])/iy
/** Visits the visible text of a page between tags until `visit` has enough; whether it wanted all of it. */
export function walkText(text: string, visit: (part: string) => boolean): boolean {
  const endless = new Set<string>()
  const begin = text.search(/<body[\t\n\f\r />]/i)
  for (let at = Math.max(0, begin); at < text.length; ) {
    const open = text.indexOf('<', at)
    if (open !== at && !visit(text.slice(at, open < 0 ? text.length : open))) return false
    if (open < 0) break
    at = behindMarkup(text, open, endless)
  }
  return true
}

/** The place after a comment, a tag, or an element that is left out; `endless` are elements that nothing ends any more. */
function behindMarkup(text: string, open: number, endless: Set<string>): number {
  if (text.startsWith('<!--', open)) return behind(text, '-->', open)
  const tag = behind(text, '>', open)
  LEFT_OUT.lastIndex = open
  const name = LEFT_OUT.exec(text)?.[1]?.toLowerCase()
  if (!name || endless.has(name)) return tag
  const end = endOfText(text, tag, name)
  if (end < 0) endless.add(name)
  return end < 0 ? tag : behind(text, '>', end)
}
