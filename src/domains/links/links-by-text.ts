/**
 * Links whose address holds a text. The index says block by block which may have it, and only these are read: of few, the
 * links themselves lead to their jobs; of many, the jobs are walked in their order until enough are found.
 */
import { type OrderedRows, type PlaceInOrder, walkInOrder } from '../../kernel/database/search-order.ts'
import type { SearchReader } from '../../kernel/database/search-steps.ts'
import { LISTS_OF_A_BLOCK } from './index-links.ts'
import type { LinkConditions, TextSought } from './link-conditions.ts'
import { among, countOf, either, type Gram, gramsOf, type Places, placesOf } from './link-grams.ts'
import { textOf } from './link-text.ts'

/** Jobs, with what else it takes to walk them. */
export type JobsOfText = { jobs: OrderedRows; terms: LinkConditions; by_day: boolean; many_jobs: boolean }

/** Ids in the order of the list. `exact`: these are all. */
export type LinksOfText = { uids: number[]; exact: boolean }

/** Up to this number they are put in order by themselves. */
const FEW = 2000
/** Ids that are looked up at once, and unindexed links that are read at once. */
const LOOKED_UP = 500
const READ = 2000
const MOST_UNINDEXED = 10_000
/** Below this number in a block it is quicker to read the links than to look for the rest of the text. */
const ENOUGH = 4
/** Jobs that are taken up at once, by their number or that of their links. */
const JOBS = 300
const LINKS = 50_000

type Block = { id: number; first: number; last: number }
type Span = { first: number; last: number }
type JobSpan = Span & { n: number }

/** At least `most` links, if the caller has that many. */
export async function linksOfText(
  look: SearchReader,
  sought: JobsOfText,
  text: TextSought,
  most: number,
): Promise<LinksOfText> {
  const index = new TextIndex(look, text)
  const few = text.ids ?? (sought.many_jobs ? await index.few(sought.terms) : null)
  if (few) return { uids: inOrder(look, sought, text, few), exact: true }
  const found: Found[] = []
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
    if (!(await findIn(look, index, sought.terms, text, some, found, most)))
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
  most: number,
): Promise<boolean> {
  const read = (from: string, params: (string | number)[]): void => {
    const rows = look.rows<Found>(`select l.id as uid, l.url, ${terms.at ?? 'null'} as at from ${from}${terms.sql}`, [
      ...params,
      ...terms.params,
    ])
    for (const row of rows) if (holds(text, row)) found.push(row)
  }
  let ids: number[] = []
  const flush = (): void => {
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
          if (found.length > most) return false
          await look.breathe()
        }
        continue
      }
      flush()
      for (let from = first; from <= last; from += READ) {
        read('links l where l.id between ? and ?', [from, Math.min(last, from + READ - 1)])
        if (found.length > most) return false
        await look.breathe()
      }
    }
  flush()
  return found.length <= most
}

const holds = ({ part }: TextSought, { url }: { url: string }): boolean => part === null || textOf(url).includes(part)

/** In the order of their jobs; by day, the jobs keep their order within each. */
function idsOf(found: readonly Found[], { by_day, jobs }: JobsOfText): number[] {
  if (!by_day) return found.map(({ uid }) => uid)
  const turn = jobs.dir === 'asc' ? 1 : -1
  const day = ({ at }: Found) => at!.slice(0, 10)
  return found.toSorted((a, b) => (day(a) < day(b) ? -turn : day(a) > day(b) ? turn : 0)).map(({ uid }) => uid)
}

/** A few links, as far as the caller may see them, in the order of the list. */
function inOrder(
  look: SearchReader,
  { jobs, terms, by_day }: JobsOfText,
  text: TextSought,
  ids: readonly number[],
): number[] {
  const tenants = jobs.from.includes('tenants t') ? 'cross join tenants t on t.id = j.tenant_id' : ''
  const by = [...(by_day ? [`substr(${terms.at}, 1, 10)`] : []), ...jobs.by].map((column) => `${column} ${jobs.dir}`)
  return look
    .rows<Found>(
      `select l.id as uid, l.url from json_each(?) p cross join links l on l.id = p.value
         cross join jobs j on j.id = l.job_id ${tenants} where ${jobs.where}${terms.sql} order by ${by.join(', ')}, l.id`,
      [JSON.stringify(ids), ...jobs.params, ...terms.params],
    )
    .filter((row) => holds(text, row))
    .map(({ uid }) => uid)
}

/** The links of each block that may have a text. */
class TextIndex {
  private readonly wanted: Gram[][][]
  private blocks: Block[]
  private readonly known = new Map<number, Places | null>()

  constructor(
    private readonly look: SearchReader,
    { any_of }: TextSought,
  ) {
    this.wanted = any_of.map((texts) => texts.map(gramsOf))
    this.blocks = this.read()
  }

  private read(): Block[] {
    return this.look.rows<Block>(
      "select id, first_link as first, last_link as last from link_blocks where state in ('ready', 'stale') order by first_link",
      [],
    )
  }

  /** Some links' ids, cut by blocks. Where `places` is null, each of them may be meant. */
  *partsOf({ first, last }: Span): Generator<Span & { places: Places | null; block: Block }> {
    for (let from = first; from <= last; ) {
      const block = this.blockOf(from)
      const to = Math.min(last, block.last)
      yield { first: from, last: to, places: this.placesOf(block), block }
      from = to + 1
    }
  }

  /** The ids that may be meant, in all of the install, where they are few. */
  async few(terms: LinkConditions): Promise<number[] | null> {
    const [{ last }] = this.look.rows<{ last: number }>('select coalesce(max(id), 0) as last from links', []) as [Span]
    const ids: number[] = []
    for (const { first, last: end, places, block } of this.partsOf({ first: 1, last })) {
      if (places ? countOf(places) > FEW : end - first > MOST_UNINDEXED) return null
      if (places)
        for (const place of placesOf(places, first - block.first, end - block.first)) ids.push(block.first + place)
      else
        for (let from = first; from <= end; from += READ)
          ids.push(...this.unindexed(terms, from, Math.min(end, from + READ - 1)))
      if (ids.length > FEW) return null
      await this.look.breathe()
    }
    return ids
  }

  private unindexed(terms: LinkConditions, first: number, last: number): number[] {
    const sql = `select l.id from links l where l.id between ? and ?${terms.sql}`
    return this.look.rows<{ id: number }>(sql, [first, last, ...terms.params]).map(({ id }) => id)
  }

  /** The block that has an id, or where there is none, the gap. */
  private blockOf(id: number): Block {
    let [low, high] = [0, this.blocks.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.blocks[middle]!.last < id) low = middle + 1
      else high = middle
    }
    const block = this.blocks[low]
    if (!block) return { id: 0, first: id, last: Number.MAX_SAFE_INTEGER }
    return block.first <= id ? block : { id: 0, first: id, last: block.first - 1 }
  }

  private placesOf({ id, first, last }: Block): Places | null {
    if (id === 0) return null
    const known = this.known.get(id)
    if (known !== undefined) return known
    const places = this.lookUp(id, last - first + 1)
    this.known.set(id, places)
    return places
  }

  /** Null when a larger block has taken the place of this one, so that its lists are being removed. */
  private lookUp(id: number, size: number): Places | null {
    let all: Places | null = null
    for (const texts of this.wanted) {
      const before: Places | null = all
      const of = (grams: Gram[]): Places | null => this.placesOfText(id, grams, size, before)
      all = texts.slice(1).reduce((some, grams) => both(some, of(grams), size), of(texts[0]!))
    }
    const gone = "select 1 from link_blocks where id = ? and state <> 'gone'"
    return all && countOf(all) === 0 && this.look.rows(gone, [id]).length === 0 ? null : all
  }

  /** The grams that few links have go first, as far as the last block has shown. */
  private placesOfText(id: number, grams: Gram[], size: number, before: Places | null): Places | null {
    const start = id * LISTS_OF_A_BLOCK
    let all = before
    for (const gram of grams) {
      let having: Places | null = null
      gram.bytes = 0
      for (const { links } of this.look.rows<{ links: Uint8Array }>(LISTS, [start + gram.first, start + gram.last])) {
        gram.bytes += links.length
        const some = among(all, links, size)
        having = having ? either(having, some, size) : some
      }
      all = having ?? new Uint16Array()
      if (countOf(all) <= ENOUGH) break
    }
    grams.sort((a, b) => (a.bytes ?? Infinity) - (b.bytes ?? Infinity))
    return all
  }
}

const LISTS = 'select links from link_grams where id between ? and ?'

const both = (a: Places | null, b: Places | null, size: number): Places | null => (a && b ? either(a, b, size) : null)
