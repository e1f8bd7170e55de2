/** The result of an attempt: delivered, tried again, dead, or the endpoint is disabled. */
import { eq } from 'drizzle-orm'
import { siteOf } from '../../domains/branding/index.ts'
import { type MailApp, peopleInCharge, platformAdmins, queueMail } from '../../domains/mail/index.ts'
import { daysOf } from '../../domains/tenants/index.ts'
import type { Tx } from '../../kernel/database/database.ts'
import { inPlainEnglish, packSaid, type Said, said } from '../../kernel/language/say.ts'
import { NEVER, pauseAfter } from '../../kernel/scheduling/retries.ts'
import { DAY, millis, plus, SECOND, type Time } from '../../kernel/time/clock.ts'
import type { AttemptOutcome } from './attempt.ts'
import { endpointById, setEndpoint } from './endpoints.ts'
import { type DeliveryRow, type EndpointRow, webhookAttempts, webhookDeliveries } from './tables.ts'
import { ATTEMPTS_KEPT } from './words.ts'

/** An install without room for an attempt tries again after so long. */
const POSTPONED = 2 * SECOND

/** An endpoint that only fails is disabled after this time and this number of attempts. */
const GIVE_UP = 5 * DAY
const GIVE_UP_AFTER = 10
const GONE = 410

/** Failures in a row that make an outage: a receiver that is well may refuse single events. */
export const OUTAGE_FROM = 3

/** Whether the last answers of an endpoint speak for it. Then what it missed in an outage is due. */
export const isWell = (failures: number): boolean => failures < OUTAGE_FROM

/** Notes an attempt. Changes nothing of a delivery that was dropped meanwhile, or an endpoint that was deleted. */
export function settle(tx: Tx, app: MailApp, delivery_id: string, outcome: AttemptOutcome): void {
  const row = tx.row<DeliveryRow>("select * from webhook_deliveries where id = ? and state = 'waiting'", delivery_id)
  if (!row) return
  if (outcome.postponed) setDelivery(tx, row, { next_attempt_at: plus(tx.now, POSTPONED) })
  else if (outcome.error === null) succeed(tx, row, outcome)
  else fail(tx, app, row, outcome)
}

const setDelivery = (tx: Tx, { id }: DeliveryRow, to: Partial<DeliveryRow>): void =>
  void tx.orm.update(webhookDeliveries).set(to).where(eq(webhookDeliveries.id, id)).run()

function succeed(tx: Tx, row: DeliveryRow, outcome: AttemptOutcome): void {
  const { status, took_ms } = outcome
  noteAttempt(tx, row.id, outcome)
  const done = { state: 'delivered', error: null, delivered_at: tx.now, next_attempt_at: null } as const
  setDelivery(tx, row, { ...done, attempts: row.attempts + 1, status, took_ms })
  tx.run(
    `update webhook_endpoints set failing_since = null, failures = 0, delivered_at = ?1, tried_at = ?1,
       catching_up = catching_up and exists (
         select 1 from webhook_deliveries where endpoint_id = ?2 and state = 'waiting' and again = 0)
     where id = ?2`,
    tx.now,
    row.endpoint_id,
  )
}

function fail(tx: Tx, app: MailApp, row: DeliveryRow, outcome: AttemptOutcome): void {
  const { status, took_ms, error, wait_ms } = outcome
  const attempts = row.attempts + 1
  noteAttempt(tx, row.id, outcome)
  const pause = pauseAfter('webhook', attempts, { least: wait_ms })
  const next =
    pause === NEVER ? ({ state: 'dead', next_attempt_at: null } as const) : { next_attempt_at: plus(tx.now, pause) }
  const missed = isWell(endpointById(tx, row.endpoint_id).failures) ? 0 : 1
  setDelivery(tx, row, { ...next, attempts, again: 1, missed, status, took_ms, error: inColumn(error) })
  tx.run(
    `update webhook_endpoints set failures = failures + 1, failing_since = coalesce(failing_since, ?1), tried_at = ?1
     where id = ?2`,
    tx.now,
    row.endpoint_id,
  )
  const endpoint = endpointById(tx, row.endpoint_id)
  if (status === GONE) disable(tx, app, endpoint, said('It answered 410: it is gone.'))
  else if (isHopeless(endpoint, tx.now))
    disable(
      tx,
      app,
      endpoint,
      said('It has only failed since {day}. {error}', {
        ...{ day: daysOf(tx, endpoint.tenant_id).dayOf(endpoint.failing_since!), error: error! },
      }),
    )
}

const isHopeless = ({ failing_since, failures }: EndpointRow, now: Time): boolean =>
  failures >= GIVE_UP_AFTER && failing_since !== null && millis(now) - millis(failing_since) >= GIVE_UP

/** Programs and the log read it in English. */
export const inColumn = (error: Said | null): string | null => error && inPlainEnglish(error)

/** The last attempts of each delivery are kept. */
export function noteAttempt(tx: Tx, delivery_id: string, { status, took_ms, error, answer }: AttemptOutcome): void {
  const n = tx.number('select max(n) from webhook_attempts where delivery_id = ?', delivery_id) + 1
  tx.orm
    .insert(webhookAttempts)
    .values({ delivery_id, at: tx.now, n, status, took_ms, error: inColumn(error), answer })
    .run()
  tx.run('delete from webhook_attempts where delivery_id = ? and n <= ?', delivery_id, n - ATTEMPTS_KEPT)
}

/** No attempt until a person turns it on again. Events are held meanwhile. One letter to each person in charge. */
function disable(tx: Tx, app: MailApp, { id, tenant_id, url, state, scope }: EndpointRow, why: Said): void {
  if (state !== 'on') return
  setEndpoint(tx, id, { state: 'disabled', why_disabled: packSaid(why), disabled_at: tx.now })
  const { path, name } = tx.row<{ path: string; name: string }>(
    'select path, name from tenants where id = ?',
    tenant_id,
  )!
  for (const person of scope === 'platform' ? platformAdmins(tx) : peopleInCharge(tx, path))
    queueMail(tx, app, {
      ref: `webhook ${id} disabled ${tx.now} ${person.id}`,
      tenant_id,
      template: 'webhook_disabled',
      to: person.email,
      facts: { workspace: name, host: new URL(url).host, why: packSaid(why) },
      link: `${siteOf(tx, app, tenant_id)}/app/w/${tenant_id}/webhooks/${id}`,
    })
}
