/**
 * Orders in doubt. The wait for one is measured by a clock that nobody sets, and a restart begins it again. Once a batch
 * was ordered again, its first supplier is asked once more some minutes later, and the operator learns of a double.
 */
import type { Db, ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { counted } from '../../../kernel/operation/wording.ts'
import { pause } from '../../../kernel/scheduling/pause.ts'
import { type Clock, DAY, MINUTE, passed, plus, SECOND, type Time } from '../../../kernel/time/clock.ts'
import { UpstreamError } from '../../../kernel/web-fetch/upstream-error.ts'
import { tellPlatform } from '../../mail/index.ts'
import { openRoute, type RouteName } from '../settings.ts'
import type { BatchRow, OrderDoubtRow } from '../tables.ts'
import { urlsOf } from './batches.ts'

/** A supplier may process an order after its call (60 s at most) was cut off; one missing by then never arrived. */
const DOUBT_ENDS = 90 * SECOND
/** How long after a repeated order its first supplier is asked once more. */
const ASKED_AGAIN = 5 * MINUTE
/** A supplier that cannot be asked by then is left alone. */
const PATIENCE = 10 * DAY
/** How long a double is a case for the operator. */
const SHOWN = 14 * DAY

/** When this process called for a batch, or first saw that it waits. */
const waits = new WeakMap<Clock, Map<string, number>>()

function waitsOf(clock: Clock): Map<string, number> {
  const known = waits.get(clock) ?? new Map<string, number>()
  waits.set(clock, known)
  return known
}

const waited = (clock: Clock, id: string): number => {
  const known = waitsOf(clock)
  const since = known.get(id) ?? passed(clock)
  known.set(id, since)
  return passed(clock) - since
}

export const beginWait = (clock: Clock, id: string): unknown => waitsOf(clock).set(id, passed(clock))
export const endWait = (clock: Clock, id: string): unknown => waitsOf(clock).delete(id)

/** Milliseconds until an order that the supplier does not know can no longer turn up there. */
export const doubtLeft = (clock: Clock, { id, called_at }: BatchRow): number =>
  called_at ? DOUBT_ENDS - waited(clock, id) : 0

/** The supplier does not have the order, so the batch may be ordered again. */
export const keepDoubt = (db: Db, { id, route, adapter }: BatchRow): unknown =>
  db.write((tx) =>
    tx.run('insert or ignore into order_doubts (batch_id, route, adapter) values (?, ?, ?)', id, route, adapter),
  )

/**
 * A batch that waits to be ordered again is in doubt again: its first supplier is asked right before the order. Null when
 * there is nothing to ask, or nobody.
 */
export function doubtAgain(app: App, { id }: BatchRow): BatchRow | null {
  const doubt = app.db.read((tx) => tx.row<OrderDoubtRow>('select * from order_doubts where batch_id = ?', id))
  const route = doubt && app.db.read((tx) => openRoute(tx, app, doubt.route))
  if (!route || route.adapter !== doubt.adapter) return null
  return app.db.write((tx) => {
    tx.run(
      "update batches set state = 'doubtful', route = ?, adapter = ?, simulated = ? where id = ? and state = 'planned' and next_attempt_at is not null",
      doubt.route,
      doubt.adapter,
      route.simulated ? 1 : 0,
      id,
    )
    return tx.row<BatchRow>("select * from batches where id = ? and state = 'doubtful'", id) ?? null
  })
}

/** Asks the suppliers of orders that were made again for the first ones. Returns how many doubles it found. */
export async function findDoubles(app: App, signal: AbortSignal): Promise<number> {
  const { db, clock } = app
  const asked = db.read((tx) =>
    tx.rows<BatchRow & { doubted: RouteName; doubted_at: string }>(
      `select b.*, d.route as doubted, d.adapter as doubted_at from order_doubts d join batches b on b.id = d.batch_id
       where d.found_at is null and b.state in ('sent', 'refused') order by b.id limit 100`,
    ),
  )
  const doubles: Double[] = []
  for (const batch of asked) {
    if (signal.aborted) break
    if (waited(clock, batch.id) < ASKED_AGAIN) continue
    const twin = batch.state === 'sent' ? await twinOf(app, batch, signal) : null
    if (twin !== undefined) {
      db.write((tx) => (twin === null ? forget(tx, batch) : keepTwin(tx, batch, twin)))
      endWait(clock, batch.id)
    }
    if (twin) doubles.push({ ...batch, twin, adapter: batch.doubted_at })
    await pause()
  }
  if (doubles.length) tell(app, doubles)
  return doubles.length
}

type Asked = BatchRow & { doubted: RouteName; doubted_at: string }

/** The supplier's name for the first order; null when it has none, undefined while it does not say. */
async function twinOf(app: App, batch: Asked, signal: AbortSignal): Promise<string | null | undefined> {
  const route = app.db.read((tx) => openRoute(tx, app, batch.doubted))
  if (route?.adapter !== batch.doubted_at) return null
  const urls = await urlsOf(app.db, batch.id)
  const beside = batch.adapter === batch.doubted_at ? (batch.task_id ?? undefined) : undefined
  try {
    const found = await route.find({ ref: batch.ref, urls, planned_at: batch.created_at, beside }, signal)
    return found?.task_id ?? null
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    beginWait(app.clock, batch.id)
    return plus(batch.sent_at ?? batch.created_at, PATIENCE) < app.clock.now() ? null : undefined
  }
}

const forget = (tx: Tx, { id }: BatchRow): unknown => tx.run('delete from order_doubts where batch_id = ?', id)

const keepTwin = (tx: Tx, { id }: BatchRow, twin: string): unknown =>
  tx.run('update order_doubts set twin = ?, found_at = ? where batch_id = ?', twin, tx.now, id)

type Double = Pick<BatchRow, 'id' | 'ref' | 'adapter' | 'url_count' | 'task_id'> & { twin: string }

/** One e-mail for all that were found at a time. */
function tell(app: App, doubles: Double[]): void {
  for (const { ref, adapter, task_id, twin, url_count } of doubles)
    app.log.error('links were ordered twice: the supplier has a second order with our reference', {
      batch: ref,
      adapter,
      links: url_count,
      tasks: [twin, task_id],
    })
  const [first] = doubles as [Double]
  const links = doubles.reduce((sum, { url_count }) => sum + url_count, 0)
  const what = `${first.adapter} has ${counted(doubles.length, 'order')} twice, with ${counted(links, 'link')}: an order whose answer was lost turned up after it was made again. ${refs(doubles)}`
  const advice = 'Stop the second order, or ask for the money back. Your clients pay nothing for it.'
  const link = `${app.config.site_url}/app/platform/providers/batches/${first.id}`
  app.db.write((tx) => tellPlatform(tx, app, { ref: `double ${first.id}`, facts: { what, advice }, link }) as undefined)
}

/** References in a letter. */
const NAMED = 10
const refs = (doubles: Double[]): string =>
  `Our references: ${doubles
    .slice(0, NAMED)
    .map(({ ref }) => ref)
    .join(', ')}${doubles.length > NAMED ? ' and others' : ''}.`

export type FoundDouble = { id: string; name: string; count: number; note: string; stamp: Time }

/** Orders that their supplier has twice, found lately. */
export const doublesFound = (tx: ReadTx): FoundDouble[] =>
  tx.rows(
    `select b.id, d.adapter as name, b.url_count as count, b.ref || ': ' || d.twin || coalesce(', ' || b.task_id, '') as note,
       d.found_at as stamp
     from order_doubts d join batches b on b.id = d.batch_id where d.found_at > ? order by d.found_at limit 50`,
    plus(tx.now, -SHOWN),
  )
