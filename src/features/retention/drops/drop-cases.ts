/** Drops that need a person, as cases of Today. */
import type { Case } from '../../../domains/figures/index.ts'
import type { NamedWorkspace } from '../../../domains/tenants/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'
import { DAY, plus } from '../../../kernel/time/clock.ts'
import { membersOf, rootsOn } from '../settings.ts'
import { dropsToPush, linksToPush } from './push-again.ts'

/** How long a new drop is a case, unless it is pushed or closed before. */
const LATELY = 14 * DAY
const MOST = 50

/** Links of each client that dropped and are still out, with the host and cause of the most. */
const DROPS = `select tenant_id as id, tenant_id, host as name, sum(links) as count, cause as note, max(links) as most,
    sum(links) || ' ' || count(*) as stamp
  from (select d.tenant_id, d.host, d.cause,
      (select count(*) from watches w where w.drop_id = d.id and w.state = 'dropped') as links
    from json_each(?1) o cross join drops d on d.tenant_id = o.value
    where d.event_id is null and d.state = 'open' and d.opened_at >= ?2)
  where links > 0 group by tenant_id order by count desc limit ${MOST}`

/** Links that the engine dropped on many sites at once: one case, however many clients have some. */
const EVENTS = `select e.id, count(*) as count, e.until as note from json_each(?1) o join drops d on d.tenant_id = o.value
  cross join engine_events e on e.id = d.event_id and e.until > ?2 cross join watches w on w.drop_id = d.id and w.state = 'dropped'
  group by e.id`

type Found = Pick<Case, 'id' | 'count' | 'note'>

/** Older drops of clients that want to be asked before their links are pushed again, once these may be. */
function toPush(tx: ReadTx, ids: string) {
  const asking = rootsOn(tx).filter(({ re_push }) => re_push === 'ask')
  const shown = new Set(JSON.parse(ids) as string[])
  const members = asking.flatMap((root) => membersOf(tx, root)).filter((id) => shown.has(id))
  const drops = dropsToPush(tx, members).filter(({ opened_at }) => opened_at < plus(tx.now, -LATELY))
  const cases = [...Map.groupBy(drops, ({ tenant_id }) => tenant_id)].map(([tenant_id, of]) => {
    const count = of.reduce((sum, drop) => sum + linksToPush(tx, drop).length, 0)
    const stamp = `push ${of.map(({ id }) => id).join()}`
    return { id: tenant_id, tenant_id, name: of[0]!.host, note: of[0]!.cause, count, stamp }
  })
  return cases.filter(({ count }) => count > 0)
}

export function dropCases(tx: ReadTx, workspaces: readonly NamedWorkspace[]): Case[] {
  const ids = JSON.stringify(workspaces.map(({ id }) => id))
  const names = new Map(workspaces.map(({ id, name }) => [id, name]))
  const { id: tenant_id, name } = workspaces[0]!
  const events = tx.rows<Found>(EVENTS, ids, tx.now)
  const drops = tx.rows<Found & { tenant_id: string; name: string; stamp: string }>(DROPS, ids, plus(tx.now, -LATELY))
  const known = new Set(drops.map((one) => one.tenant_id))
  const asked = toPush(tx, ids).filter((one) => !known.has(one.tenant_id))
  return [
    ...[...drops, ...asked].map((one) => ({ ...one, kind: 'drops' as const, tenant_name: names.get(one.tenant_id)! })),
    ...events.map((one) => {
      const of = { tenant_id, tenant_name: name, name, stamp: String(one.count) }
      return { ...one, ...of, kind: 'drop_event' as const }
    }),
  ]
}
