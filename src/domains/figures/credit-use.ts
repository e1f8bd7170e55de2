/** Use of an agency's credits: each workspace at and below it, and the total. */

import type { ReadTx } from '../../kernel/database/database.ts'
import { type Caller, type Reading, treeOf } from '../../kernel/operation/caller.ts'
import { inSlices } from '../../kernel/scheduling/in-slices.ts'
import type { Moments, ZoneDays } from '../../kernel/time/zone-days.ts'
import { balancesOf, isRunningDry, movementsOf, runwaysOf } from '../credits/index.ts'
import { sentDaysOf, tallyOfEach } from '../jobs/index.ts'
import type { TenantRow } from '../tenants/index.ts'
import { expectedRefunds, type RefundedShare, refundedOfAgency } from './expected-refunds.ts'

type Workspace = Pick<TenantRow, 'id' | 'name' | 'kind' | 'path' | 'created_at'> & { archived: number }

/** Index credits of one workspace, without those below it. */
export type CreditUseRow = Omit<Workspace, 'path' | 'archived'> & {
  archived: boolean
  /** The workspace that the page belongs to. */
  own: boolean
  /** Credits received in these days, less those transferred to others. */
  given: number
  /** Credits reserved for jobs less refunds, from the ledger. */
  set_aside: number
  back: number
  used: number
  /** The refunds for links not indexed by day 7. */
  returned: number
  sent: number
  indexed: number
  checks_used: number
  /** Index credits used for each link found indexed; null without one. */
  credits_per_indexed: number | null
  /** The present balance, whatever the days. */
  available: number
  reserved: number
  expected_back: number
  used_per_day: number
  runway_days: number | null
  running_dry: boolean
  /** Index credits missing to last another 30 days; 0 when enough. */
  lacks: number
}

const SUMMED = [
  ...(['given', 'set_aside', 'back', 'used', 'returned', 'sent', 'indexed', 'checks_used'] as const),
  ...(['available', 'reserved', 'expected_back'] as const),
] as const

type Summed = (typeof SUMMED)[number]
export type CreditUseTotal = Record<Summed, number> & {
  credits_per_indexed: number | null
  /** Total available at the start and at the end of the days. */
  opening: number
  closing: number
}

/** The credits of these days in the caller's tree. Leaves out archived workspaces with no credits and no movement. */
export async function readCreditUse(
  read: Reading,
  days: ZoneDays,
  span: Moments,
): Promise<{ rows: CreditUseRow[]; total: CreditUseTotal }> {
  const workspaces = read(workspacesOf)
  const agency = await refundedOfAgency(
    read,
    read((_, { path }) => path),
    days,
  )
  const parts = await inSlices(workspaces, (some) =>
    read((tx, caller) => moneyOf(tx, caller, { some, agency, days, span })),
  )
  const all = parts.flat()
  return { rows: all.map(({ row }) => row).filter(isShown), total: totalOf(all) }
}

function workspacesOf(tx: ReadTx, caller: Caller): Workspace[] {
  const tree = treeOf(caller, 't.id')
  return tx.rows<Workspace>(
    `select t.id, t.name, t.kind, t.path, t.created_at, t.archived_at is not null as archived from tenants t
     where ${tree.sql} order by t.path`,
    ...tree.params,
  )
}

/** A row, and the change of its balance after the days. */
type Counted = { row: CreditUseRow; since: number }
type Asked = { some: readonly Workspace[]; agency: RefundedShare; days: ZoneDays; span: Moments }

function moneyOf(tx: ReadTx, caller: Caller, { some, agency, days, span }: Asked): Counted[] {
  const ids = some.map(({ id }) => id)
  const [moved, after, tallies, lately, purses, runways] = [
    movementsOf(tx, ids, span),
    movementsOf(tx, ids, { from: span.to, to: '~' }),
    tallyOfEach(tx, ids, span.from, span.to),
    sentDaysOf(tx, ids, days, days.firstDay(tx.now)),
    balancesOf(tx, ids),
    runwaysOf(tx, ids, days),
  ]
  return some.map(({ path: _, archived, ...workspace }): Counted => {
    const { id } = workspace
    const { sent, indexed, returned } = tallies.get(id)!
    const { available, reserved } = purses.get(id)!.index
    const { used_per_day, runway_days, lacks } = runways.get(id)!
    const counted = moved(id, 'index')
    const row = {
      ...workspace,
      ...counted,
      credits_per_indexed: perIndexed(counted.used, indexed),
      archived: archived === 1,
      own: id === caller.tenant_id,
      checks_used: moved(id, 'check').used,
      sent,
      indexed,
      returned,
      available,
      reserved,
      expected_back: expectedRefunds(reserved, lately.get(id)!, { agency, days, now: tx.now }).refunds,
      used_per_day,
      runway_days,
      running_dry: isRunningDry(runway_days),
      lacks,
    }
    return { row, since: changeOf(after(id, 'index')) }
  })
}

const perIndexed = (used: number, indexed: number): number | null =>
  indexed === 0 ? null : Math.round((used / indexed) * 100) / 100

const isShown = (row: CreditUseRow): boolean => !row.archived || SUMMED.some((name) => row[name] !== 0)

type Change = { given: number; set_aside: number; back: number }
const changeOf = ({ given, set_aside, back }: Change): number => given - set_aside + back

function totalOf(counted: readonly Counted[]): CreditUseTotal {
  const sum = (of: (row: CreditUseRow) => number) => counted.reduce((all, { row }) => all + of(row), 0)
  const total = Object.fromEntries(SUMMED.map((name) => [name, sum((row) => row[name])])) as Record<Summed, number>
  const closing = counted.reduce((all, { row, since }) => all + row.available - since, 0)
  const credits_per_indexed = perIndexed(total.used, total.indexed)
  return { ...total, credits_per_indexed, opening: closing - sum(changeOf), closing }
}
