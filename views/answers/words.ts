/** Names and titles of what answer engines may not use. */
import type { ReaderHost } from '../../src/domains/preflight/index.ts'
import { type AnswerGroup, type EngineName, engineOf, type Why } from '../../src/features/answers/index.ts'
import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { listed, say, text } from '../../src/kernel/language/say.ts'

/** Rules by their names in every language; null has words. */
const BY: Record<Why, string | null> = {
  robots: 'robots.txt',
  trade: 'robots.txt',
  user: 'robots.txt',
  noindex: 'noindex',
  nosnippet: 'nosnippet',
  nosnippet_header: null,
  max_snippet: 'max-snippet',
  noarchive: 'noarchive',
  nocache: 'nocache',
  unread: null,
}

/** Names that a title has; more are counted. */
const MOST_NAMES = 3

export function namesOf(engines: readonly string[], to = ENGLISH): string {
  const names = engines.map((engine) => engineOf(engine as EngineName).name)
  const rest = names.length - MOST_NAMES
  return listed(to, rest > 0 ? [...names.slice(0, MOST_NAMES), say(to, '{n} more', { n: rest })] : names)
}

/** `Kept from ChatGPT search and Claude by robots.txt`. */
export function titleOf(
  { engines, verdict, why }: Pick<AnswerGroup, 'engines' | 'verdict' | 'why'>,
  to = ENGLISH,
): string {
  const names = namesOf(engines, to)
  const by = BY[why as Why] ?? (why === 'unread' ? say(to, UNREAD) : say(to, 'nosnippet in a header alone'))
  if (verdict === 'unknown') return say(to, 'Not clear for {names}: {by}', { names, by })
  return verdict === 'closed'
    ? say(to, 'Kept from {names} by {by}', { names, by })
    : say(to, 'Limited for {names} by {by}', { names, by })
}

const UNREAD = text('a page or robots.txt that could not be read')

/** `robots.txt, line 12: Disallow: /`. */
export const ruleText = ({ rule }: Pick<AnswerGroup, 'rule'>, to = ENGLISH): string | null =>
  rule &&
  (rule.line === null
    ? rule.text
    : say(to, '{answer}, line {line}: {rule}', { answer: 'robots.txt', line: String(rule.line), rule: rule.text }))

/** Findings that owners seldom want: the search crawler barred alone, and a header that nobody sees in the page. */
export const isOdd = ({ why }: Pick<AnswerGroup, 'why'>): boolean => why === 'trade' || why === 'nosnippet_header'

export const OWNER = text('The owner of the site may want this. Pushes, credits and checks do not depend on it.')

/** In sentences, for people. */
export const hostWords = ({ training_refused, signal, cdn }: ReaderHost, to: Reader): string[] =>
  [
    training_refused.length > 0 &&
      say(to, 'robots.txt refuses crawlers for training ({crawlers}), which has no effect on answers.', {
        crawlers: training_refused.join(', '),
      }),
    signal &&
      say(to, 'robots.txt says “Content-Signal: {signal}”; no vendor documents that it decides about answers.', {
        signal,
      }),
    cdn &&
      say(
        to,
        'The site is behind {cdn}: its firewall may turn AI crawlers away. Only the owner can see that (AI Crawl Control, Crawlers).',
        { cdn },
      ),
  ].filter((sentence) => typeof sentence === 'string')
