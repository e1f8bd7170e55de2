/** Where the credits of an agency went: of each workspace at and below it, and of all of them together. */
import { type Caller, treeOf } from '../../kernel/caller.ts'
import { dayOf, plus } from '../../kernel/clock.ts'
import type { ReadTx } from '../../kernel/database.ts'
import { type Days, movedIn } from '../credits/index.ts'
import { tallyOfEach } from '../jobs/index.ts'
import type { TenantKind } from '../tenants/index.ts'
import { isRunningDry } from './client-figures.ts'
import { runwaysOf } from './runway.ts'

type Workspace = {
  id: string
  name: string
  kind: (typeof TenantKind)['enum'][number]
  path: string
  archived: number
  created_at: string
}

/** Index credits of one workspace by itself, those below it left out. */
export type MoneyRow = Omit<Workspace, 'path' | 'archived'> & {
  archived: boolean
  /** The workspace that the page belongs to. */
  own: boolean
  /** What came from elsewhere in these days, less what it handed on. */
  given: number
  /** For jobs, and what these gave back: what the ledger says. */
  set_aside: number
  back: number
  used: number
  /** Of what came back, that of links not indexed by day 7. */
  returned: number
  indexed: number
  checks_used: number
  /** Now, whatever the days. */
  available: number
  reserved: number
  expected_back: number
  runway_days: number | null
  running_dry: boolean
  /** Index credits that it lacks to last as many days as the pace is of; 0 where it lacks none. */
  lacks: number
}

const SUMMED = [
  ...(['given', 'set_aside', 'back', 'used', 'returned', 'indexed', 'checks_used'] as const),
  ...(['available', 'reserved', 'expected_back'] as const),
] as const

export type MoneyTotal = Record<(typeof SUMMED)[number], number> & {
  /** What was available, of all of them, when the days began and when they ended. */
  opening: number
  closing: number
}

export type Money = { rows: MoneyRow[]; total: MoneyTotal }

/** The money of these days in the caller's tree. Archived workspaces in which nothing moved and nothing is are left out. */
export function readMoney(tx: ReadTx, caller: Caller, days: Days): Money {
  const tree = treeOf(caller, 't.id')
  const workspaces = tx.rows<Workspace>(
    `select t.id, t.name, t.kind, t.path, t.created_at, t.archived_at is not null as archived from tenants t
     where ${tree.sql} order by t.path`,
    ...tree.params,
  )
  const ids = workspaces.map(({ id }) => id)
  const [moved, tallies, runways] = [
    movedIn(tx, ids, days),
    tallyOfEach(tx, ids, days.from, days.to),
    runwaysOf(tx, workspaces),
  ]
  const rows = workspaces.map(({ path: _, archived, ...workspace }): MoneyRow => {
    const { id } = workspace
    const { indexed, returned } = tallies.get(id)!
    const { available, reserved, expected_back, runway_days, lacks } = runways.get(id)!
    return {
      ...workspace,
      ...moved(id, 'index'),
      archived: archived === 1,
      own: id === caller.tenant_id,
      checks_used: moved(id, 'check').used,
      indexed,
      returned,
      available,
      reserved,
      expected_back,
      runway_days,
      running_dry: isRunningDry(runway_days),
      lacks,
    }
  })
  const since = movedIn(tx, ids, { from: days.to, to: dayOf(plus(tx.now, YEAR)) })
  return { rows: rows.filter(isShown), total: totalOf(rows, (id) => since(id, 'index')) }
}

const YEAR = 366 * 24 * 3600 * 1000

const isShown = (row: MoneyRow): boolean => !row.archived || SUMMED.some((name) => row[name] !== 0)

type Change = { given: number; set_aside: number; back: number }
const changeOf = ({ given, set_aside, back }: Change): number => given - set_aside + back

function totalOf(rows: readonly MoneyRow[], since: (id: string) => Change): MoneyTotal {
  const sum = (of: (row: MoneyRow) => number) => rows.reduce((all, row) => all + of(row), 0)
  const total = Object.fromEntries(SUMMED.map((name) => [name, sum((row) => row[name])]))
  const closing = sum((row) => row.available - changeOf(since(row.id)))
  return { ...(total as Record<(typeof SUMMED)[number], number>), opening: closing - sum(changeOf), closing }
}
