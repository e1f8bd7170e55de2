import { millis, type Time } from '../../kernel/clock.ts'

/** One rule for robots; `agent` is null when it is meant for all. */
export type Directive = { agent: string | null; rule: string; value: string | null }

/**
 * The rules of an `X-Robots-Tag` header. Several headers arrive joined by commas, so an agent's name holds for all
 * that follows until the next name: `googlebot: nofollow, otherbot: noindex, nofollow`.
 */
export function headerDirectives(header: string | null): Directive[] {
  return header ? readDirectives(header, null) : []
}

/** The rules of a `<meta name=… content=…>`; none unless the name is `robots` or a crawler's. */
export function metaDirectives(name: string, content: string): Directive[] {
  const agent = name.trim().toLowerCase()
  if (agent === 'robots') return readDirectives(content, null)
  return agent === 'googlebot' ? readDirectives(content, agent) : []
}

/** The first rule that keeps a page out of the index for an agent, as text, or null. The strictest rule wins. */
export function noindexRule(directives: Directive[], agent: string, now: Time): string | null {
  const found = directives.find(
    (directive) => (directive.agent === null || directive.agent === agent) && forbids(directive, now),
  )
  if (!found) return null
  const text = found.value === null ? found.rule : `${found.rule}: ${found.value}`
  return found.agent === null ? text : `${found.agent}: ${text}`
}

/** Characters read of one header or one meta element. */
const MAX_TEXT = 8 * 1024
/** RFC 822 and RFC 850 dates have a comma of their own, after the day of the week. */
const COMMA = /(?<!:\s*(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\s*),/i
const WITH_VALUE = ['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview']

function readDirectives(text: string, given: string | null): Directive[] {
  const directives: Directive[] = []
  let agent = given
  for (const part of text.slice(0, MAX_TEXT).split(text.includes(':') ? COMMA : ',')) {
    let rule = part.trim()
    const [, name, rest] = /^([^:\s]+)\s*:(.*)$/s.exec(rule) ?? []
    if (name && !WITH_VALUE.includes(name.toLowerCase())) {
      agent = name.toLowerCase()
      rule = rest!.trim()
    }
    const colon = rule.indexOf(':')
    const word = (colon < 0 ? rule : rule.slice(0, colon)).trim().toLowerCase()
    if (word) directives.push({ agent, rule: word, value: colon < 0 ? null : rule.slice(colon + 1).trim() })
  }
  return directives
}

function forbids({ rule, value }: Directive, now: Time): boolean {
  if (rule === 'noindex' || rule === 'none') return true
  return rule === 'unavailable_after' && value !== null && millisOf(value) < millis(now)
}

/** RFC 822, RFC 850 or ISO 8601; a time zone that has only a local name counts as UTC. NaN for anything else. */
function millisOf(date: string): number {
  return millis(date) || millis(date.replace(/[a-z]{3,5}$/i, 'UTC'))
}
