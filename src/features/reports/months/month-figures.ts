/** The numbers of a month's report. Links are read in slices, so that many of them do not block requests. */

import {
  finalDays,
  type LinkRow,
  resultOf,
  type SentDay,
  type ShareByDay7,
  shareByDay7,
} from '../../../domains/jobs/index.ts'
import type { MissingAtGoogle } from '../../../domains/links/index.ts'
import { LOOK_DAYS } from '../../../domains/plans/index.ts'
import { daysOf as workspaceDays } from '../../../domains/tenants/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { pacer } from '../../../kernel/scheduling/pause.ts'
import { DAY, plus, type Time } from '../../../kernel/time/clock.ts'
import { zoneOfPeriod } from '../../../kernel/time/month-zones.ts'
import { daysOf, firstDayOf, lastDayOf } from '../../../kernel/time/periods.ts'
import { daysOfZone, type ZoneDays } from '../../../kernel/time/zone-days.ts'
import { type MonthPush, pushesOf, pushOf } from './month-pushes.ts'
import { type Actor, CAUSES, type Cause, causeOf, partOf, REPORT_PARTS, type ReportPart, WHO } from './page-causes.ts'
import { type Section, sectionsOf, type Tally, tallyIn } from './site-sections.ts'
import { EVER_SEEN, REPORTED, SEEN_SINCE, SEEN_UNTIL, VISIBLE } from './visible-pages.ts'
import { zonesOf } from './zones.ts'

/** Pages with one cause, and the first few of them. */
type MissingPages = { cause: Cause; who: Actor; pages: number; examples: string[] }
type MonthPushFigures = Pick<MonthPush, 'id' | 'name' | 'created_at' | 'status'> & { pages: Tally }

export type MonthFigures = {
  from: string
  to: string
  /** Links of the pushes without those on hosts of other clients; `total` also leaves out links that were not pushed. */
  ordered: number
  pages: Tally
  by_day7: ShareByDay7
  credits: { returned: number; used: number }
  /** Until when some of them are still checked. */
  watched_until: Time | null
  simulated: boolean
  pushes: MonthPushFigures[]
  sections: Section[]
  missing: MissingPages[]
  /** Why pages were never found, by Google's own word. */
  google: MissingAtGoogle
  /** Ids of the links of each part; pages that are new in the index first. */
  lists: Record<ReportPart, number[]>
  /** Visible pages by day; the last value is the present number. */
  curve: { day: string; visible: number }[]
}

export type MonthLink = Pick<LinkRow, 'id' | 'url' | 'state' | 'credit' | 'sent_at' | 'flags' | 'checked_at'> & {
  google_cause: MissingAtGoogle[number]['cause'] | null
  visible: number
  reported: number
  before: number | null
  seen: number
  since: Time | null
  until: Time | null
}

/** Links read at a time (less than 2 ms). */
const SLICE = 500

/** The next links of a push after `after`: the one place where links of a report are chosen. */
export const linksBehind = (tx: ReadTx, push: MonthPush, after: number): MonthLink[] =>
  tx.rows<MonthLink>(
    `select id, url, state, credit, sent_at, flags, google_cause, ${VISIBLE} as visible, ${REPORTED} as reported, before_indexed = 'yes' as before,
       ${EVER_SEEN} as seen, ${SEEN_SINCE} as since, ${SEEN_UNTIL} as until, checked_at
     from links where id > ? and id <= ? ${push.left_out ? LEAVE_OUT : ''} order by id limit ${SLICE}`,
    after,
    push.last_link,
    ...(push.left_out ? [push.left_out] : []),
  )

const LEAVE_OUT = 'and host not in (select value from json_each(?))'

export type CountingApp = Pick<App, 'db' | 'clock'>

export async function countMonth(app: CountingApp, tenant_id: string, month: string): Promise<MonthFigures> {
  const now = app.clock.now()
  const { pushes, zone } = app.db.read((tx) => ({
    pushes: pushesOf(tx, tenant_id, month),
    zone: daysOfZone(zoneOfPeriod(zonesOf(tx, tenant_id), month)),
  }))
  const sum = summary(daysOf(month, zone.dayOf(now), LOOK_DAYS.at(-1)!), zone, now)
  const counted: MonthPushFigures[] = []
  for (const push of pushes) {
    const pages = await addUp(app, push, sum)
    const { id, name, created_at, status } = push
    counted.push({ id, name, created_at, status, pages })
  }
  return { ...facts(pushes, month), ...sum.done(), pushes: counted }
}

export type PushFigures = Pick<
  MonthFigures,
  'ordered' | 'credits' | 'pages' | 'by_day7' | 'sections' | 'missing' | 'google' | 'lists'
>

/** Counts one push in the same way. */
export async function countPush(app: CountingApp, job_id: string): Promise<PushFigures> {
  const { push, zone } = app.db.read((tx) => {
    const push = pushOf(tx, job_id)
    return { push, zone: workspaceDays(tx, push.tenant_id) }
  })
  const now = app.clock.now()
  const sum = summary([zone.dayOf(now)], zone, now)
  await addUp(app, push, sum)
  const { curve: _, ...figures } = sum.done()
  return figures
}

/** One for all counts: each of a thousand small pushes, or of a hundred small months, would end before its own pause. */
const turn = pacer()

/** Adds the links of a push, a slice at a time; returns their sums. */
async function addUp({ db }: Pick<App, 'db'>, push: MonthPush, sum: ReturnType<typeof summary>): Promise<Tally> {
  const pages = { total: 0, visible: 0, before: 0, gained: 0 }
  for (let after = push.first_link - 1; after < push.last_link; ) {
    await turn()
    const links = db.read((tx) => linksBehind(tx, push, after))
    for (const link of links) sum.add(push, link, pages)
    after = links.at(-1)?.id ?? push.last_link
  }
  return pages
}

/** Facts of the jobs alone. */
function facts(pushes: readonly MonthPush[], month: string) {
  const waiting = pushes.filter(({ status }) => status !== 'done' && status !== 'cancelled')
  const sent = waiting.map(({ sent_at, created_at, drip_days }) =>
    plus(sent_at ?? created_at, (drip_days + LOOK_DAYS.at(-1)!) * DAY),
  )
  return {
    from: firstDayOf(month),
    to: lastDayOf(month),
    watched_until: sent.sort().at(-1) ?? null,
    simulated: pushes.some(({ simulated }) => simulated),
  }
}

/** The place of a moment among these days: the first or last one for those outside. */
function placeIn(days: readonly string[], zone: ZoneDays): (time: Time) => number {
  const place = new Map(days.map((day, i) => [day, i]))
  return (time) => {
    const day = zone.dayOf(time)
    return day < days[0]! ? 0 : (place.get(day) ?? days.length - 1)
  }
}

/** Sums up links, one by one. */
function summary(days: readonly string[], zone: ZoneDays, now: Time) {
  const indexOf = placeIn(days, zone)
  const changes = days.map(() => 0)
  const pages: Tally = { total: 0, visible: 0, before: 0, gained: 0 }
  const credits = { returned: 0, used: 0 }
  let ordered = 0
  const sent = new Map<string, SentDay>()
  const sections = new Map<string, Map<string, Tally>>()
  const missing: Causes = new Map()
  const google: Words = new Map()
  const listed = REPORT_PARTS.map((part) => [part, { news: [] as number[], before: [] as number[] }] as const)
  const parts = new Map(listed)
  return {
    add(push: MonthPush, link: MonthLink, of: Tally) {
      ordered++
      if (link.credit === 'released') credits.returned++
      if (link.credit === 'consumed') credits.used++
      for (const tally of [pages, of]) put(tally, link)
      if (link.sent_at !== null && link.state !== 'held_out') count(sent, zone.dayOf(link.sent_at), link)
      if (link.reported) put(tallyIn(sections, link.url), link)
      const cause = causeOf(link)
      parts.get(partOf(cause))![link.before ? 'before' : 'news'].push(link.id)
      if (cause) name(missing, cause, link.url)
      if (cause === 'not_taken') addWord(google, link)
      if (!link.seen) return
      // A page that was there before its push counts from the first day, so that the curve starts at what was there.
      const since = link.since === null ? 0 : indexOf(link.since)
      const until = link.visible ? null : indexOf(link.until ?? push.created_at)
      if (until !== null && until <= since) return
      changes[since]!++
      if (until !== null) changes[until]!--
    },
    done() {
      let visible = 0
      return {
        ordered,
        credits,
        pages,
        by_day7: shareByDay7(finalDays([...sent.values()].toSorted(byDay), zone, now)),
        sections: sectionsOf(sections),
        missing: CAUSES.flatMap((cause) => {
          const found = missing.get(cause)
          return found ? { cause, who: WHO[cause], ...found } : []
        }),
        google: wordsOf(google),
        lists: Object.fromEntries(listed.map(([part, { news, before }]) => [part, [...news, ...before]])) as Record<
          ReportPart,
          number[]
        >,
        curve: days.map((day, i) => {
          visible += changes[i]!
          return { day, visible }
        }),
      }
    },
  }
}

type Words = Map<MissingAtGoogle[number]['cause'], number>

function addWord(words: Words, { google_cause: cause }: MonthLink): void {
  if (cause) words.set(cause, (words.get(cause) ?? 0) + 1)
}

const wordsOf = (words: Words): MissingAtGoogle =>
  [...words]
    .map(([cause, pages]) => ({ cause, pages }))
    .sort((a, b) => b.pages - a.pages || (a.cause < b.cause ? -1 : 1))

type Causes = Map<Cause, { pages: number; examples: string[] }>

function name(causes: Causes, cause: Cause, url: string): void {
  const known = causes.get(cause) ?? { pages: 0, examples: [] }
  known.pages++
  if (known.examples.length < 3) known.examples.push(url)
  causes.set(cause, known)
}

const byDay = (a: SentDay, b: SentDay): number => (a.day < b.day ? -1 : 1)

function count(days: Map<string, SentDay>, day: string, link: MonthLink): void {
  const one = days.get(day) ?? { day, sent: 0, came: 0, missed: 0, waiting: 0 }
  one.sent++
  one[resultOf(link) ?? 'waiting']++
  days.set(day, one)
}

function put(tally: Tally, { reported, visible, before }: MonthLink): void {
  if (reported) tally.total++
  if (visible) tally.visible++
  if (before) tally.before++
  if (visible && !before) tally.gained++
}
