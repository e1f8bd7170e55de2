/** Verdicts on one page for all answer engines, from robots.txt and the page that the pre-flight read. */
import type { Facts, PageSeen, Readers } from '../../domains/preflight/index.ts'
import { ENGINE_NAMES, type EngineName, engineOf, TRAINING, type Why } from './engines.ts'
import { ALL_UNREAD, explain, type Finding, type Verdict, written } from './findings.ts'
import { hostAt, keepHosts } from './hosts.ts'
import { NO_RULES, type PageRules, ruleFor, rulesOf } from './page-rules.ts'
import { answersOf } from './tally.ts'

type Found = Omit<Finding, 'engine'>
type RobotsVerdict = Facts['robots']

/** Names for robots.txt in lower case, and the place of each token in the verdicts. */
const CRAWLERS: [string, ...string[]][] = []
const placeOf = new Map<string, number>()
for (const name of ENGINE_NAMES) {
  const { crawlers, falls_back } = engineOf(name)
  for (const [at, { token }] of crawlers.entries()) list(token, at === 0 ? falls_back : undefined)
}
for (const token of TRAINING) list(token)

function list(token: string, other?: string): void {
  placeOf.set(token, CRAWLERS.length)
  CRAWLERS.push(other ? [token.toLowerCase(), other.toLowerCase()] : [token.toLowerCase()])
}

export const answerReaders: Readers = {
  crawlers: CRAWLERS,
  explain,
  judge,
  countIn: answersOf,
  hostOf: ({ facts, robots, signal, page }) => ({
    origin: new URL(facts.url).origin,
    training_refused: robots ? TRAINING.filter((token) => robots[placeOf.get(token)!]!.verdict === 'blocked') : [],
    signal,
    cdn: page?.headers.get('cf-ray') ? 'Cloudflare' : null,
  }),
  keepHosts,
  hostAt,
}

/** Places of the crawlers that decide. */
const DECIDING = ENGINE_NAMES.flatMap((name) => engineOf(name).crawlers.map(({ token }) => placeOf.get(token)!))
const OPEN: readonly string[] = []

function judge(seen: PageSeen): readonly string[] {
  const rules = seen.page && rulesOf(seen.page)
  if (rules === NO_RULES && isOpen(seen)) return OPEN
  const findings = ENGINE_NAMES.flatMap((engine) => {
    const found = findingOf(engine, seen, rules)
    return found ? [{ engine, ...found }] : []
  })
  if (findings.length === 0) return OPEN
  const is_unread = findings.length === ENGINE_NAMES.length && findings.every(({ verdict }) => verdict === 'unknown')
  return is_unread ? ALL_UNREAD : findings.map(written)
}

/** Most pages: no engine has to be asked. */
const isOpen = ({ facts: { robots: google, noindex, bing }, robots }: PageSeen): boolean =>
  robots !== null &&
  (noindex ?? bing.noindex) === null &&
  google.verdict === 'allowed' &&
  bing.robots.verdict === 'allowed' &&
  letsAllIn(robots)

/** The pages of a site share their verdicts. */
const let_in = new WeakMap<object, boolean>()

function letsAllIn(robots: NonNullable<PageSeen['robots']>): boolean {
  const known = let_in.get(robots)
  if (known !== undefined) return known
  const all = DECIDING.every((place) => robots[place]!.verdict === 'allowed')
  let_in.set(robots, all)
  return all
}

function findingOf(engine: EngineName, seen: PageSeen, rules: PageRules | null): Found | null {
  const by_robots =
    engine === 'google_ai' || engine === 'copilot' ? byFlags(engine, seen.facts) : byRobots(engine, seen)
  if (by_robots?.verdict === 'closed') return by_robots
  const by_page = rules ? ruleFor(engine, rules, seen.now) : null
  if (by_page?.verdict === 'closed') return by_page
  if (by_robots) return by_robots
  if (by_page) return by_page
  return rules || (seen.is_shut && !readsPages(engine)) ? null : UNREAD
}

const UNREAD: Found = { verdict: 'unknown', why: 'unread', rule: null }

/** Engines whose verdict depends on rules of the page. */
const readsPages = (engine: EngineName): boolean => engineOf(engine).noindex

/** Answers of Google and Bing need the page in their index, which the flags decide. */
function byFlags(engine: EngineName, facts: Facts): Found | null {
  const { flags, robots, noindex } = engine === 'google_ai' ? facts : facts.bing
  if (flags.includes('robots_blocked')) return closed('robots', robots)
  if (noindex) return { verdict: 'closed', why: 'noindex', rule: { line: null, text: noindex.directive } }
  return robots.verdict === 'unknown' ? UNREAD : null
}

/** The strictest of the verdicts on the crawlers of an engine. */
function byRobots(engine: EngineName, { robots }: PageSeen): Found | null {
  if (!robots) return UNREAD
  const verdict = (token: string): RobotsVerdict => robots[placeOf.get(token)!]!
  const { crawlers, training } = engineOf(engine)
  let found: Found | null = null
  for (const { token, purpose } of crawlers) {
    const one = verdict(token)
    if (one.verdict === 'unknown') found ??= UNREAD
    if (one.verdict !== 'blocked') continue
    if (purpose === 'user') found ??= { verdict: 'limited', why: 'user', rule: one.rule }
    else return closed(training && verdict(training).verdict === 'allowed' ? 'trade' : 'robots', one)
  }
  return found
}

const closed = (why: Why, { rule }: RobotsVerdict): Found => ({ verdict: 'closed' as Verdict, why, rule })
