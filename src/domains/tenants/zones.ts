/** Where days, weeks and months of a workspace begin: its own zone, else that of the nearest workspace above, else the install's. */
import Type, { type Static } from 'typebox'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Nullable, TimeZone } from '../../kernel/operation/shape.ts'
import { asTimeZone } from '../../kernel/time/clock.ts'
import { installZone } from '../../kernel/time/install-zone.ts'
import { monthAt, UTC_MONTHS, type ZoneFrom } from '../../kernel/time/month-zones.ts'
import { monthAfter } from '../../kernel/time/periods.ts'
import { daysOfZone, type ZoneDays } from '../../kernel/time/zone-days.ts'
import { below, idsOf, pathOfTenant } from './tree.ts'

const NEAREST = `select id, name, path, time_zone from tenants where id in (select value from json_each(?)) and time_zone is not null
  order by length(path) desc limit 1`

export const zoneOf = (tx: ReadTx, tenant_id: string): string =>
  tx.remember(`zone of ${tenant_id}`, () => {
    const above = JSON.stringify(idsOf(pathOfTenant(tx, tenant_id) ?? ''))
    return tx.row<{ time_zone: string }>(NEAREST, above)?.time_zone ?? installZone(tx)
  })

/** The zone of a workspace that sets none, and who sets it; no name where the caller does not reach that one. */
export const InheritedZone = Shape('InheritedZone', {
  time_zone: Type.String(),
  tenant_id: Nullable(Type.String()),
  name: Nullable(Type.String({ description: 'Of the workspace above that sets it; null: the install, or not yours' })),
})

export function inheritedZone(tx: ReadTx, caller: Caller, tenant_id: string): Static<typeof InheritedZone> {
  const above = idsOf(pathOfTenant(tx, tenant_id) ?? '').slice(0, -1)
  const found = tx.row<{ id: string; name: string; path: string; time_zone: string }>(NEAREST, JSON.stringify(above))
  const reached = found !== null && (caller.platform || found.path.startsWith(caller.path))
  const { id = null, name = null } = reached ? found : {}
  return { time_zone: found?.time_zone ?? installZone(tx), tenant_id: id, name }
}

export const daysOf = (tx: ReadTx, tenant_id: string): ZoneDays => daysOfZone(zoneOf(tx, tenant_id))

/** The day in the name of a file. */
export const todayOf = (tx: ReadTx, { tenant_id }: Pick<Caller, 'tenant_id'>): string =>
  daysOf(tx, tenant_id).dayOf(tx.now)

/** The name of a zone in its one spelling, or 422. */
export function zoneOfInput(text: string): string {
  const zone = asTimeZone(text)
  if (zone === null) throw invalid({ path: 'time_zone', message: 'must be an IANA name, such as Europe/Vienna' })
  return zone
}

/** Null: as the workspace above. Days are read in the zone at once, months from the next one on. */
export function setZone(tx: Tx, id: string, given: string | null): void {
  const zone = given === null ? null : zoneOfInput(given)
  const was = tx.row<{ time_zone: string | null; month_zones: string | null }>(
    'select time_zone, month_zones from tenants where id = ?',
    id,
  )!
  if (was.time_zone === zone) return
  const zones = JSON.parse(was.month_zones ?? '[]') as OwnZoneFrom[]
  const next = monthAfter(monthAt(monthZonesOf(tx, id), tx.now))
  const month_zones = [...zones.filter(({ from }) => from < next), { from: next, zone }]
  tx.run(
    'update tenants set time_zone = ?, month_zones = ?, updated_at = ? where id = ?',
    zone,
    JSON.stringify(month_zones),
    tx.now,
    id,
  )
}

/** Input of a read that answers with days. */
export const AskedZone = Type.Optional(
  Type.With(TimeZone, {
    description: 'Where its days, weeks and months begin; by default where those of your workspace do',
  }),
)

/** Output of a read that answers with days. */
export const InZone = Type.String({ description: 'The time zone in which its days, weeks and months begin' })

/** The days that a caller reads: of the zone asked for, else of its workspace. */
export const daysAsked = (tx: ReadTx, caller: { tenant_id: string }, asked?: string): ZoneDays =>
  asked === undefined ? daysOf(tx, caller.tenant_id) : daysOfZone(zoneOfInput(asked))

type Zoned = { path: string; month_zones: string }

/** Null: as the workspace above, from that month on. */
type OwnZoneFrom = { from: string; zone: string | null }

/** Zones of workspaces by month, from the zones that they and those above them had. */
function merged(tx: ReadTx, zoned: readonly Zoned[]): (path: string) => readonly ZoneFrom[] {
  const first = { from: '', zone: installZone(tx) }
  const own = zoned.map(({ path, month_zones }) => ({ path, zones: JSON.parse(month_zones) as OwnZoneFrom[] }))
  return (path) => {
    const above = own.filter((one) => path.startsWith(one.path)).toSorted((a, b) => b.path.length - a.path.length)
    const months = [...new Set(['', ...above.flatMap(({ zones }) => zones.map(({ from }) => from))])].sort()
    const found = months.map((month) => {
      const nearest = above.flatMap(({ zones }) => zones.findLast(({ from }) => from <= month)?.zone ?? [])
      return { from: month, zone: nearest[0] ?? first.zone }
    })
    const changes = found.filter(({ zone }, i) => zone !== (found[i - 1]?.zone ?? 'UTC'))
    return changes.length > 0 ? changes : UTC_MONTHS
  }
}

/** The zones of the months of a workspace, earliest first. A month that has begun keeps its zone when the setting changes. */
export const monthZonesOf = (tx: ReadTx, tenant_id: string): readonly ZoneFrom[] =>
  tx.remember(`month zones of ${tenant_id}`, () => {
    const path = pathOfTenant(tx, tenant_id) ?? ''
    const ids = JSON.stringify(idsOf(path))
    return merged(tx, tx.rows<Zoned>(`${ZONED} and id in (select value from json_each(?))`, ids))(path)
  })

/** The same for all workspaces at and below a path. */
export const monthZonesBelow = (tx: ReadTx, path: string): ((path: string) => readonly ZoneFrom[]) => {
  const ids = JSON.stringify(idsOf(path))
  const where = '(id in (select value from json_each(?)) or (path >= ? and path < ?))'
  return merged(tx, tx.rows<Zoned>(`${ZONED} and ${where}`, ids, ...below(path)))
}

const ZONED = 'select path, month_zones from tenants where month_zones is not null'
