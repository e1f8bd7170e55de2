/** The dashboard of a workspace: cases, indexed links, refunds, and links that settle soon. */

import { offersTo } from '../../domains/accounts/index.ts'
import { tilesOf } from '../../domains/branding/index.ts'
import { balances, runwaysOf, suggestedTransfer } from '../../domains/credits/index.ts'
import { type ActingCase, type Case, chartOf, type Standing, standings } from '../../domains/figures/index.ts'
import { countJobs, JOB_COLUMNS, Job, OPEN_STATUSES, tallied } from '../../domains/jobs/index.ts'
import { hasCrawlRoute } from '../../domains/providers/index.ts'
import { daysOf, idsBelow, type NamedWorkspace, namedWorkspace, workspacesAt } from '../../domains/tenants/index.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import { when } from '../../kernel/database/list.ts'
import { alphabetOf } from '../../kernel/language/alphabet.ts'
import type { Install } from '../../kernel/operation/app.ts'
import { type Caller, type Reading, treeOf } from '../../kernel/operation/caller.ts'
import { trimmer } from '../../kernel/operation/shape.ts'
import { inSlices } from '../../kernel/scheduling/in-slices.ts'
import { daysBetween } from '../../kernel/time/clock.ts'
import { SPAN } from '../../kernel/time/last-days.ts'
import type { ZoneDays } from '../../kernel/time/zone-days.ts'
import { casesFor, OF_NO_WORKSPACE, sorted } from './case.ts'
import { casesOfInstall } from './install-cases.ts'
import { nextAct } from './next-act.ts'
import { type CaseReader, splitBySeen } from './seen-cases.ts'
import { type CaseFinder, casesOf, decidesReports, reportCases } from './workspace-cases.ts'

const trimmed = trimmer(Job)
/** Its note stays as it is stored, for the reader of the answer. */
const trimJob = (row: Record<string, unknown>) => ({ ...trimmed(row), note: row.note as string | null })

/** A workspace below, as a row of the dashboard. */
export type ClientStanding = Pick<NamedWorkspace, 'id' | 'name'> & Standing & { tile_url: string | null }

/** With its act, for a caller whose workspace has this many index credits to transfer. */
const actingCase = (one: Case, own_id: string, purse: number): ActingCase => ({
  ...one,
  act: nextAct(one, one.tenant_id === own_id ? 0 : suggestedTransfer(one.standing?.lacks ?? 0, purse)),
})

/** The cases of one workspace, without those below it. */
export const casesOfClient: Install['casesOf'] = (tx, app, caller, { id, standing }) => {
  const purse = balances(tx, caller.tenant_id).index.available
  const cases = casesOf(tx, app, [namedWorkspace(tx, id)], new Map([[id, standing]]))
  return casesFor(caller, cases).map((one) => actingCase(one, caller.tenant_id, purse))
}

export type DashboardData = ReturnType<typeof dashboardOf>

/** The whole page. A platform admin gets the cases of the install too. */
export async function readDashboard(app: CaseFinder, read: Reading, person: CaseReader): Promise<DashboardData> {
  const workspaces = read((tx, { path }) => workspacesAt(tx, path))
  const days = read((tx, { tenant_id }) => daysOf(tx, tenant_id))
  const parts = await inSlices(
    workspaces.map(({ id }) => id),
    (some) => read((tx) => standings(tx, some, days)),
  )
  return read((tx, caller) =>
    dashboardOf(tx, caller, person, workspaces as [NamedWorkspace, ...NamedWorkspace[]], { app, days, parts }),
  )
}

type Standings = ReturnType<typeof standings>

function dashboardOf(
  tx: ReadTx,
  caller: Caller,
  person: CaseReader,
  workspaces: readonly [NamedWorkspace, ...NamedWorkspace[]],
  { app, days, parts }: { app: CaseFinder; days: ZoneDays; parts: readonly Standings[] },
) {
  const [own, ...clients] = workspaces
  const known = new Map(parts.flatMap(({ standings }) => [...standings]))
  const sent = new Map(parts.flatMap(({ sent }) => [...sent]))
  const cases = sorted([
    ...ofThePerson(tx, person),
    ...(caller.platform ? casesOfInstall(tx) : []),
    ...casesFor(caller, casesOf(tx, app, workspaces, known)),
    ...(decidesReports(tx, caller) ? reportCases(tx, own, workspaces) : []),
  ])
  const purse = known.get(own.id)!.available
  const acting = (one: Case) => actingCase(one, own.id, purse)
  const { open, seen } = splitBySeen(tx, person, cases)
  const tiles = tilesOf(
    tx,
    caller,
    clients.map(({ id }) => id),
  )
  return {
    tenant: own,
    time_zone: days.zone,
    numbers: numbersOf(tx, caller, own, { known, days }),
    age_days: daysBetween(own.created_at, tx.now),
    chart: chartOf(sent, days, tx.now),
    cases: { open: open.map(acting), seen: seen.map(acting) },
    clients: worstFirst(
      clients.map(({ id, name }) => ({ id, name, ...known.get(id)!, tile_url: tiles.get(id) ?? null })),
      cases,
    ),
    in_progress: inProgress(tx, caller),
    watched: countJobs(tx, [treeOf(caller, 'j.tenant_id'), when("j.status = 'watching'")]),
    jobs: countJobs(tx, [treeOf(caller, 'j.tenant_id')]),
    simulated: isSimulated(tx, caller),
  }
}

/** Cases outside any workspace: invitations of the person, and an install that cannot push. */
const ofThePerson = (tx: ReadTx, { id }: CaseReader): Case[] => [
  ...offersTo(tx, id).map(
    ({ tenant_id: id, name, by: note }): Case => ({
      ...OF_NO_WORKSPACE,
      kind: 'invitation',
      id,
      name,
      note,
      stamp: id,
    }),
  ),
  ...(hasCrawlRoute(tx) ? [] : [{ ...OF_NO_WORKSPACE, kind: 'supplier' as const, id: 'none', name: '', stamp: '' }]),
]

/** Numbers of the workspace and those below it; `index_credits` and `reserved` are only the workspace's own. */
function numbersOf(
  tx: ReadTx,
  caller: Caller,
  own: NamedWorkspace,
  { known, days }: { known: ReadonlyMap<string, Standing>; days: ZoneDays },
) {
  const { available, reserved } = known.get(own.id)!
  const { spendable, used_per_day, runway_days } = runwaysOf(tx, [own.id], days).get(own.id)!
  const tree = idsBelow(tx, caller.path)
  const archived = tree.filter((id) => !known.has(id))
  const since = days.startOf(days.firstDay(tx.now))
  const earlier = days.startOf(days.firstDay(tx.now, 2 * SPAN))
  const recent = (what: 'indexed' | 'returned') =>
    [...known.values()].reduce(
      (sum, one) => sum + one[`${what}_30d`],
      tallied(tx, archived, what, { from: since, to: '~' }),
    )
  const indexed = recent('indexed')
  const before = tallied(tx, tree, 'indexed', { from: earlier, to: since })
  const age = daysBetween(own.created_at, tx.now)
  return {
    indexed_30d: indexed,
    /** Change against the 30 days before, in percent; null for a younger workspace, or none indexed before. */
    indexed_change: age < 2 * SPAN || before === 0 ? null : ((indexed - before) / before) * 100,
    credits_returned: recent('returned'),
    settling_this_week: settling(tx, caller),
    index_credits: available,
    reserved,
    spendable,
    used_per_day,
    runway_days,
  }
}

/** Watched links, those of cancelled pushes included: each has its day-7 result within a week. */
function settling(tx: ReadTx, caller: Caller): number {
  const tree = treeOf(caller, 'j.tenant_id')
  return tx.number(
    `select sum(outcome ->> '$.states.sent') from jobs j
     where j.deleted_at is null and j.status in ('sending', 'watching', 'cancelled') and ${tree.sql}`,
    ...tree.params,
  )
}

const OPEN = OPEN_STATUSES.map((status) => `'${status}'`).join(', ')

function inProgress(tx: ReadTx, caller: Caller) {
  const tree = treeOf(caller, 'j.tenant_id')
  return tx
    .rows<Record<string, unknown>>(
      `select ${JOB_COLUMNS} from (
         select j.id as newest from jobs j where j.deleted_at is null and j.status in (${OPEN}) and ${tree.in_order}
         order by j.id desc limit 8)
       cross join jobs j on j.id = newest cross join tenants t on t.id = j.tenant_id order by j.id desc`,
      ...tree.params,
    )
    .map(trimJob)
}

function isSimulated(tx: ReadTx, caller: Caller): boolean {
  const tree = treeOf(caller, 'j.tenant_id')
  const some = `select exists (select 1 from jobs j where j.simulated = 1 and j.deleted_at is null and ${tree.sql})`
  return tx.count(some, ...tree.params) > 0
}

/** Clients with the most urgent case first, then those below their usual rate, then by name. */
function worstFirst(clients: readonly ClientStanding[], cases: readonly Case[]): ClientStanding[] {
  const places = new Map<string | null, number>()
  for (const [at, { tenant_id }] of cases.entries()) if (!places.has(tenant_id)) places.set(tenant_id, at)
  const at = ({ id }: ClientStanding) => places.get(id) ?? Number.POSITIVE_INFINITY
  return clients.toSorted((a, b) => (at(a) === at(b) ? alphabetOf()(a.name, b.name) : at(a) - at(b)))
}
