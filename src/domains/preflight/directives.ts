import { millis, type Time } from '../../kernel/clock.ts'

/** One rule for robots; `agent` is null when it is meant for all. */
export type Directive = {
  agent: string | null
  rule: string
  value: string | null
  /** It follows another rule under an agent's name: if it was sent in a line of its own, it is meant for all. */
  doubtful: boolean
}

/**
 * The rules of the `X-Robots-Tag` lines of an answer. An agent's name holds for what follows it in its line, until the next
 * name: `googlebot: nofollow, otherbot: noindex, nofollow`. A line begins anew for all (Google's "Robots meta tag" page).
 * What stands behind a rule with a name is doubtful all the same: a proxy may have joined two lines (RFC 9110 5.3).
 */
export function headerDirectives(lines: readonly string[]): Directive[] {
  return lines.flatMap((line) => readDirectives(line, null))
}

/** The rules of a `<meta name=… content=…>`. */
export function metaDirectives(name: string, content: string): Directive[] {
  return readDirectives(content, name === 'robots' ? null : name)
}

/** The first rule that keeps a page out of the index for an engine, as text, or null. The strictest rule wins. */
export function noindexRule(directives: Directive[], names: readonly string[], now: Time): string | null {
  const found = directives.find((one) => (one.agent === null || names.includes(one.agent)) && forbids(one, now))
  return found ? written(found) : null
}

/** The first rule that would do so if it were meant for all, which cannot be told. */
export function doubtfulRule(directives: Directive[], names: readonly string[], now: Time): string | null {
  const found = directives.find((one) => one.doubtful && !names.includes(one.agent!) && forbids(one, now))
  return found ? written({ ...found, agent: null }) : null
}

/** Characters read of one header line or one meta element. */
const MAX_TEXT = 8 * 1024
/** RFC 822 and RFC 850 dates have a comma of their own, after the day of the week. */
const COMMA = /(?<!:\s*(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\s*),/i
const WITH_VALUE = ['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview']

function readDirectives(text: string, given: string | null): Directive[] {
  const directives: Directive[] = []
  let [agent, named] = [given, false]
  for (const part of text.slice(0, MAX_TEXT).split(text.includes(':') ? COMMA : ',')) {
    let rule = part.trim()
    const [, name, rest] = /^([^:\s]+)\s*:(.*)$/s.exec(rule) ?? []
    const names = name !== undefined && !WITH_VALUE.includes(name.toLowerCase())
    if (names) {
      agent = name.toLowerCase()
      named = true
      rule = rest!.trim()
    }
    const colon = rule.indexOf(':')
    const word = (colon < 0 ? rule : rule.slice(0, colon)).trim().toLowerCase()
    const value = colon < 0 ? null : rule.slice(colon + 1).trim()
    if (word) directives.push({ agent, rule: word, value, doubtful: named && !names })
  }
  return directives
}

function forbids({ rule, value }: Directive, now: Time): boolean {
  if (rule === 'noindex' || rule === 'none') return true
  return rule === 'unavailable_after' && value !== null && millisOf(value) < millis(now)
}

function written({ agent, rule, value }: Directive): string {
  const text = value === null ? rule : `${rule}: ${value}`
  return agent === null ? text : `${agent}: ${text}`
}

/** RFC 822, RFC 850 or ISO 8601; a time zone that has only a local name counts as UTC. NaN for anything else. */
function millisOf(date: string): number {
  return millis(date) || millis(date.replace(/[a-z]{3,5}$/i, 'UTC'))
}
