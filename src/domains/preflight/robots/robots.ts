import { pacer } from '../../../kernel/scheduling/pause.ts'
import type { Names } from '../engines.ts'
import { unescaped } from '../url.ts'
import { LineReader } from './lines.ts'
import { canonicalValue } from './octets.ts'

/**
 * robots.txt by RFC 9309, with the tolerance of Google's parser: a missing colon, misspelt names, and `index.html` for
 * its folder. It compares octets, so the encoding does not matter. A file may have 50,000 rules, so they are numbers in
 * one table instead of objects.
 */
export type RobotsRules = {
  /** All canonical values, concatenated. */
  octets: Uint8Array
  /** Four numbers for each rule: start and end of its value in `octets`, its line, its flags. */
  table: Uint32Array
  /** For each crawler, the flag of the groups that bind it. */
  bound_by: readonly number[]
}

/** The deciding rule. `line` counts from 1; `text` is built from the name and the canonical value. */
export type RobotsRule = { allow: boolean; line: number; text: string }

export const NO_RULES: RobotsRules = { octets: new Uint8Array(), table: new Uint32Array(), bound_by: [] }

const [FROM, TO, LINE, FLAGS, NUMBERS] = [0, 1, 2, 3, 4]
/** Flags: the rule allows, its group is for every crawler, and one flag for each crawler name. */
const ALLOW = 1
export const EVERYBODY = 2
const FIRST_NAME = 4
/** The parser checks the time after this many lines, and after each long one. */
const LINES_AT_ONCE = 64
const LONG = 256

/**
 * The rules of all groups that can bind a crawler. The first of a crawler's names that has a group decides which groups
 * bind it; without one, those for every crawler do. Unknown lines are skipped, so any file is valid.
 */
export async function robotsRules(
  file: Uint8Array | string,
  crawlers: readonly Names[],
  breathe = pacer(),
): Promise<RobotsRules> {
  const octets = typeof file === 'string' ? Buffer.from(file) : file
  const names = crawlers.flat().map((name) => Buffer.from(name))
  const rules = new RuleWriter(octets)
  const line = new LineReader(octets)
  let [open, group, named] = [false, 0, 0]
  while (line.next()) {
    if (line.number % LINES_AT_ONCE === 0 || line.length > LONG) await breathe()
    if (line.name === 'user-agent') {
      if (!open) [open, group] = [true, 0]
      if (line.isForEverybody()) group |= EVERYBODY
      const at = names.findIndex((name) => line.isFor(name))
      if (at >= 0) named |= FIRST_NAME << at
      group |= at < 0 ? 0 : FIRST_NAME << at
    } else if (line.name) {
      open = false
      if (group !== 0 && line.from < line.to) rules.add(line, group | (line.name === 'allow' ? ALLOW : 0))
    }
  }
  return { ...rules.written(), bound_by: boundBy(crawlers, named) }
}

function boundBy(crawlers: readonly Names[], named: number): number[] {
  let next = FIRST_NAME
  return crawlers.map((names) => {
    const flags = names.map(() => {
      const flag = next
      next <<= 1
      return flag
    })
    return flags.find((flag) => named & flag) ?? EVERYBODY
  })
}

/** Earlier values compared with each new rule: enough for repetitive files. */
const RECENT = 1024

/** Builds the table and skips a rule that repeats one of the same groups, because the first of equal rules decides. */
class RuleWriter {
  private octets = new Uint8Array(1024)
  private length = 0
  private table = new Uint32Array(64 * NUMBERS)
  private count = 0
  private readonly recent = new Uint32Array(RECENT * 3)

  constructor(private readonly file: Uint8Array) {}

  add({ from, to, number }: LineReader, flags: number): void {
    if (this.isRepeated(from, to, flags)) return
    const most = (to - from) * 3
    if (this.length + 2 * most + 1 > this.octets.length) this.octets = grown(this.octets, 2 * most + 1)
    const start = this.length
    this.length = canonicalValue(this.file, from, to, this.octets, start)
    this.push(start, this.length, number, flags)
    const folder = flags & ALLOW ? folderOfIndex(this.octets, start, this.length) : -1
    if (folder < 0) return
    this.octets.copyWithin(this.length, start, folder)
    this.octets[this.length + folder - start] = DOLLAR
    this.length += folder - start + 1
    this.push(this.length - (folder - start + 1), this.length, number, flags)
  }

  /** A cache with one place for each hash, so no file makes it slow. */
  private isRepeated(from: number, to: number, flags: number): boolean {
    const { file, recent } = this
    let hash = flags
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ file[at]!, 0x01000193)
    const place = ((hash ^ (hash >>> 15)) & (RECENT - 1)) * 3
    const known = recent[place]!
    if (recent[place + 2] === flags && recent[place + 1] === to - from && isAt(file, from, to, file, known)) return true
    recent[place] = from
    recent[place + 1] = to - from
    recent[place + 2] = flags
    return false
  }

  private push(from: number, to: number, line: number, flags: number): void {
    if (this.count + NUMBERS > this.table.length) this.table = grown(this.table, NUMBERS)
    this.table[this.count + FROM] = from
    this.table[this.count + TO] = to
    this.table[this.count + LINE] = line
    this.table[this.count + FLAGS] = flags
    this.count += NUMBERS
  }

  /** Copies, so that the file and spare room can be freed. */
  written(): Omit<RobotsRules, 'bound_by'> {
    return { octets: this.octets.slice(0, this.length), table: this.table.slice(0, this.count) }
  }
}

function grown<Numbers extends Uint8Array | Uint32Array>(full: Numbers, by: number): Numbers {
  const larger = new (full.constructor as new (length: number) => Numbers)(full.length * 2 + by)
  larger.set(full)
  return larger
}

const [STAR, DOLLAR, SLASH] = [0x2a, 0x24, 0x2f]
const INDEX = Buffer.from('index.htm')

/** The end of the folder when the last part of a value is an index page, else -1. */
function folderOfIndex(octets: Uint8Array, from: number, to: number): number {
  let end = to
  while (end > from && octets[end - 1] !== SLASH) end--
  return to - end >= INDEX.length && isAt(INDEX, 0, INDEX.length, octets, end) ? end : -1
}

/** A search for the rule that decides about a path: the next to compare and the best so far, as table positions. */
export type Search = { crawler: number; path: Uint8Array; next: number; best: number }

/** `path` includes the query. */
export const searchFor = (path: string, crawler: number): Search => ({
  crawler,
  path: Buffer.from(unescaped(path)),
  next: 0,
  best: -1,
})

/** Steps of the longest search in these rules; each takes about a nanosecond. */
export const stepsOf = ({ octets }: RobotsRules, path: string): number => octets.length * path.length

/** Steps between two readings of the clock: about half a millisecond. */
export const STEPS = 512 * 1024

/** Continues a search for about this many steps. Returns whether it is done. */
export function searchOn({ octets, table, bound_by }: RobotsRules, search: Search, most: number): boolean {
  const { path } = search
  const bound = bound_by[search.crawler]!
  for (let steps = 0; search.next < table.length && steps < most; search.next += NUMBERS) {
    const [from, to] = [table[search.next + FROM]!, table[search.next + TO]!]
    if (!(table[search.next + FLAGS]! & bound) || !isBetter(table, search.next, search.best)) continue
    steps += (to - from) * path.length
    if (matches(octets, from, to, path)) search.best = search.next
  }
  return search.next >= table.length
}

/** The longest value decides; among equals `allow`, then the first. */
function isBetter(table: Uint32Array, rule: number, best: number): boolean {
  if (best < 0) return true
  const longer = table[rule + TO]! - table[rule + FROM]! - (table[best + TO]! - table[best + FROM]!)
  return longer > 0 || (longer === 0 && (table[rule + FLAGS]! & ALLOW) > (table[best + FLAGS]! & ALLOW))
}

/** The rule found, or null when none matches, which allows the path. */
export function foundRule({ octets, table }: RobotsRules, { best }: Search): RobotsRule | null {
  if (best < 0) return null
  const allow = (table[best + FLAGS]! & ALLOW) !== 0
  const line = table[best + LINE]!
  // The rule for a folder follows the rule that its line contains.
  const stated = table[best - NUMBERS + LINE] === line ? best - NUMBERS : best
  const value = Buffer.from(octets.subarray(table[stated + FROM], table[stated + TO])).toString('latin1')
  return { allow, line, text: `${allow ? 'Allow' : 'Disallow'}: ${value}`.slice(0, MAX_TEXT) }
}

const MAX_TEXT = 300

/** Matches each part between two `*` at the first possible place and never goes back. */
function matches(octets: Uint8Array, from: number, to: number, path: Uint8Array): boolean {
  const anchored = octets[to - 1] === DOLLAR
  const end = anchored ? to - 1 : to
  let [next, at] = [from, 0]
  for (; next < end && octets[next] !== STAR; next++, at++) if (octets[next] !== path[at]) return false
  while (next < end) {
    const part = ++next
    while (next < end && octets[next] !== STAR) next++
    const isLast = anchored && next === end
    const found = isLast ? path.length - (next - part) : find(octets, part, next, path, at)
    if (found < at || (isLast && !isAt(octets, part, next, path, found))) return false
    at = found + next - part
  }
  return !anchored || at === path.length
}

function find(octets: Uint8Array, from: number, to: number, path: Uint8Array, start: number): number {
  if (from === to) return start
  const [first, last, length] = [octets[from], octets[to - 1], to - from]
  for (let at = start; at <= path.length - length; at++)
    if (path[at] === first && path[at + length - 1] === last && isAt(octets, from, to, path, at)) return at
  return -1
}

function isAt(octets: Uint8Array, from: number, to: number, text: Uint8Array, at: number): boolean {
  for (let next = from; next < to; next++) if (octets[next] !== text[at + next - from]) return false
  return true
}
