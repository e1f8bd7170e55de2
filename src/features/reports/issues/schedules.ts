/** Schedules of reports: one a workspace, off until somebody switches it on. */

import { below, idsOf, monthZonesOf, NOT_ARCHIVED, ownLanguageOf } from '../../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import { patched } from '../../../kernel/database/settings.ts'
import { atLeast, type Caller } from '../../../kernel/operation/caller.ts'
import { conflict, forbidden, invalid } from '../../../kernel/operation/fault.ts'
import { asTimeZone, DAY, plus } from '../../../kernel/time/clock.ts'
import type { ClockRepair } from '../../../kernel/time/clock-repair.ts'
import { withZone } from '../../../kernel/time/month-zones.ts'
import { periodAfter } from '../../../kernel/time/periods.ts'
import { ownZonesOf, zonesOf } from '../months/zones.ts'
import { reportSchedules, type ScheduleRow } from '../tables.ts'
import { REPORT_SECTIONS, type ReportSection } from '../words.ts'
import { draftAt, dueAt, nextPeriod, type ScheduleTiming } from './calendar.ts'
import type { ReportSchedule } from './shapes.ts'

export type Schedule = Omit<
  ScheduleRow,
  'first_working_day' | 'zones' | 'sections' | 'attach_pdf' | 'skip_empty' | 'approvers'
> &
  ScheduleTiming & { sections: ReportSection[]; attach_pdf: boolean; skip_empty: boolean; approvers: string[] }

/** Approved periods before reports may go without approval. */
const BEFORE_AUTOMATIC = 3

const DEFAULTS: Omit<Schedule, 'tenant_id' | 'created_at' | 'updated_at'> = {
  mode: 'off',
  // Day-7 checks of the month's last pushes and the lag of search consoles are over by then, or nearly.
  day: 4,
  first_working_day: false,
  hour: 9,
  zones: [],
  period: 'month',
  sections: [...REPORT_SECTIONS],
  attach_pdf: false,
  skip_empty: true,
  approvers: [],
  automatic_by: null,
  next_period: null,
  next_draft_at: null,
}

export function storedSchedule(tx: ReadTx, tenant_id: string): Schedule {
  const row = tx.row<ScheduleRow>('select * from report_schedules where tenant_id = ?', tenant_id)
  const zones = zonesOf(tx, tenant_id)
  if (!row) return { tenant_id, ...DEFAULTS, zones, created_at: tx.now, updated_at: tx.now }
  return {
    ...row,
    first_working_day: row.first_working_day === 1,
    zones,
    sections: JSON.parse(row.sections) as ReportSection[],
    attach_pdf: row.attach_pdf === 1,
    skip_empty: row.skip_empty === 1,
    approvers: JSON.parse(row.approvers) as string[],
  }
}

const lastZone = ({ zones }: Pick<ScheduleTiming, 'zones'>): string => zones.at(-1)?.zone ?? 'UTC'

/** In the shape of the API. */
export function scheduleOf(tx: ReadTx, tenant_id: string): ReportSchedule {
  const { zones, ...schedule } = storedSchedule(tx, tenant_id)
  const { next_period } = schedule
  return {
    ...schedule,
    time_zone: lastZone({ zones }),
    language: ownLanguageOf(tx, tenant_id),
    approved: approvedPeriods(tx, tenant_id),
    next_send_at: next_period && dueAt({ ...schedule, zones }, next_period),
  }
}

/** Periods whose report a person approved. */
const approvedPeriods = (tx: ReadTx, tenant_id: string): number =>
  tx.number(
    `select count(distinct period) from report_issues where tenant_id = ? and approved_by is not null
     and state in ('approved', 'sending', 'sent')`,
    tenant_id,
  )

export type ScheduleInput = {
  [Name in keyof Omit<
    ReportSchedule,
    'tenant_id' | 'language' | 'approved' | 'next_period' | 'next_draft_at' | 'next_send_at'
  >]?: ReportSchedule[Name] | undefined
}

/** The schedule with the given fields, and what it would do next. @throws invalid */
export function triedSchedule(
  tx: ReadTx,
  tenant: { id: string; path: string },
  { time_zone, ...wanted }: ScheduleInput,
): Schedule {
  const before = storedSchedule(tx, tenant.id)
  if ((wanted.day ?? before.day) > 28)
    throw invalid({ path: 'day', message: 'must be 1 to 28; or choose first_working_day' })
  const zone = time_zone === undefined ? undefined : asTimeZone(time_zone)
  if (zone === null) throw invalid({ path: 'time_zone', message: 'must be an IANA name, such as Europe/Vienna' })
  if (wanted.approvers) assertPeople(tx, tenant.path, wanted.approvers)
  const after = patched(before, {
    ...wanted,
    zones: zone === undefined || zone === lastZone(before) ? undefined : withZone(before.zones, zone, tx.now),
  })
  const next = after.mode === 'off' ? null : nextPeriodOf(tx, after)
  return { ...after, next_period: next, next_draft_at: next && draftAt(after, next) }
}

/** The first period that has no report yet and can still go on time. */
export const nextPeriodOf = (tx: ReadTx, schedule: ScheduleTiming & { tenant_id: string }): string =>
  nextPeriod(schedule, tx.now, lastPeriod(tx, schedule.tenant_id))

/** Changes the given fields; the next draft follows from them. */
export function changeSchedule(
  tx: Tx,
  caller: Caller,
  tenant: { id: string; path: string },
  wanted: ScheduleInput,
  at_once: boolean,
): void {
  const before = storedSchedule(tx, tenant.id)
  const after = triedSchedule(tx, tenant, wanted)
  if (after.mode === 'automatic' && before.mode !== 'automatic') assertAutomatic(tx, caller, tenant.id, at_once)
  const by_owner = after.mode === 'automatic' && before.mode !== 'automatic' && at_once
  const automatic_by = by_owner ? caller.label : after.mode === 'automatic' ? before.automatic_by : null
  writeSchedule(tx, { ...after, automatic_by })
}

/** The latest period with a report. */
const lastPeriod = (tx: ReadTx, tenant_id: string): string | null =>
  tx.row<{ period: string }>(
    'select period from report_issues where tenant_id = ? order by starts_at desc, revision desc limit 1',
    tenant_id,
  )?.period ?? null

/** Reports reach third parties, so they go without approval only after three approved ones, or when an owner says so. */
function assertAutomatic(tx: ReadTx, caller: Caller, tenant_id: string, at_once: boolean): void {
  if (at_once) {
    if (caller.platform || atLeast(caller.role, 'owner')) return
    throw forbidden('Only an owner can choose automatic sending before three approved reports. Ask one of them.')
  }
  const approved = approvedPeriods(tx, tenant_id)
  if (approved < BEFORE_AUTOMATIC)
    throw conflict(
      `Automatic sending needs ${BEFORE_AUTOMATIC} approved reports, and ${approved} of them are there. Keep the approval, or let an owner confirm that reports are sent without it from the start.`,
      { need: BEFORE_AUTOMATIC, have: approved },
    )
}

function assertPeople(tx: ReadTx, path: string, ids: readonly string[]): void {
  const found = tx.rows<{ user_id: string }>(
    `select distinct m.user_id from members m join users u on u.id = m.user_id
     where m.tenant_id in (select value from json_each(?)) and m.user_id in (select value from json_each(?))
       and m.role <> 'client_viewer' and u.status = 'active'`,
    JSON.stringify(idsOf(path)),
    JSON.stringify(ids),
  )
  const known = new Set(found.map(({ user_id }) => user_id))
  if (ids.some((id) => !known.has(id)))
    throw invalid({
      path: 'approvers',
      message: 'must be members of the workspace or of one above it who are not viewers',
    })
}

/** Zones of the workspace are not kept here, so that they go on following it. */
const isInherited = (tx: ReadTx, { tenant_id, zones }: Schedule): boolean =>
  ownZonesOf(tx, tenant_id).length === 0 && JSON.stringify(zones) === JSON.stringify(monthZonesOf(tx, tenant_id))

function writeSchedule(tx: Tx, schedule: Schedule): void {
  const row = {
    ...schedule,
    first_working_day: Number(schedule.first_working_day),
    zones: JSON.stringify(isInherited(tx, schedule) ? [] : schedule.zones),
    sections: JSON.stringify(schedule.sections),
    attach_pdf: Number(schedule.attach_pdf),
    skip_empty: Number(schedule.skip_empty),
    approvers: JSON.stringify(schedule.approvers),
    updated_at: tx.now,
  }
  tx.orm.insert(reportSchedules).values(row).onConflictDoUpdate({ target: reportSchedules.tenant_id, set: row }).run()
}

/** Moves a schedule to the period after the one that was drafted or left out. */
export function advanceSchedule(tx: Tx, tenant_id: string, done: string): void {
  const schedule = storedSchedule(tx, tenant_id)
  if (schedule.mode === 'off') return
  const next = periodAfter(done)
  tx.run(
    'update report_schedules set next_period = ?, next_draft_at = ? where tenant_id = ?',
    next,
    draftAt(schedule, next),
    tenant_id,
  )
}

/** The workspaces below one that get the same schedule, without the one itself. @throws invalid for an id out of reach */
export function applyTo(
  tx: ReadTx,
  caller: Caller,
  tenant: { id: string; path: string },
  wanted: readonly string[] | 'all_clients',
): { id: string; path: string }[] {
  const all = wanted === 'all_clients'
  const found = tx.rows<{ id: string; path: string }>(
    `select id, path from tenants where path >= ? and path < ? and id <> ? and ${NOT_ARCHIVED}
       and (kind = 'client' or ?) and (id in (select value from json_each(?)) or ?) order by path`,
    ...below(all ? tenant.path : caller.platform ? '/' : caller.path),
    tenant.id,
    all ? 0 : 1,
    JSON.stringify(all ? [] : wanted),
    all ? 1 : 0,
  )
  if (!all && found.length < new Set(wanted.filter((id) => id !== tenant.id)).size)
    throw invalid({ path: 'apply_to', message: 'must be ids of active workspaces within your reach' })
  return found
}

/** The longest wait for a draft: a quarter and the days after it. */
const FURTHEST = 125 * DAY

export const SCHEDULES_IN_FUTURE: ClockRepair = {
  what: 'report_schedules.next_draft_at',
  repair: (tx, limit) =>
    tx.run(
      `update report_schedules set next_draft_at = ?1 where tenant_id in (
         select tenant_id from report_schedules where next_draft_at > ?2 limit ?3)`,
      tx.now,
      plus(tx.now, FURTHEST),
      limit,
    ),
}
