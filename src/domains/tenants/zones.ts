/** Where days, weeks and months of a workspace begin: its own zone, else that of the nearest workspace above, else the install's. */
import Type from 'typebox'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import { TimeZone } from '../../kernel/operation/shape.ts'
import { asTimeZone } from '../../kernel/time/clock.ts'
import { installZone } from '../../kernel/time/install-zone.ts'
import { daysOfZone, type ZoneDays } from '../../kernel/time/zone-days.ts'
import { idsOf, pathOfTenant } from './tree.ts'

const NEAREST = `select time_zone from tenants where id in (select value from json_each(?)) and time_zone is not null
  order by length(path) desc limit 1`

export const zoneOf = (tx: ReadTx, tenant_id: string): string =>
  tx.remember(`zone of ${tenant_id}`, () => {
    const above = JSON.stringify(idsOf(pathOfTenant(tx, tenant_id) ?? ''))
    return tx.row<{ time_zone: string }>(NEAREST, above)?.time_zone ?? installZone(tx)
  })

export const daysOf = (tx: ReadTx, tenant_id: string): ZoneDays => daysOfZone(zoneOf(tx, tenant_id))

/** The name of a zone in its one spelling, or 422. */
export function zoneOfInput(text: string): string {
  const zone = asTimeZone(text)
  if (zone === null) throw invalid({ path: 'time_zone', message: 'must be an IANA name, such as Europe/Vienna' })
  return zone
}

/** Null: as the workspace above. */
export const setZone = (tx: Tx, id: string, zone: string | null): number =>
  tx.run(
    'update tenants set time_zone = ?, updated_at = ? where id = ?',
    zone === null ? null : zoneOfInput(zone),
    tx.now,
    id,
  )

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
