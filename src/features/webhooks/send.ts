/** Sends due deliveries: many endpoints side by side, each agency and each endpoint on a share of the lanes. */

import { ARCHIVED, partyIn } from '../../domains/tenants/index.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { RETRIES } from '../../kernel/scheduling/retries.ts'
import { inSteps } from '../../kernel/scheduling/steps.ts'
import { MINUTE, plus, SECOND, stopwatch } from '../../kernel/time/clock.ts'
import { attempt, type EventToSend } from './attempt.ts'
import { holdDisabled } from './deliveries.ts'
import { endpointById } from './endpoints.ts'
import { isWell, OUTAGE_FROM, settle } from './settle.ts'
import type { EndpointRow } from './tables.ts'

/** Attempts at a time: in all, and to one endpoint. */
const LANES = 16
const LANES_EACH = 4
/** An attempt that has run for this long gives its lane to others, as long as there are places for those that hang. */
const SLOW = SECOND
const SLOW_PLACES = 48
/** With this number of events waiting, an endpoint that fails is left alone for this time after each attempt. */
const CROWD = 100
const PROBE_PAUSE = 5 * MINUTE
/** A delivery that becomes due while others are under way starts within these milliseconds. */
const POLL = 200

type Active = { delivery_id: string; endpoint_id: string; agency: string; is_slow?: boolean }
type DueEndpoint = Pick<EndpointRow, 'id' | 'failing_since' | 'failures' | 'catching_up' | 'tried_at'> & {
  agency: string
}
type Due = { id: string; next_attempt_at: string }

/** Sends until nothing is due. Returns the number of attempts. */
export async function sendWebhooks(app: App, signal: AbortSignal): Promise<number> {
  const active = new Map<string, Active & { done: Promise<void>; elapsed: () => number }>()
  let attempts = 0
  let failure: { error: unknown } | null = null
  const start = (one: Active): void => {
    const done = send(app, one.delivery_id, signal)
      .catch((error: unknown) => {
        if (!signal.aborted) failure ??= { error }
      })
      .finally(() => active.delete(one.delivery_id))
    active.set(one.delivery_id, { ...one, done, elapsed: stopwatch() })
    attempts++
  }
  const running = () => [...active.values()].map((one) => ({ ...one, is_slow: one.elapsed() > SLOW }))
  await inSteps(app.db, signal, holdDisabled)
  for (;;) {
    if (!signal.aborted && failure === null) for (const one of app.db.read((tx) => nextOf(tx, running()))) start(one)
    if (active.size === 0) break
    await Promise.race([...[...active.values()].map(({ done }) => done), Bun.sleep(POLL)])
  }
  await inSteps(app.db, signal, holdDisabled)
  if (failure !== null) throw (failure as { error: unknown }).error
  return attempts
}

async function send(app: App, delivery_id: string, signal: AbortSignal): Promise<void> {
  const sent = app.db.read((tx) => sentOf(tx, delivery_id))
  const outcome = await attempt(app, sent, signal)
  app.db.write((tx) => settle(tx, app, delivery_id, outcome) as undefined)
}

function sentOf(tx: ReadTx, delivery_id: string): EventToSend {
  const { event_id, endpoint_id, body } = tx.row<{ event_id: string; endpoint_id: string; body: string }>(
    `select d.event_id, d.endpoint_id, v.body from webhook_deliveries d join webhook_events v on v.id = d.event_id
     where d.id = ?`,
    delivery_id,
  )!
  const endpoint = endpointById(tx, endpoint_id)
  return { event_id, body, endpoint, party: partyIn(tx, endpoint.tenant_id), line: endpoint_id }
}

/**
 * Deliveries that start now: the agency with the fewest lanes is next, in it the endpoint with the fewest. An agency may
 * hold as many lanes as stay free for others, so that a newcomer never waits for those who hang.
 */
export function nextOf(tx: ReadTx, active: readonly Active[]): Active[] {
  const held = inLanes(active)
  const count = (of: (one: Active) => boolean): number => held.filter(of).length
  const lines = dueEndpoints(tx)
    .map((one) => ({ ...one, line: lineOf(tx, one, active) }))
    .filter(({ line }) => line.length > 0)
  const started: Active[] = []
  while (held.length < LANES) {
    const free = LANES - held.length
    const next = lines
      .filter(({ agency, line }) => line.length > 0 && count((one) => one.agency === agency) < free)
      .map((one) => ({
        one,
        of_agency: count(({ agency }) => agency === one.agency),
        own: count(({ endpoint_id }) => endpoint_id === one.id),
      }))
      .toSorted((a, b) => a.of_agency - b.of_agency || a.own - b.own)[0]
    if (!next) break
    const { id: endpoint_id, agency, line } = next.one
    const begun = { delivery_id: line.shift()!, endpoint_id, agency }
    held.push(begun)
    started.push(begun)
  }
  return started
}

/** Attempts that hold a lane. Slow ones hold none, but for those of an agency with as many as are free for others. */
function inLanes(active: readonly Active[]): Active[] {
  const slow: Active[] = []
  return active.filter((one) => {
    const own = slow.filter(({ agency }) => agency === one.agency).length
    const isIn = !one.is_slow || own >= SLOW_PLACES - slow.length
    if (!isIn) slow.push(one)
    return isIn
  })
}

/** Endpoints with a due delivery, found one by one by the index, without reading all that wait. */
function dueEndpoints(tx: ReadTx): DueEndpoint[] {
  const due = (again: 0 | 1) => `exists (select 1 from webhook_deliveries d
    where d.endpoint_id = e.id and d.state = 'waiting' and d.again = ${again} and d.next_attempt_at <= ?1)`
  const missed = `e.failures < ${OUTAGE_FROM} and exists (select 1 from webhook_deliveries d
    where d.endpoint_id = e.id and d.state = 'waiting' and d.missed = 1)`
  return tx.rows<DueEndpoint>(
    `with recursive found (id) as (
       select min(endpoint_id) from webhook_deliveries where state = 'waiting'
       union all
       select (select min(endpoint_id) from webhook_deliveries where state = 'waiting' and endpoint_id > found.id)
       from found where found.id is not null)
     select e.id, e.failing_since, e.failures, e.catching_up, e.tried_at,
       substr(t.path, 2, instr(substr(t.path, 2), '/') - 1) as agency
     from found cross join webhook_endpoints e on e.id = found.id join tenants t on t.id = e.tenant_id
     where e.state = 'on' and (${due(0)} or ${due(1)} or ${missed}) and e.tenant_id not in ${ARCHIVED}`,
    tx.now,
  )
}

/**
 * Due deliveries of an endpoint: one lane is for repeats, the others are for first attempts before repeats. An endpoint
 * that fails, or gets what was held in its order, has one lane, for what has been due for longest.
 */
function lineOf(
  tx: ReadTx,
  { id, failing_since, failures, catching_up, tried_at }: DueEndpoint,
  active: readonly Active[],
): string[] {
  const mine = active.filter((one) => one.endpoint_id === id).map((one) => one.delivery_id)
  const most = failing_since || catching_up ? 1 : LANES_EACH
  const room = most - mine.length
  if (room <= 0) return []
  const rested = plus(tx.now, isWell(failures) ? -RETRIES.webhook.listed[0]! : -PROBE_PAUSE)
  if (failing_since && tried_at && tried_at > rested && isCrowded(tx, id)) return []
  const dueOf = (of: string, ...now: string[]) =>
    tx
      .rows<Due>(
        `select id, next_attempt_at from webhook_deliveries where endpoint_id = ? and state = 'waiting' and ${of}
         order by next_attempt_at, id limit ?`,
        id,
        ...now,
        LANES_EACH + mine.length,
      )
      .filter((one) => !mine.includes(one.id))
  const first = dueOf('again = 0 and next_attempt_at <= ?', tx.now)
  const due = dueOf('again = 1 and next_attempt_at <= ?', tx.now)
  const missed = isWell(failures) ? dueOf('missed = 1') : []
  const repeats = [...due, ...missed.filter((one) => due.every((other) => other.id !== one.id))]
  const line = most === 1 ? [...first, ...repeats].toSorted(byTime) : [...kept(tx, mine, repeats), ...first, ...repeats]
  return [...new Set(line.map((one) => one.id))].slice(0, room)
}

const byTime = (a: Due, b: Due): number =>
  a.next_attempt_at.localeCompare(b.next_attempt_at) || a.id.localeCompare(b.id)

/** The repeat that gets the lane of repeats, unless one is under way. */
const kept = (tx: ReadTx, mine: readonly string[], repeats: readonly Due[]): readonly Due[] =>
  tx.number(
    'select count(*) from webhook_deliveries where again = 1 and id in (select value from json_each(?))',
    JSON.stringify(mine),
  ) > 0
    ? []
    : repeats.slice(0, 1)

const isCrowded = (tx: ReadTx, id: string): boolean =>
  tx.number(
    `select count(*) from (select 1 from webhook_deliveries where endpoint_id = ? and state = 'waiting' limit ${CROWD})`,
    id,
  ) === CROWD
