/** The index of searches as one search reads it: block by block, which links may have a text. */
import type { SearchReader } from '../../kernel/database/search-steps.ts'
import { LISTS_OF_A_BLOCK } from './index-links.ts'
import type { LinkConditions, TextSought } from './link-conditions.ts'
import { among, countOf, either, type Gram, gramsOf, type Places, placesOf } from './link-grams.ts'

/** Links, and what else was read as that many, after which a page that is full is enough: some five milliseconds. */
export const LONG = 1000
/** Unindexed links that are read at once. */
export const READ = 2000
/** Up to this number links are looked up by themselves, without their jobs. */
const FEW = 1000
const MOST_UNINDEXED = 10_000
/** Links that are read as quickly as the list of a gram, and from how many on the lists before tell what it leaves. */
const A_LIST = 5
const TELLING = 32
/** Bytes of lists that are read as quickly as a link. */
const A_LINK = 700

type Block = { id: number; first: number; last: number }
export type Span = { first: number; last: number }

/** The links of each block that may have a text. */
export class TextIndex {
  private readonly wanted: Gram[][][]
  private blocks: Block[]
  private readonly known = new Map<number, Places | null>()
  /** All that was read so far, counted in links. */
  cost = 0

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
  async few(terms: LinkConditions, needed: number): Promise<number[] | null> {
    const [{ last }] = this.look.rows<{ last: number }>('select coalesce(max(id), 0) as last from links', []) as [Span]
    const ids: number[] = []
    for (const { first, last: end, places, block } of this.partsOf({ first: 1, last })) {
      if (places ? countOf(places) > FEW : end - first > MOST_UNINDEXED) return null
      if (places)
        for (const place of placesOf(places, first - block.first, end - block.first)) ids.push(block.first + place)
      else
        for (let from = first; from <= end; from += READ)
          ids.push(...this.unindexed(terms, from, Math.min(end, from + READ - 1)))
      if (ids.length > (this.cost < LONG ? FEW : 2 * needed)) return null
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

  /** As the blocks before have shown, the rarest gram goes first, then those that leave the fewest; what saves nothing is left out. */
  private placesOfText(id: number, grams: Gram[], size: number, before: Places | null): Places | null {
    const start = id * LISTS_OF_A_BLOCK
    let all = before
    let n = all ? countOf(all) : size
    for (const gram of grams) {
      if (all && n * (1 - (gram.of >= TELLING ? gram.left / gram.of : 0)) < A_LIST) continue
      let having: Places | null = null
      gram.bytes = 0
      for (const { links } of this.look.rows<{ links: Uint8Array }>(LISTS, [start + gram.first, start + gram.last])) {
        gram.bytes += links.length
        const some = among(all, links, size)
        having = having ? either(having, some, size) : some
      }
      this.cost += 1 + gram.bytes / A_LINK
      all = having ?? new Uint16Array()
      const left = countOf(all)
      gram.of += n
      gram.left += left
      n = left
    }
    const least = Math.min(...grams.map(({ bytes = Infinity }) => bytes))
    const isRarest = ({ bytes }: Gram) => Number(bytes === least)
    grams.sort((a, b) => isRarest(b) - isRarest(a) || a.left / (a.of + 1) - b.left / (b.of + 1))
    return all
  }
}

const LISTS = 'select links from link_grams where id between ? and ?'

const both = (a: Places | null, b: Places | null, size: number): Places | null => (a && b ? either(a, b, size) : null)
