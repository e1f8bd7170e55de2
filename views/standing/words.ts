/** Standing pushes in words. */
import type { Reason, Rules, Run, StandingPush } from '../../src/features/standing/index.ts'
import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { say, sayStored, type Text, text } from '../../src/kernel/language/say.ts'
import { number } from '../parts/text/format.ts'
import type { StatusWord } from '../parts/text/words.ts'

export const KIND_WORDS: Record<NonNullable<StandingPush['kind']>, string> = {
  sitemap: text('Sitemap'),
  index: text('Sitemap index'),
  robots: 'robots.txt',
  rss: text('RSS feed'),
  atom: text('Atom feed'),
  json_feed: 'JSON Feed',
  list: text('List'),
}

const REASON_WORDS: Record<Reason, string> = {
  invalid: text('not a link'),
  foreign_host: text('on another host'),
  excluded: text('excluded'),
  not_included: text('not included'),
  baseline: text('learned'),
  unchanged: text('unchanged'),
  not_wanted: text('not wanted by the rules'),
  waiting: text('waiting already'),
  no_room: text('beyond 100,000 that may wait'),
  held: text('held'),
  pushed_lately: text('pushed lately'),
  indexed: text('indexed'),
  same_text: text('with the same text'),
  flagged: text('flagged by the pre-flight'),
  no_indexnow: text('not open to IndexNow'),
  over_cap_day: text('beyond the day’s cap'),
  over_budget: text('beyond the month’s budget'),
  no_credits: text('without credits'),
}

/** Omitted links by reason: `3 excluded`. */
export const skippedInWords = (skipped: Partial<Record<Reason, number>>, to: Reader = ENGLISH): string[] =>
  Object.entries(skipped).map(([reason, n]) => `${number(n, to)} ${sayStored(to, REASON_WORDS[reason as Reason])}`)

const RUN_STATES: Record<Run['state'], StatusWord> = {
  running: { word: text('Running'), icon: 'clock', tone: 'info' },
  done: { word: text('Complete'), icon: 'check', tone: 'ok' },
  partial: { word: text('Partial'), icon: 'triangle-alert', tone: 'warn' },
  held: { word: text('Held'), icon: 'clock', tone: 'warn' },
  failed: { word: text('Failed'), icon: 'x', tone: 'bad' },
}

export const runState = ({ state, decided }: Pick<Run, 'state' | 'decided'>): StatusWord => {
  if (state !== text('held') || decided === null) return RUN_STATES[state]
  const word = { push: text('Released'), learn: text('Learned'), drop: text('Forgotten') }[decided]
  return { word, icon: 'check', tone: 'ok' }
}

export function pushState(
  push: Pick<StandingPush, 'paused' | 'paused_why' | 'held_run' | 'failing_since' | 'learned_at'>,
): StatusWord {
  if (push.paused) return { word: text('Paused'), icon: 'ban', tone: push.paused_why === 'person' ? 'idle' : 'bad' }
  if (push.held_run) return { word: text('Decide'), icon: 'triangle-alert', tone: 'warn' }
  if (push.failing_since) return { word: text('Failing'), icon: 'x', tone: 'bad' }
  return push.learned_at
    ? { word: text('Active'), icon: 'check', tone: 'ok' }
    : { word: text('Learning'), icon: 'clock', tone: 'info' }
}

/** Result of a run: `3 new, 2 changed: 5 pushed`. */
export function runInWords(
  { state, new_urls, changed_urls, pushed, held, gone, skipped, note }: Run,
  to: Reader,
): string {
  if (state === 'failed') return note ? sayStored(to, note) : say(to, 'The source could not be read.')
  if (skipped.baseline)
    return say(to, '{n, plural, one {# known link} other {# known links}} noted, none pushed', { n: skipped.baseline })
  const found = [
    new_urls && say(to, '{n, plural, one {# new} other {# new}}', { n: new_urls }),
    changed_urls && say(to, '{n, plural, one {# changed} other {# changed}}', { n: changed_urls }),
  ].filter(Boolean)
  const done = [
    pushed && say(to, '{n, plural, one {# pushed} other {# pushed}}', { n: pushed }),
    held && say(to, '{n, plural, one {# held} other {# held}}', { n: held }),
    gone && say(to, '{n, plural, one {# removed from the source} other {# removed from the source}}', { n: gone }),
  ].filter(Boolean)
  if (found.length + done.length === 0) return say(to, 'Nothing new')
  return [found.join(', '), done.join(', ')].filter(Boolean).join(': ')
}

const EVERY: Record<number, Text> = {
  15: text('every 15 minutes'),
  60: text('every hour'),
  360: text('every 6 hours'),
  720: text('every 12 hours'),
  1440: text('every day'),
  10080: text('every week'),
}
const everyInWords = (minutes: number, to: Reader): string =>
  EVERY[minutes]
    ? say(to, EVERY[minutes])
    : say(to, 'every {n, plural, one {# minutes} other {# minutes}}', { n: minutes })

/** The rules as one sentence. */
export function rulesInWords(rules: Rules, minutes: number, to: Reader): string {
  const { only, include, exclude, cap_day, budget_month, again_after_days, smart, not_yet_indexed_days } = rules
  const { changed_by, routes, announce_gone } = rules
  const limits = [
    cap_day !== null && say(to, 'at most {n, plural, one {# link} other {# links}} a day', { n: cap_day }),
    budget_month !== null &&
      say(to, 'at most {n, plural, one {# index credit} other {# index credits}} a month', { n: budget_month }),
    say(to, 'each link once in {n, plural, one {# day} other {# days}}', { n: again_after_days }),
    changed_by === 'content' && only !== 'new' && say(to, 'changed links only with another text'),
    routes === 'crawl' && say(to, 'without IndexNow'),
    routes === 'indexnow' && say(to, 'by IndexNow alone, which costs no credit'),
    announce_gone && say(to, 'removed pages announced to IndexNow'),
    smart && say(to, 'only links that a check does not find in Google'),
    not_yet_indexed_days !== null &&
      say(to, 'no link that a check found indexed within {n, plural, one {# day} other {# days}}', {
        n: not_yet_indexed_days,
      }),
  ].filter(Boolean)
  return say(
    to,
    '{only, select, new {New links} changed {Changed links} other {New and changed links}}{include, select, yes { under {where}} other {}}{exclude, select, yes {, except {but}} other {}} are pushed {every}: {limits}.',
    {
      ...{ only, include: include.length ? 'yes' : 'no', exclude: exclude.length ? 'yes' : 'no' },
      ...{ where: include.join(', '), but: exclude.join(', ') },
      ...{ every: everyInWords(minutes, to), limits: limits.join(', ') },
    },
  )
}
