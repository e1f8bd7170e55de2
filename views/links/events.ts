/** The life of a link as moments in their order, each in the words of the screen. */
import type { LinkCheck, LinkDetail, LinkPing } from '../../src/domains/reports/index.ts'
import type { Time } from '../../src/kernel/time/clock.ts'
import { many } from '../parts/format.ts'
import type { Tone } from '../parts/words.ts'
import { ENGINE_WORDS } from '../suppliers/words.ts'
import { lineBack, linesAside } from './credit-story.ts'

export type Moment = {
  /** Null: it belongs to the order, and when it was is not kept. */
  at: Time | null
  tone: Tone
  title: string
  /** More on it, a line each. */
  says: string[]
  /** The look that it tells of. */
  look?: LinkCheck
  /** The lines of the ledger that it moved. */
  lines?: { id: string; words: string }[]
  /** Not yet. */
  to_come?: boolean
}

/** What happened to one link of one job, the first thing first. */
export function momentsOf(life: LinkDetail): Moment[] {
  const happened = [
    ordered(life),
    ...screened(life),
    ...sent(life),
    ...life.indexnow.map(pinged),
    ...life.checks.map(looked),
  ]
  const all = [...happened, ...settled(life), ...next(life)]
  const key = ({ at, to_come }: Moment) => `${to_come ? 1 : 0}${at ?? life.job.created_at}`
  return all.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))
}

function ordered(life: LinkDetail): Moment {
  const { job } = life
  const aside = linesAside(life)
  return {
    at: job.created_at,
    tone: 'idle',
    title: job.type === 'check' ? 'Check ordered' : 'Push ordered',
    says: [`By ${job.created_by}`],
    lines: aside.map(({ id, amount, note }) => ({
      id,
      words: `${many(amount, 'index credit')} set aside for ${note === 'retry' ? 'the retry' : 'the push'}, 1 of them for this link`,
    })),
  }
}

function screened({ job, link }: LinkDetail): Moment[] {
  const { preflight, flags, fix, warnings } = link
  if (preflight === null || job.type === 'check') return []
  const status = preflight.status === null ? 'no answer' : String(preflight.status)
  const title = flags.length ? `Pre-flight: held back (${status})` : `Pre-flight: the page answered ${status}`
  return [{ at: null, tone: flags.length ? 'warn' : 'ok', title, says: [...(fix?.split('\n') ?? []), ...warnings] }]
}

function sent({ link }: LinkDetail): Moment[] {
  if (link.state === 'failed')
    return [{ at: link.settled_at, tone: 'bad', title: 'Could not be sent', says: link.reason ? [link.reason] : [] }]
  if (link.sent_at === null) return []
  const { batch_links, push_anyway } = link
  const says = [
    ...(batch_links ? [`In a batch of ${many(batch_links, 'link')}`] : []),
    ...(push_anyway ? ['Pushed anyway, without the guarantee'] : []),
  ]
  return [{ at: link.sent_at, tone: 'info', title: 'Sent to the search engines', says }]
}

const PING: Record<LinkPing['state'], { words: string; tone: Tone }> = {
  queued: { words: 'on its way', tone: 'info' },
  sent: { words: 'sent', tone: 'ok' },
  skipped_24h: { words: 'skipped, as it was sent within 24 hours', tone: 'idle' },
  not_covered: { words: 'outside the folder of the key file', tone: 'warn' },
  refused: { words: 'refused', tone: 'bad' },
  failed: { words: 'failed', tone: 'bad' },
}

const pinged = ({ state, at, sent_at, host, answer_status, explanation }: LinkPing): Moment => ({
  at: sent_at ?? at,
  tone: PING[state].tone,
  title: `IndexNow: ${PING[state].words}`,
  says: [
    answer_status === null
      ? `With the key of ${host}`
      : `With the key of ${host}; the engines answered ${answer_status}`,
    ...(explanation ? [explanation] : []),
  ],
})

const PURPOSE: Record<LinkCheck['purpose'], string> = {
  before: 'Check before the push',
  guarantee: 'Check',
  recheck: 'Re-check',
  check: 'Check',
  holdout: 'Look at the link held back',
}

const SAW: Record<'yes' | 'no' | 'unknown', { words: string; tone: Tone }> = {
  yes: { words: 'indexed', tone: 'ok' },
  no: { words: 'not indexed', tone: 'warn' },
  unknown: { words: 'no answer', tone: 'idle' },
}

const METHOD: Record<NonNullable<LinkCheck['method']>, string> = {
  inspection: "the engine's own inspection",
  search_result: 'its search results',
  supplier_report: 'its report',
  simulated: 'a simulated look',
}

function looked(look: LinkCheck): Moment {
  const what = look.confirms
    ? 'The same look once more'
    : look.day !== null
      ? `Day ${look.day} look`
      : PURPOSE[look.purpose]
  const engine = ENGINE_WORDS[look.engine].title
  if (look.checked_at === null || look.indexed === null)
    return { at: look.created_at, tone: 'info', title: `${what}: ${engine} is being asked`, says: [], look }
  const { words, tone } = SAW[look.indexed]
  return {
    at: look.checked_at,
    tone,
    title: `${what}: ${words}`,
    says: [
      look.method && look.indexed !== 'unknown' ? `${engine}, by ${METHOD[look.method]}` : engine,
      ...(look.evidence ? [look.evidence] : look.failed ? ['The engine gave no answer.'] : []),
    ],
    look,
  }
}

function settled(life: LinkDetail): Moment[] {
  const { link, job } = life
  if (link.settled_at === null || link.credit === null || link.credit === 'reserved') return []
  const back = lineBack(life)
  const lines = back
    ? [{ id: back.id, words: `${many(back.amount, 'index credit')} back, 1 of them for this link` }]
    : []
  const tone = link.credit === 'released' ? 'info' : 'ok'
  if (link.credit === 'consumed')
    return link.guarantee ? [{ at: link.settled_at, tone, title: 'Credit used', says: [] }] : []
  const title = link.credit === 'released' ? 'Credit refunded' : 'Not charged'
  const cause = link.state === 'cancelled' && job.status === 'cancelled' ? ['The push was cancelled'] : []
  return [{ at: link.settled_at, tone, title, says: cause, lines }]
}

function next({ link, job }: LinkDetail): Moment[] {
  if (job.status === 'cancelled' && link.sent_at === null) return []
  return [
    ...(link.due_at && link.sent_at === null
      ? [{ at: link.due_at, tone: 'idle' as const, title: 'Will be sent', says: [], to_come: true }]
      : []),
    ...(link.next_look_at
      ? [{ at: link.next_look_at, tone: 'idle' as const, title: 'Next look', says: [], to_come: true }]
      : []),
  ]
}
