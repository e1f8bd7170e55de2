import { pacer } from '../../kernel/pause.ts'
import type { Names } from './engines.ts'
import { unescaped } from './url.ts'

/**
 * robots.txt after RFC 9309, with the liberties that Google's own parser takes: a missing colon, misspelt names,
 * `index.html` for its folder. Octets are compared with octets, so the encoding of the file does not matter.
 */

/** A rule that binds an agent. `line` counts from 1; `text` is the line as its author wrote it, without comment. */
export type RobotsRule = { allow: boolean; line: number; text: string; pattern: Pattern }

/**
 * The rules of a robots.txt that bind each crawler, in order of precedence: those of the groups of its first name that
 * has any, or those for everybody. Crawlers that the same rules bind share one list. Nothing in the file is an error;
 * what is not understood is skipped. A large file is read in steps, with room for others in between.
 */
export async function robotsRules(
  file: Uint8Array | string,
  crawlers: readonly Names[],
  breathe = pacer(),
): Promise<RobotsRule[][]> {
  const everybodys: RobotsRule[] = []
  const named = new Map<string, RobotsRule[]>()
  const wanted = new Set(crawlers.flat())
  let [open, bound] = [false, new Set<RobotsRule[]>()]
  let number = 0
  for (const written of linesOf(file)) {
    if (++number % LINES_AT_ONCE === 0 || written.length > LONG) await breathe()
    const line = readLine(written)
    if (line?.name === 'user-agent') {
      if (!open) [open, bound] = [true, new Set()]
      const token = productToken(line.value)
      if (wanted.has(token) && !named.has(token)) named.set(token, [])
      const rules = token === '*' ? everybodys : named.get(token)
      if (rules) bound.add(rules)
    } else if (line) {
      open = false
      if (bound.size === 0) continue
      const rules = rulesIn(line, number)
      for (const list of bound) list.push(...rules)
    }
  }
  const lists = crawlers.map((names) => names.map((name) => named.get(name)).find(Boolean) ?? everybodys)
  const ordered = new Map([...new Set(lists)].map((list) => [list, byPrecedence(list)]))
  return lists.map((list) => ordered.get(list)!)
}

/** The rule that decides about a path with its query, or null when none matches, which allows it. */
export function decidingRule(rules: RobotsRule[], path: string): RobotsRule | null {
  const canonical = unescaped(path)
  return rules.find(({ pattern }) => matches(pattern, canonical)) ?? null
}

/** What stands between the `*` of a pattern; `anchored` when it ends in `$`. */
type Pattern = { octets: number; start: string; parts: string[]; anchored: boolean }

/** How much is read without looking at the time. */
const LINES_AT_ONCE = 64
const LONG = 256
/** Google reads no further into a line. */
const MAX_LINE = 2083 * 8 - 1
const BYTE_ORDER_MARK = /^\xef(\xbb\xbf?)?/

function* linesOf(file: Uint8Array | string): Generator<string> {
  const bytes = typeof file === 'string' ? Buffer.from(file) : Buffer.from(file.buffer, file.byteOffset, file.length)
  const text = bytes.toString('latin1').replace(BYTE_ORDER_MARK, '')
  const line_end = /\r\n?|\n/g
  let from = 0
  for (let end = line_end.exec(text); end; end = line_end.exec(text)) {
    yield text.slice(from, end.index)
    from = line_end.lastIndex
  }
  yield text.slice(from)
}

type Line = { name: 'user-agent' | 'allow' | 'disallow'; value: string; text: string }

function readLine(written: string): Line | null {
  const text = trim(written.slice(0, MAX_LINE).split('#', 1)[0]!)
  const colon = text.indexOf(':')
  // Two words and no colon: it was forgotten.
  const [, word, rest] = (colon < 0 && /^([^ \t]+)[ \t]+([^ \t]+)$/.exec(text)) || []
  const name = nameOf((word ?? trim(text.slice(0, Math.max(colon, 0)))).toLowerCase())
  return name && { name, value: rest ?? trim(text.slice(colon + 1)), text }
}

/** Names count by how they begin, and in the spellings that are often met. */
function nameOf(key: string): Line['name'] | null {
  if (/^user[- ]?agent/.test(key)) return 'user-agent'
  if (key.startsWith('allow')) return 'allow'
  return /^(disallow|dissallow|dissalow|disalow|diasllow|disallaw)/.test(key) ? 'disallow' : null
}

/** "Googlebot/2.1" and "Googlebot Images" both say Googlebot. */
function productToken(value: string): string {
  return /^\*([ \t]|$)/.test(value) ? '*' : /^[a-z_-]*/i.exec(value)![0].toLowerCase()
}

/** No rule for an empty value; two where `index.html` also stands for its folder. */
function rulesIn({ name, value, text }: Line, line: number): RobotsRule[] {
  if (value === '') return []
  const allow = name === 'allow'
  const shown = Buffer.from(text, 'latin1').toString('utf8').slice(0, 300)
  const path = canonicalPath(value)
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const paths = allow && path.startsWith('index.htm', folder.length) ? [path, `${folder}$`] : [path]
  return paths.map((each) => ({ allow, line, text: shown, pattern: compile(each) }))
}

function compile(path: string): Pattern {
  const anchored = path.endsWith('$')
  const [start = '', ...parts] = (anchored ? path.slice(0, -1) : path).split('*')
  return { octets: path.length, start, parts, anchored }
}

/** The longest pattern decides, `allow` among equals, then the first. Put into order by length: few are different. */
function byPrecedence(rules: RobotsRule[]): RobotsRule[] {
  const of_length = new Map<number, { allows: RobotsRule[]; others: RobotsRule[] }>()
  for (const rule of rules) {
    const same = of_length.get(rule.pattern.octets) ?? { allows: [], others: [] }
    of_length.set(rule.pattern.octets, same)
    if (rule.allow) same.allows.push(rule)
    else same.others.push(rule)
  }
  const longest_first = [...of_length].sort(([a], [b]) => b - a)
  return longest_first.flatMap(([, { allows, others }]) => [...allows, ...others])
}

/** Takes each part where it first fits and never goes back: no pattern costs more than its length. */
function matches({ start, parts, anchored }: Pattern, path: string): boolean {
  if (!path.startsWith(start)) return false
  let at = start.length
  for (const [index, part] of parts.entries()) {
    const ends = anchored && index === parts.length - 1
    const found = ends ? path.length - part.length : path.indexOf(part, at)
    if (found < at || (ends && !path.endsWith(part))) return false
    at = found + part.length
  }
  return !anchored || at === path.length
}

/** In the form in which URLs are compared (RFC 9309 2.2.2), and apart from the file, which a slice would keep in memory. */
function canonicalPath(value: string): string {
  return unescaped(Buffer.from(value.replace(/[\x80-\xff]/g, (octet) => ESCAPED[octet.charCodeAt(0)]!)).toString())
}

const ESCAPED = Array.from({ length: 256 }, (_, octet) => `%${octet.toString(16).toUpperCase()}`)

/** Of ASCII white space alone: `String.trim` would take the octet A0 off the end of "/à". */
function trim(text: string): string {
  let from = 0
  let to = text.length
  while (from < to && ' \t\v\f'.includes(text[from]!)) from++
  while (from < to && ' \t\v\f'.includes(text[to - 1]!)) to--
  return text.slice(from, to)
}
