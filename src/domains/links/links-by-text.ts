/**
 * Links whose address holds a text. The index says block by block which may have it, and only these are read: of few, the
 * links themselves lead to their jobs; of many, the jobs are walked in their order until enough are found.
 */
import { type OrderedRows, type PlaceInOrder, walkInOrder } from '../../kernel/database/search-order.ts'
import type { SearchReader } from '../../kernel/database/search-steps.ts'
import type { ZoneDays } from '../../kernel/time/zone-days.ts'
import type { LinkConditions, TextSought } from './link-conditions.ts'
import { placesOf } from './link-grams.ts'
import { textOf } from './link-text.ts'
import { LONG, READ, type Span, TextIndex } from './text-index.ts'

/** Jobs, with what else it takes to walk them. */
export type JobsOfText = {
  jobs: OrderedRows
  terms: LinkConditions
  by_day: boolean
  many_jobs: boolean
  days: ZoneDays
}

/** Ids in the order of the list. `exact`: these are all. */
export type LinksOfText = { uids: number[]; exact: boolean }

type Wanted = { needed: number; most: number }

/** Ids that are looked up at once. */
const LOOKED_UP = 500
/** Links that are read in order as quickly as one elsewhere. */
const IN_ORDER = 8
/** Jobs that are taken up at once, by their number or that of their links. */
const JOBS = 300
const LINKS = 50_000

type JobSpan = Span & { n: number }

/** At least `needed` links, if the caller has that many; and `most` of them, unless that takes long. */
export async function linksOfText(
  look: SearchReader,
  sought: JobsOfText,
  text: TextSought,
  wanted: Wanted,
): Promise<LinksOfText> {
  const index = new TextIndex(look, text)
  const few = text.ids ?? (sought.many_jobs ? await index.few(sought.terms, wanted.needed) : null)
  if (few) return { uids: inOrder(look, sought, text, few), exact: true }
  const found: Found[] = []
  index.cost = 0
  let place: PlaceInOrder | null = null
  do {
    const some: JobSpan[] = []
    let links = 0
    const jobs = { ...sought.jobs, select: `${sought.jobs.select}, j.first_link as first, j.last_link as last` }
    const take = (job: JobSpan): boolean => {
      if (job.n > 0) some.push(job)
      links += job.n
      return some.length >= JOBS || links >= LINKS
    }
    place = await walkInOrder<JobSpan>(look, jobs, take, place)
    if (!(await findIn(look, index, sought.terms, text, some, found, wanted)))
      return { uids: idsOf(found, sought), exact: false }
  } while (place)
  return { uids: idsOf(found, sought), exact: true }
}

type Found = { uid: number; at: string | null; url: string }

/** The links of these jobs; false when there are enough, with more to come. */
async function findIn(
  look: SearchReader,
  index: TextIndex,
  terms: LinkConditions,
  text: TextSought,
  jobs: readonly JobSpan[],
  found: Found[],
  { needed, most }: Wanted,
): Promise<boolean> {
  const isEnough = (): boolean => found.length > (index.cost < LONG ? most : needed)
  const read = (from: string, params: (string | number)[]): void => {
    const rows = look.rows<Found>(`select l.id as uid, l.url, ${terms.at ?? 'null'} as at from ${from}${terms.sql}`, [
      ...params,
      ...terms.params,
    ])
    for (const row of rows) if (holds(text, row)) found.push(row)
  }
  let ids: number[] = []
  const flush = (): void => {
    index.cost += ids.length
    if (ids.length) read('json_each(?) p cross join links l on l.id = p.value where true', [JSON.stringify(ids)])
    ids = []
  }
  for (const job of jobs)
    for (const { first, last, places, block } of index.partsOf(job)) {
      if (places) {
        for (const place of placesOf(places, first - block.first, last - block.first)) {
          ids.push(block.first + place)
          if (ids.length < LOOKED_UP) continue
          flush()
          if (isEnough()) return false
          await look.breathe()
        }
        continue
      }
      flush()
      for (let from = first; from <= last; from += READ) {
        const to = Math.min(last, from + READ - 1)
        read('links l where l.id between ? and ?', [from, to])
        index.cost += (to - from) / IN_ORDER
        if (isEnough()) return false
        await look.breathe()
      }
    }
  flush()
  return !isEnough()
}

const holds = ({ part }: TextSought, { url }: { url: string }): boolean => part === null || textOf(url).includes(part)

/** In the order of their jobs; by day, the jobs keep their order within each. */
function idsOf(found: readonly Found[], { by_day, jobs, days }: JobsOfText): number[] {
  if (!by_day) return found.map(({ uid }) => uid)
  const turn = jobs.dir === 'asc' ? 1 : -1
  const day = ({ at }: Found) => days.dayOf(at!)
  return found.toSorted((a, b) => (day(a) < day(b) ? -turn : day(a) > day(b) ? turn : 0)).map(({ uid }) => uid)
}

/** A few links, as far as the caller may see them, in the order of the list. */
function inOrder(look: SearchReader, sought: JobsOfText, text: TextSought, ids: readonly number[]): number[] {
  const { jobs, terms } = sought
  const tenants = jobs.from.includes('tenants t') ? 'cross join tenants t on t.id = j.tenant_id' : ''
  const by = jobs.by.map((column) => `${column} ${jobs.dir}`)
  const found = look
    .rows<Found>(
      `select l.id as uid, l.url, ${terms.at ?? 'null'} as at from json_each(?) p cross join links l on l.id = p.value
         cross join jobs j on j.id = l.job_id ${tenants} where ${jobs.where}${terms.sql} order by ${by.join(', ')}, l.id`,
      [JSON.stringify(ids), ...jobs.params, ...terms.params],
    )
    .filter((row) => holds(text, row))
  return idsOf(found, sought)
}
