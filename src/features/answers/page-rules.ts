/** Rules of a page for answers, in robots metas of its head and `X-Robots-Tag`. */
import {
  type Directive,
  headerDirectives,
  metaDirectives,
  noindexRule,
  type PageSeen,
} from '../../domains/preflight/index.ts'
import type { Time } from '../../kernel/time/clock.ts'
import type { EngineName, Why } from './engines.ts'
import type { Rule, Verdict } from './findings.ts'

/** Rules and sources of one page; a page without such words has none. */
export type PageRules = { metas: readonly Directive[]; header: readonly Directive[] }

const MAY_MATTER = /snippet|noarchive|nocache|noindex|none|unavailable_after/i
export const NO_RULES: PageRules = { metas: [], header: [] }
const HEADER = 'x-robots-tag'

export function rulesOf({ headers, metas }: NonNullable<PageSeen['page']>): PageRules {
  const sent = headers.get(HEADER)
  const is_sent = sent !== null && MAY_MATTER.test(sent)
  const stated = metas.filter(({ content }) => MAY_MATTER.test(content))
  if (!is_sent && stated.length === 0) return NO_RULES
  return {
    metas: stated.flatMap(({ name, content }) => metaDirectives(name, content)),
    header: is_sent ? headerDirectives(headers.all(HEADER)) : [],
  }
}

/** Crawlers whose own rules an engine obeys, beside those for all. */
const AGENTS: Partial<Record<EngineName, readonly string[]>> = {
  google_ai: ['googlebot'],
  copilot: ['bingbot', 'msnbot'],
}

type RuleFound = { verdict: Verdict; why: Why; rule: Rule }

/** The strictest rule for an engine. `noindex` for Google and Bing is the flag of the pre-flight, so it is not here. */
export function ruleFor(engine: EngineName, rules: PageRules, now: Time): RuleFound | null {
  if (rules.metas.length + rules.header.length === 0) return null
  const agents = AGENTS[engine] ?? []
  if (engine === 'chatgpt' || engine === 'apple') {
    const noindex = noindexRule([...rules.metas, ...rules.header], agents, now)
    if (noindex) return { verdict: 'closed', why: 'noindex', rule: { line: null, text: noindex } }
  }
  const bound = (all: readonly Directive[]) => all.filter(({ agent }) => agent === null || agents.includes(agent))
  const [metas, header] = [bound(rules.metas), bound(rules.header)]
  if (engine === 'google_ai' || engine === 'apple') return quoting(engine, metas, header)
  return engine === 'copilot' ? caching([...metas, ...header]) : null
}

/** Google counts `max-snippet:0` as nosnippet; of several limits the smallest holds. */
function quoting(engine: EngineName, metas: Directive[], header: Directive[]): RuleFound | null {
  const forbids = engine === 'google_ai' ? isNosnippet : isWord('nosnippet')
  const forbidden = metas.find(forbids)
  const sent = forbidden ?? header.find(forbids)
  if (sent) {
    const why = forbidden || engine !== 'google_ai' ? 'nosnippet' : 'nosnippet_header'
    return { verdict: 'closed', why, rule: textOf(sent) }
  }
  if (engine !== 'google_ai') return null
  const short = [...metas, ...header]
    .filter((one) => limitOf(one) > 0 && limitOf(one) <= SHORT)
    .toSorted((a, b) => limitOf(a) - limitOf(b))[0]
  return short ? { verdict: 'limited', why: 'max_snippet', rule: textOf(short) } : null
}

/** Characters below which a snippet is too short for an answer; ours, no engine publishes any. */
const SHORT = 160

/** Bing reads `nocache` with `noarchive` as `nocache`. */
function caching(rules: Directive[]): RuleFound | null {
  const [nocache, noarchive, nosnippet] = ['nocache', 'noarchive', 'nosnippet'].map((word) => rules.find(isWord(word)))
  if (noarchive && !nocache) return { verdict: 'closed', why: 'noarchive', rule: textOf(noarchive) }
  if (nocache) return { verdict: 'limited', why: 'nocache', rule: textOf(nocache) }
  return nosnippet ? { verdict: 'limited', why: 'nosnippet', rule: textOf(nosnippet) } : null
}

const isWord =
  (word: string) =>
  ({ rule }: Directive): boolean =>
    rule === word
const isNosnippet = (one: Directive): boolean => one.rule === 'nosnippet' || limitOf(one) === 0

/** Characters of `max-snippet`; -1 for no limit, and for anything that is no number. */
function limitOf({ rule, value }: Directive): number {
  return rule === 'max-snippet' && value !== null && /^\d{1,9}$/.test(value) ? Number(value) : -1
}

const textOf = ({ agent, rule, value }: Directive): Rule => {
  const text = value === null ? rule : `${rule}: ${value}`
  return { line: null, text: (agent === null ? text : `${agent}: ${text}`).slice(0, 300) }
}
