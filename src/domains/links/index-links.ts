/**
 * The index of searches follows the links in blocks of their ids: small ones as soon as all of them are written, and
 * sixteen of these become a large one. What no block holds is read directly.
 */
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { pacer, pause } from '../../kernel/scheduling/pause.ts'
import { inSteps } from '../../kernel/scheduling/steps.ts'
import { taskName } from '../../kernel/scheduling/task.ts'
import { stopwatch } from '../../kernel/time/clock.ts'
import { type JobRows, unwrittenFrom } from '../jobs/index.ts'
import { GramBlock } from './link-grams.ts'
import { textOf } from './link-text.ts'

export const INDEX_LINKS = taskName('index_links')

/** Links of a small and of a large block. */
export const SIZES = { small: 4096, large: 65_536 }
/** Links that are read at once, and milliseconds of lists that are written at once. */
/** Ids of lists for each block, more than there are grams. */
export const LISTS_OF_A_BLOCK = 65_536
const LINKS = 400
const WRITING_MS = 3

type Span = { first: number; size: number }

/** Builds the blocks that lack, newest first. Says how many links it read. */
export async function indexLinks(app: Pick<App, 'db'>, signal: AbortSignal, sizes = SIZES): Promise<number> {
  const nextSpan = (tx: ReadTx) => nextOfSizes(tx, sizes)
  if (app.db.read((tx) => tx.row("select 1 from link_blocks where state in ('building', 'gone') limit 1"))) {
    app.db.write((tx) => tx.run("update link_blocks set state = 'gone' where state = 'building'"))
    await removeGone(app, signal)
  }
  let links = 0
  for (let next = app.db.read(nextSpan); next && !signal.aborted; next = app.db.read(nextSpan)) {
    await build(app, next, signal)
    await removeGone(app, signal)
    links += next.size
  }
  return links
}

/** Deleted jobs leave the index when their blocks are rebuilt; until then these find links that are not there. */
export const BLOCKS_OF_JOBS: JobRows = {
  forget: (tx, job_id) =>
    tx.run(
      `update link_blocks set state = 'stale' where state = 'ready' and exists (
         select 1 from jobs j where j.id = ? and link_blocks.first_link <= j.last_link and link_blocks.last_link >= j.first_link)`,
      job_id,
    ),
}

function nextOfSizes(tx: ReadTx, { small, large }: typeof SIZES): Span | null {
  const written = unwrittenFrom(tx).least ?? tx.number("select seq from sqlite_sequence where name = 'links'") + 1
  const ready = new Set(
    tx
      .rows<{ first_link: number; last_link: number }>(
        "select first_link, last_link from link_blocks where state = 'ready'",
      )
      .map(({ first_link, last_link }) => `${first_link} ${last_link}`),
  )
  const lacks = ({ first, size }: Span) => !ready.has(`${first} ${first + size - 1}`)
  const whole = Math.floor(written / large) * large
  for (let first = whole; first + small <= written; first += small)
    if (lacks({ first, size: small })) return { first, size: small }
  for (let first = whole - large; first >= 0; first -= large)
    if (lacks({ first, size: large })) return { first, size: large }
  return null
}

async function build({ db }: Pick<App, 'db'>, { first, size }: Span, signal: AbortSignal): Promise<void> {
  const last = first + size - 1
  const block = new GramBlock(size)
  const rest = pacer()
  for (let after = first - 1; ; ) {
    const links = db.read((tx) =>
      tx.rows<{ id: number; url: string }>(
        'select id, url from links where id > ? and id <= ? order by id limit ?',
        after,
        last,
        LINKS,
      ),
    )
    for (const { id, url } of links) block.add(id - first, textOf(url))
    if (links.length < LINKS) break
    after = links.at(-1)!.id
    await rest()
    if (signal.aborted) return
  }
  const id = db.write((tx) =>
    tx.number(
      "insert into link_blocks (first_link, last_link, state) values (?, ?, 'building') returning id",
      first,
      last,
    ),
  )
  const lists = block.lists()
  for (let some = nextOf(lists); some; some = nextOf(lists)) {
    const written = some
    db.write((tx) => {
      for (const { gram, links } of written)
        tx.run('insert into link_grams (id, links) values (?, ?)', id * LISTS_OF_A_BLOCK + gram, links)
    })
    await pause()
    if (signal.aborted) return
  }
  db.write((tx) => putInPlace(tx, id))
}

/** A block that is whole takes the place of all that it covers. */
function putInPlace(tx: Tx, id: number): void {
  tx.run(
    `update link_blocks set state = 'gone' where id in (
       select o.id from link_blocks o join link_blocks n on n.id = ? where o.id <> n.id
         and o.first_link >= n.first_link and o.last_link <= n.last_link)`,
    id,
  )
  tx.run("update link_blocks set state = 'ready' where id = ?", id)
}

/** The lists of the next milliseconds; null at the end. */
function nextOf(lists: ReturnType<GramBlock['lists']>): { gram: number; links: Uint8Array }[] | null {
  const some = []
  for (const elapsed = stopwatch(); elapsed() < WRITING_MS; ) {
    const { value, done } = lists.next()
    if (done) return some.length > 0 ? some : null
    if (value) some.push(value)
  }
  return some
}

async function removeGone({ db }: Pick<App, 'db'>, signal: AbortSignal): Promise<void> {
  await inSteps(db, signal, (tx, limit) => tx.run(REMOVE, limit))
  if (!signal.aborted) db.write((tx) => tx.run("delete from link_blocks where state = 'gone'"))
}

const REMOVE = `delete from link_grams where id in (select g.id from link_blocks b
  cross join link_grams g on g.id >= b.id * ${LISTS_OF_A_BLOCK} and g.id < (b.id + 1) * ${LISTS_OF_A_BLOCK} where b.state = 'gone' limit ?)`
