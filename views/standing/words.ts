/** Standing pushes in words. */
import type { Reason, Rules, Run, StandingPush } from '../../src/features/standing/index.ts'
import { many, number } from '../parts/text/format.ts'
import type { StatusWord } from '../parts/text/words.ts'

export const ONLY_WORDS: Record<Rules['only'], string> = {
  new_and_changed: 'New and changed links',
  new: 'New links',
  changed: 'Changed links',
}

export const KIND_WORDS: Record<NonNullable<StandingPush['kind']>, string> = {
  sitemap: 'Sitemap',
  index: 'Sitemap index',
  robots: 'robots.txt',
  rss: 'RSS feed',
  atom: 'Atom feed',
  json_feed: 'JSON Feed',
  list: 'List',
}

const REASON_WORDS: Record<Reason, string> = {
  invalid: 'not a link',
  foreign_host: 'on another host',
  excluded: 'excluded',
  not_included: 'not included',
  baseline: 'learned',
  unchanged: 'unchanged',
  not_wanted: 'not wanted by the rules',
  waiting: 'waiting already',
  no_room: 'beyond 100,000 that may wait',
  held: 'held',
  pushed_lately: 'pushed lately',
  indexed: 'indexed',
  same_text: 'with the same text',
  flagged: 'flagged by the pre-flight',
  no_indexnow: 'not open to IndexNow',
  over_cap_day: 'beyond the day’s cap',
  over_budget: 'beyond the month’s budget',
  no_credits: 'without credits',
}

/** Omitted links by reason: `3 excluded`. */
export const skippedInWords = (skipped: Partial<Record<Reason, number>>): string[] =>
  Object.entries(skipped).map(([reason, n]) => `${number(n)} ${REASON_WORDS[reason as Reason]}`)

const RUN_STATES: Record<Run['state'], StatusWord> = {
  running: { word: 'Running', icon: 'clock', tone: 'info' },
  done: { word: 'Complete', icon: 'check', tone: 'ok' },
  partial: { word: 'Partial', icon: 'triangle-alert', tone: 'warn' },
  held: { word: 'Held', icon: 'clock', tone: 'warn' },
  failed: { word: 'Failed', icon: 'x', tone: 'bad' },
}

export const runState = ({ state, decided }: Pick<Run, 'state' | 'decided'>): StatusWord => {
  if (state !== 'held' || decided === null) return RUN_STATES[state]
  const word = { push: 'Released', learn: 'Learned', drop: 'Dropped' }[decided]
  return { word, icon: 'check', tone: 'ok' }
}

export function pushState(
  push: Pick<StandingPush, 'paused' | 'paused_why' | 'held_run' | 'failing_since' | 'learned_at'>,
): StatusWord {
  if (push.paused) return { word: 'Paused', icon: 'ban', tone: push.paused_why === 'person' ? 'idle' : 'bad' }
  if (push.held_run) return { word: 'Decide', icon: 'triangle-alert', tone: 'warn' }
  if (push.failing_since) return { word: 'Failing', icon: 'x', tone: 'bad' }
  return push.learned_at
    ? { word: 'Active', icon: 'check', tone: 'ok' }
    : { word: 'Learning', icon: 'clock', tone: 'info' }
}

/** Result of a run: `3 new, 2 changed: 5 pushed`. */
export function runInWords({ state, new_urls, changed_urls, pushed, held, gone, skipped, note }: Run): string {
  if (state === 'failed') return note ?? 'The source could not be read.'
  if (skipped.baseline) return `${many(skipped.baseline, 'known link')} noted, none pushed`
  const found = [new_urls && `${number(new_urls)} new`, changed_urls && `${number(changed_urls)} changed`].filter(
    Boolean,
  )
  const done = [
    pushed && `${number(pushed)} pushed`,
    held && `${number(held)} held`,
    gone && `${number(gone)} removed from the source`,
  ].filter(Boolean)
  if (found.length + done.length === 0) return 'Nothing new'
  return [found.join(', '), done.join(', ')].filter(Boolean).join(': ')
}

const EVERY: Record<number, string> = {
  15: 'every 15 minutes',
  60: 'every hour',
  360: 'every 6 hours',
  720: 'every 12 hours',
  1440: 'every day',
  10080: 'every week',
}
const everyInWords = (minutes: number): string => EVERY[minutes] ?? `every ${number(minutes)} minutes`

/** The rules as one sentence. */
export function rulesInWords(rules: Rules, minutes: number): string {
  const { only, include, exclude, cap_day, budget_month, again_after_days, smart, not_yet_indexed_days } = rules
  const { changed_by, routes, announce_gone } = rules
  const where = include.length ? ` under ${include.join(', ')}` : ''
  const but = exclude.length ? `, except ${exclude.join(', ')}` : ''
  const limits = [
    cap_day !== null && `at most ${many(cap_day, 'link')} a day`,
    budget_month !== null && `at most ${many(budget_month, 'index credit')} a month`,
    `each link once in ${many(again_after_days, 'day')}`,
    changed_by === 'content' && only !== 'new' && 'changed links only with another text',
    routes === 'crawl' && 'without IndexNow',
    routes === 'indexnow' && 'by IndexNow alone, which costs no credit',
    announce_gone && 'removed pages announced to IndexNow',
    smart && 'only links that a check does not find in Google',
    not_yet_indexed_days !== null && `no link that a check found indexed within ${many(not_yet_indexed_days, 'day')}`,
  ].filter(Boolean)
  return `${ONLY_WORDS[only]}${where}${but} are pushed ${everyInWords(minutes)}: ${limits.join(', ')}.`
}
