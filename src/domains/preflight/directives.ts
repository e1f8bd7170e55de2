import { millis, type Time } from '../../kernel/time/clock.ts'

/** One robots rule; `agent` is null when it applies to every crawler. */
export type Directive = {
  agent: string | null
  rule: string
  value: string | null
  /** It follows another rule after an agent's name. If it was sent in its own line, it applies to every crawler. */
  doubtful: boolean
}

/**
 * The rules of the `X-Robots-Tag` lines of a response. An agent's name applies to what follows it in its line, up to
 * the next name: `googlebot: nofollow, otherbot: noindex, nofollow`. A new line applies to every crawler again
 * (Google's "Robots meta tag" page). A later rule after a name is still doubtful, because a proxy may have joined two
 * lines (RFC 9110 5.3).
 */
export function headerDirectives(lines: readonly string[]): Directive[] {
  return lines.flatMap((line) => readDirectives(line, null))
}

export function metaDirectives(name: string, content: string): Directive[] {
  return readDirectives(content, name === 'robots' ? null : name)
}

/** The strictest rule that keeps a page out of an engine's index, as text, or null. */
export function noindexRule(directives: Directive[], names: readonly string[], now: Time): string | null {
  const found = directives.find((one) => (one.agent === null || names.includes(one.agent)) && forbids(one, now))
  return found ? written(found) : null
}

/** The first rule that would do so if it applied to every crawler, which is unknown. */
export function doubtfulRule(directives: Directive[], names: readonly string[], now: Time): string | null {
  const found = directives.find((one) => one.doubtful && !names.includes(one.agent!) && forbids(one, now))
  return found ? written({ ...found, agent: null }) : null
}

/** Characters read of one header line or one meta element. */
const MAX_TEXT = 8 * 1024
/** RFC 822 and RFC 850 dates contain a comma after the day of the week. */
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

/** Reads RFC 822, RFC 850 or ISO 8601; a time zone with only a local name counts as UTC. NaN for anything else. */
function millisOf(date: string): number {
  return millis(date) || millis(date.replace(/[a-z]{3,5}$/i, 'UTC'))
}
