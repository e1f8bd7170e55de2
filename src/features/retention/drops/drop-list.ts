/** Drops as they are listed, read and exported. */
import type { Static } from 'typebox'
import type { Facts } from '../../../domains/preflight/index.ts'
import { daysOf } from '../../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import { type Condition, type ListArguments, list, looseCondition, when } from '../../../kernel/database/list.ts'
import { type Caller, treeOf } from '../../../kernel/operation/caller.ts'
import { conflict, notFound } from '../../../kernel/operation/fault.ts'
import { DAY, plus, type Time } from '../../../kernel/time/clock.ts'
import type { AtRiskShape, DropCause, DropDetail, DropShape } from '../shapes.ts'
import type { DropRow } from '../tables.ts'
import { AT_RISK_DAYS, CAUSES } from './causes.ts'
import { pushable, pushedBefore, pushesOf } from './push-again.ts'

type Listed = Omit<Static<typeof DropShape>, 'title' | 'act' | 'push'>

const OF = 'from watches w where w.drop_id = d.id'
const SELECT = `d.*, t.name as tenant_name, (select count(*) ${OF} and w.state = 'dropped') as links,
  (select count(*) ${OF} and w.state = 'returned') as returned, (select min(w.last_yes_at) ${OF} and w.state = 'dropped') as last_yes_at,
  (select max(w.first_no_at) ${OF} and w.state = 'dropped') as first_no_at`

export const inWords = <D extends { cause: DropCause }>(drop: D) => ({ ...drop, ...CAUSES[drop.cause] })

export type DropFilter = {
  tenant_id?: string
  host?: string
  cause?: DropCause
  state?: DropRow['state']
  from?: string
  to?: string
}

const conditions = (caller: Caller, { tenant_id, host, cause, state, from, to }: DropFilter): (Condition | false)[] => [
  tenant_id ? when('d.tenant_id = ?', tenant_id) : treeOf(caller, 'd.tenant_id'),
  host !== undefined &&
    looseCondition(`(d.host = ? or d.host = '' and exists (select 1 ${OF} and w.host = ?))`, ...[host, host]),
  cause !== undefined && looseCondition('d.cause = ?', cause),
  state !== undefined && looseCondition('d.state = ?', state),
  from !== undefined && looseCondition('d.opened_at >= ?', from),
  to !== undefined && looseCondition('d.opened_at <= ?', to.length === 10 ? `${to}~` : to),
]

export const listOfDrops = (tx: ReadTx, caller: Caller, filter: DropFilter, page: ListArguments) => {
  const found = list<Listed>(
    tx,
    {
      select: SELECT,
      from: 'drops d join tenants t on t.id = d.tenant_id',
      where: conditions(caller, filter),
      sorts: { opened_at: 'd.id' },
    },
    page,
  )
  return { ...found, items: found.items.map(inWords) }
}

export function findDrop(tx: ReadTx, caller: Caller, id: string): DropRow & Listed {
  const tree = treeOf(caller, 'd.tenant_id')
  const found = tx.row<DropRow & Listed>(
    `select ${SELECT} from drops d join tenants t on t.id = d.tenant_id where d.id = ? and ${tree.sql}`,
    id,
    ...tree.params,
  )
  if (!found) throw notFound('drop')
  return found
}

type Item = {
  uid: number
  url: string
  state: 'dropped' | 'returned'
  last_yes_at: Time
  first_no_at: Time | null
  google_canonical: string | null
  crawled_at: Time | null
  before: string | null
  after: string | null
}

const MOST_ITEMS = 200

export function readDrop(tx: ReadTx, caller: Caller, drop: DropRow & Listed): Static<typeof DropDetail> {
  const items = tx.rows<Item>(
    `select w.link_id as uid, l.url, w.state, w.last_yes_at, w.first_no_at, w.google_canonical, w.crawled_at, l.facts as before, w.facts as after
     from watches w join links l on l.id = w.link_id where w.drop_id = ? order by w.link_id limit ${MOST_ITEMS}`,
    drop.id,
  )
  return {
    ...inWords(drop),
    event: drop.event_id ? eventIn(tx, caller, drop.event_id) : null,
    ...pushable(tx, drop),
    ...pushedBefore(tx, caller),
    pushes: pushesOf(tx, drop.id),
    dropped: items.map((item) => ({ ...item, before: pageOf(item.before), after: pageOf(item.after) })),
  }
}

/** An event of an engine, with what the caller may see of it. */
function eventIn(tx: ReadTx, caller: Caller, id: string) {
  const tree = treeOf(caller, 'd.tenant_id')
  return tx.row<{ hosts: number; clients: number; until: Time }>(
    `select count(distinct w.tenant_id || ' ' || w.host) as hosts, count(distinct w.tenant_id) as clients, max(e.until) as until
     from engine_events e join drops d on d.event_id = e.id join watches w on w.drop_id = d.id where e.id = ? and ${tree.sql}
     having count(*) > 0`,
    id,
    ...tree.params,
  )
}

type Kept = Partial<Pick<Facts, 'status' | 'noindex' | 'robots' | 'canonical' | 'final_url'>>

/** The facts that are compared, in words. */
function pageOf(facts: string | null) {
  if (facts === null) return null
  const { status = null, noindex, robots, canonical = null, final_url = null } = JSON.parse(facts) as Kept
  return {
    status,
    canonical,
    final_url,
    noindex: noindex ? `${noindex.source}: ${noindex.directive}` : null,
    robots: robots?.verdict === 'blocked' ? (robots.rule?.text ?? 'blocked') : null,
  }
}

export function closeDrop(tx: Tx, { label }: Caller, drop: DropRow, why: string): void {
  if (drop.state === 'closed') throw conflict('This drop is closed already.')
  tx.run("update drops set state = 'closed', closed_why = ?, closed_by = ? where id = ?", why, label, drop.id)
}

const MOST_AT_RISK = 100

/** Hosts with links that Google has not crawled for long, the most links first. */
export function linksAtRisk(tx: ReadTx, caller: Caller, tenant_id: string | undefined): Static<typeof AtRiskShape>[] {
  const tree = treeOf(caller, 'w.tenant_id')
  const rows = tx.rows<Omit<Static<typeof AtRiskShape>, 'day_131'>>(
    `select w.tenant_id, t.name as tenant_name, w.host, count(*) as links, min(w.crawled_at) as crawled_from, max(w.crawled_at) as crawled_to
     from watches w join tenants t on t.id = w.tenant_id
     where w.state = 'kept' and w.crawled_at is not null and w.crawled_at < ? and ${tenant_id ? 'w.tenant_id = ?' : tree.sql}
     group by w.tenant_id, w.host order by links desc limit ${MOST_AT_RISK}`,
    plus(tx.now, -AT_RISK_DAYS * DAY),
    ...(tenant_id ? [tenant_id] : tree.params),
  )
  const days = daysOf(tx, caller.tenant_id)
  return rows.map((row) => ({ ...row, day_131: days.dayOf(plus(row.crawled_from, 131 * DAY)) }))
}

type ExportedRow = Listed & { url: string }

/** One line a dropped link. */
export const exportedDrops = (tx: ReadTx, caller: Caller, filter: DropFilter, after: number, limit: number) => {
  const where = conditions(caller, filter).filter((one) => one !== false)
  return tx.rows<ExportedRow & { uid: number }>(
    `select w.link_id as uid, l.url, d.tenant_id, t.name as tenant_name, w.host, d.cause, d.state, w.last_yes_at, w.first_no_at
     from drops d join tenants t on t.id = d.tenant_id join watches w on w.drop_id = d.id join links l on l.id = w.link_id
     where ${where.map(({ sql }) => sql).join(' and ')} and w.link_id > ? order by w.link_id limit ?`,
    ...where.flatMap(({ params = [] }) => params),
    after,
    limit,
  )
}
