/** Data that explains the last settled day of a workspace, or one week: its links, earlier ones, newer pushes, other workspaces. */

import type { GoogleCause } from '../../domains/checks/index.ts'
import { type Standing, standings } from '../../domains/figures/index.ts'
import { type LinkRow, OWN_HOST } from '../../domains/jobs/index.ts'
import { type FLAGS, sectionOf } from '../../domains/preflight/index.ts'
import { daysOf, workspacesAt } from '../../domains/tenants/index.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import { inPlainEnglish, type Stored } from '../../kernel/language/say.ts'
import type { Reading } from '../../kernel/operation/caller.ts'
import { inSlices } from '../../kernel/scheduling/in-slices.ts'
import { pause } from '../../kernel/scheduling/pause.ts'
import { DAY, dayAfter, type Time, weekOf } from '../../kernel/time/clock.ts'
import { daysLater, type ZoneDays } from '../../kernel/time/zone-days.ts'
import type { LocalDay } from '../../kernel/time/zones.ts'
import { explain, type MissedFacts, type MissedLink, type WhySection } from './missed-causes.ts'

type Flag = (typeof FLAGS)[number]
type PushedLink = Pick<LinkRow, 'id' | 'job_id' | 'url' | 'flags' | 'warnings' | 'push_anyway'> &
  Record<'indexed' | 'released' | 'screened', 0 | 1>

/** Links read in one step, and in all: more tell nothing new. */
const SLICE = 2000
const MOST_LINKS = 10_000
/** Pushes that the links are of. */
const MOST_JOBS = 60
/** Missed links whose other pushes are looked up, and those pushes. */
const MOST_MISSED = 500
const MOST_PUSHES = 20
/** Earlier links from which a section has a usual share. */
const LEAST_USUAL = 5
/** Days around the day in which others tell of the supplier. */
const NEAR = 7

/** `of`: the first day, and the one after the last. */
type Span = { from: LocalDay; to: LocalDay }

const spanOf = ({ last }: Standing, week: LocalDay | undefined): Span | null => {
  if (week === undefined) return last && { from: last.day, to: dayAfter(last.day) }
  const from = weekOf(`${week}T12:00:00.000Z`)
  return { from, to: daysLater(from, 7) }
}

export async function readWhy(read: Reading, tenant_id: string, week?: string) {
  const days = read((tx, caller) => daysOf(tx, caller.tenant_id))
  const common = { time_zone: days.zone, standing: read((tx) => ownStanding(tx, tenant_id, days)) }
  const { usual } = common.standing
  const of = spanOf(common.standing, week)
  if (of === null) return { ...common, of, facts: [], sections: [], missed: [] }
  const [from, to] = [days.startOf(of.from), days.startOf(of.to)]
  const links = await sentIn(read, tenant_id, from, to)
  const earlier = await sentIn(read, tenant_id, days.startOf(daysLater(of.from, -84)), from)
  const missed = links.filter(({ indexed }) => indexed === 0)
  const several = new Set(links.map(({ url }) => sectionOf(url).host)).size > 1
  const sections = sectionsOf(links, earlier, several)
  const explained = read((tx) => missedOf(tx, tenant_id, missed, to, several))
  const known: MissedFacts = {
    links: links.length,
    missed: explained,
    usual,
    sections,
    screened: links.every(({ screened }) => screened === 1),
    others: await othersOf(read, tenant_id, of.from, days),
    refunded: links.filter(({ released }) => released === 1).length,
  }
  return {
    ...common,
    of: { ...of, links: links.length, indexed: links.length - missed.length },
    facts: explain(known),
    sections,
    missed: missed.map(({ id, url }, i) => ({ uid: id, url, flags: flagsNow(explained[i]) })),
  }
}

/** Flags from the newest pre-flight of a page. */
const flagsNow = (missed?: MissedLink): readonly Flag[] => missed?.later ?? missed?.flags ?? []

const ownStanding = (tx: ReadTx, id: string, days: ZoneDays): Standing => standings(tx, [id], days).standings.get(id)!

/** Links with a final result that were sent in this time, of the newest pushes; these come from the cohorts. */
async function sentIn(read: Reading, tenant_id: string, from: Time, to: Time): Promise<PushedLink[]> {
  const jobs = read((tx) =>
    tx.rows<{ first_link: number }>(
      `select j.id, j.first_link, j.last_link from jobs j where j.tenant_id = ? and j.deleted_at is null and exists (
         select 1 from cohorts c where c.job_id = j.id and c.quarter >= ? and c.quarter < ?) order by j.id desc limit ${MOST_JOBS}`,
      tenant_id,
      from,
      to,
    ),
  ).toSorted((a, b) => a.first_link - b.first_link)
  const all: PushedLink[] = []
  for (let some: PushedLink[] = []; all.length < MOST_LINKS; await pause()) {
    some = read((tx) => linksOf(tx, JSON.stringify(jobs), all.at(-1)?.id ?? 0, from, to))
    all.push(...some)
    if (some.length < SLICE) break
  }
  return all
}

const linksOf = (tx: ReadTx, jobs: string, after: number, from: string, to: string): PushedLink[] =>
  tx.rows(
    `select l.id, l.job_id, l.url, l.state = 'indexed' as indexed, l.flags, l.warnings, l.push_anyway, l.credit is 'released' as released,
       l.facts is not null as screened
     from json_each(?1) p cross join links l not indexed
       on l.id between max(p.value ->> 'first_link', ?2 + 1) and p.value ->> 'last_link'
     where l.job_id = p.value ->> 'id' and l.sent_at >= ?3 and l.sent_at < ?4 and l.state in ('indexed', 'not_indexed')
       and ${OWN_HOST} limit ${SLICE}`,
    jobs,
    after,
    from,
    to,
  )

const nameIn = (url: string, several: boolean): string => {
  const { host, folder } = sectionOf(url)
  return several ? `${host}${folder}` : folder
}

/** The largest loss first. */
function sectionsOf(links: readonly PushedLink[], earlier: readonly PushedLink[], several: boolean): WhySection[] {
  const usual = Map.groupBy(earlier, ({ url }) => nameIn(url, true))
  const share = (url: string): number | null => {
    const before = usual.get(nameIn(url, true)) ?? []
    return before.length < LEAST_USUAL ? null : found(before) / before.length
  }
  return [...Map.groupBy(links, ({ url }) => nameIn(url, several))]
    .map(([name, of]) => {
      const [{ url }] = of as [PushedLink]
      return { name, host: sectionOf(url).host, links: of.length, indexed: found(of), usual: share(url) }
    })
    .toSorted((a, b) => b.links - b.indexed - (a.links - a.indexed) || (a.name < b.name ? -1 : 1))
}

const found = (links: readonly PushedLink[]): number => links.filter(({ indexed }) => indexed === 1).length

type LinkOfOtherPush = { url: string; flags: string; newer: 0 | 1; missed: 0 | 1 }

/** The missed links, with the findings of other pushes of the same pages. */
function missedOf(
  tx: ReadTx,
  tenant_id: string,
  links: readonly PushedLink[],
  end: Time,
  several: boolean,
): MissedLink[] {
  const some = links.slice(0, MOST_MISSED)
  const others = tx.rows<LinkOfOtherPush>(
    `select l.url, l.flags, p.created_at >= ?3 as newer, l.state = 'not_indexed' as missed
     from (select id, created_at from jobs where tenant_id = ?1 and type = 'index' and deleted_at is null
       order by abs(julianday(created_at) - julianday(?3)) limit ${MOST_PUSHES}) p
     cross join json_each(?2) u cross join links l indexed by links_url on l.job_id = p.id and l.url = u.value ->> 'url'
     where l.id <> u.value ->> 'id' order by l.id`,
    tenant_id,
    JSON.stringify(some.map(({ id, url }) => ({ id, url }))),
    end,
  )
  const said = googleSays(tx, some)
  const byUrl = Map.groupBy(others, ({ url }) => url)
  return some.map(({ id, url, flags, warnings, push_anyway }) => {
    const all = byUrl.get(url) ?? []
    const later = all.findLast(({ newer }) => newer === 1)
    return {
      url,
      section: nameIn(url, several),
      pushed_anyway: push_anyway === 1,
      google: said.get(id) ?? null,
      before: all.some(({ newer, missed }) => newer === 0 && missed === 1),
      flags: JSON.parse(flags) as Flag[],
      later: later ? (JSON.parse(later.flags) as Flag[]) : null,
      warnings: (JSON.parse(warnings) as Stored[]).map((one) => withoutFigures(inPlainEnglish(one))),
    }
  })
}

/** The latest cause that Google's URL Inspection named for each link. */
function googleSays(tx: ReadTx, links: readonly PushedLink[]): Map<number, GoogleCause> {
  const found = tx.rows<{ id: number; cause: GoogleCause }>(
    `select k.link_id as id, k.cause from json_each(?) l
     cross join looks k on k.job_id = l.value ->> 'job_id' and k.link_id = l.value ->> 'id'
     where k.state = 'done' and k.cause is not null order by k.id`,
    JSON.stringify(links.map(({ id, job_id }) => ({ id, job_id }))),
  )
  return new Map(found.map(({ id, cause }) => [id, cause]))
}

/** So that the same warning of two pages is one: `almost no text (12 characters)`. Warnings quote addresses of the site. */
export const withoutFigures = (text: string): string =>
  text.replace(/ ?\(([^()]*)\)/g, (all, within: string) => (/\d/.test(within) ? '' : all))

/** Other workspaces in the caller's reach, but teams above it, with a result near the day. */
async function othersOf(
  read: Reading,
  tenant_id: string,
  day: LocalDay,
  days: ZoneDays,
): Promise<MissedFacts['others']> {
  const ids = read((tx, { path }) => workspacesAt(tx, path).map(({ id }) => id)).filter((id) => id !== tenant_id)
  const all = (await inSlices(ids, (some) => [...read((tx) => standings(tx, some, days)).standings.values()])).flat()
  const near = all.filter(
    ({ last, usual }) => last && usual !== null && Math.abs(Date.parse(last.day) - Date.parse(day)) <= NEAR * DAY,
  )
  return { known: near.length, below: near.filter(({ below_usual }) => below_usual).length }
}
