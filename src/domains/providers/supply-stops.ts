/** Routes and engines that accept no work: one e-mail to the operator after two hours, one when they work again. */

import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { counted } from '../../kernel/operation/wording.ts'
import { HOUR, MINUTE, minuteOf, plus, type Time } from '../../kernel/time/clock.ts'
import { dueChecks, engineInUse, engineRefusal, hasAnswered } from '../checks/index.ts'
import { ENGINES, type EngineSlot } from '../jobs/index.ts'
import { type MailApp, tellPlatform } from '../mail/index.ts'
import { breakerOf } from './breaker.ts'
import { crawlSettings, ROUTES, type RouteName } from './settings.ts'
import type { SupplyStopRow } from './tables.ts'

const TELL_AFTER = 2 * HOUR
/** Time while the install was stopped does not count. */
const FORGET_AFTER = 30 * MINUTE

/** A route or engine in use. */
type Source = {
  name: string
  title: string
  page: string
  /** Why it accepts no work now. */
  refusal: string | null
  hasWorked(since: Time): boolean
  waits(): string
}

/** Records sources that stop or resume work. Returns how many e-mails it wrote. */
export function watchSupply(tx: Tx, app: MailApp): number {
  const sources = [...routesInUse(tx), ...enginesInUse(tx)]
  const names = JSON.stringify(sources.map(({ name }) => name))
  tx.run('delete from supply_stops where name not in (select value from json_each(?))', names)
  return sources.reduce((letters, source) => letters + follow(tx, app, source), 0)
}

function follow(tx: Tx, app: MailApp, source: Source): number {
  const { name, refusal } = source
  const row = tx.row<SupplyStopRow>('select * from supply_stops where name = ?', name)
  if (row && source.hasWorked(row.since)) return end(tx, app, source, row)
  if (refusal === null) {
    tx.run('delete from supply_stops where name = ? and told_at is null', name)
    return 0
  }
  const isOld = row && (row.told_at !== null || (row.seen_at >= plus(tx.now, -FORGET_AFTER) && row.seen_at <= tx.now))
  const since = isOld ? row.since : tx.now
  tx.run(
    `insert into supply_stops (name, since, seen_at, reason) values (?1, ?2, ?3, ?4)
     on conflict (name) do update set since = ?2, seen_at = ?3, reason = ?4`,
    name,
    since,
    tx.now,
    refusal,
  )
  if (row?.told_at || since > plus(tx.now, -TELL_AFTER)) return 0
  tx.run('update supply_stops set told_at = ? where name = ?', tx.now, name)
  const what = `${source.title} has taken no work since ${minuteOf(since)}: ${refusal.replace(/\.$/, '')}. ${source.waits()} behind it.`
  const advice = 'Check the key, the balance and the limits of the account. Waiting work goes on automatically.'
  return tell(tx, app, source, `stopped ${name} ${since}`, { what, advice })
}

function end(tx: Tx, app: MailApp, source: Source, { name, since, told_at }: SupplyStopRow): number {
  tx.run('delete from supply_stops where name = ?', name)
  if (told_at === null) return 0
  const subject = 'Your Signalpost is supplied again'
  const what = `${source.title} takes work again. It had taken none since ${minuteOf(since)}.`
  return tell(tx, app, source, `resumed ${name} ${since}`, { subject, what, advice: 'You do not need to do anything.' })
}

type Facts = Parameters<typeof tellPlatform>[2]['facts']

function tell(tx: Tx, app: MailApp, { page }: Source, ref: string, facts: Facts): number {
  tellPlatform(tx, app, { ref, facts, link: `${app.config.site_url}/app/platform/${page}` })
  return 1
}

const routesInUse = (tx: ReadTx): Source[] =>
  ROUTES.filter((route) => crawlSettings(tx).routes[route]?.enabled).map((route) => ({
    name: `crawl:${route}`,
    title: `The ${route} crawl route`,
    page: 'suppliers',
    refusal: routeRefusal(tx, route),
    hasWorked: () => breakerOf(tx, route) === null,
    waits: () => verbed(waitingLinks(tx), 'link'),
  }))

/** An idle route whose pause is over is tried with the next push, so it is not stopped. */
function routeRefusal(tx: ReadTx, route: RouteName): string | null {
  const breaker = breakerOf(tx, route)
  const isIdle = breaker && breaker.until <= tx.now && /errors|probe/.test(breaker.cause) && waitingLinks(tx) === 0
  return breaker && !isIdle ? breaker.reason : null
}

const waitingLinks = (tx: ReadTx): number =>
  tx.number(
    "select coalesce(sum(url_count), 0) from batches where next_attempt_at is not null and state in ('planned', 'doubtful')",
  )

const enginesInUse = (tx: ReadTx): Source[] =>
  ENGINES.filter((slot) => engineInUse(tx, slot)).map((slot: EngineSlot) => ({
    name: `engine:${slot}`,
    title: `The check engine ${slot}`,
    page: 'engines',
    refusal: engineRefusal(tx, slot),
    hasWorked: (since) => hasAnswered(tx, slot, since),
    waits: () => verbed(dueChecks(tx, slot), 'check'),
  }))

const verbed = (n: number, noun: string): string => `${counted(n, noun)} ${n === 1 ? 'waits' : 'wait'}`
