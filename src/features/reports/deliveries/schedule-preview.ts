/** Next dates of a schedule that is not stored yet, and its letter with the present figures. */
import { languageWith } from '../../../domains/tenants/index.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { hasBegun, periodBefore } from '../../../kernel/time/periods.ts'
import { dueAt } from '../issues/calendar.ts'
import { draftedFor } from '../issues/drafting.ts'
import { freeze } from '../issues/freeze.ts'
import { nextPeriodOf, type ScheduleInput, triedSchedule } from '../issues/schedules.ts'
import type { FrozenReport } from '../issues/shapes.ts'
import { letterOfSchedule } from './letter.ts'
import type { SchedulePreview } from './shapes.ts'

export async function previewSchedule(
  app: App,
  tenant: { id: string; path: string },
  { language, ...wanted }: ScheduleInput & { language?: string | null | undefined },
): Promise<SchedulePreview> {
  const { schedule, next } = app.db.read((tx) => {
    const schedule = triedSchedule(tx, tenant, wanted)
    return { schedule, next: nextPeriodOf(tx, schedule) }
  })
  const period = hasBegun(next, app.clock.now()) ? next : periodBefore(next)
  const frozen = await freeze(app, tenant.id, period)
  const report = JSON.parse(frozen.figures) as FrozenReport
  return app.db.read((tx) => {
    const chosen = language === undefined ? undefined : languageWith(tx, tenant.path, language)
    const words = {
      ...draftedFor(tx, tenant.id, period, frozen, chosen),
      frozen_at: frozen.frozen_at,
      zone: frozen.zone,
    }
    return {
      period,
      next_period: schedule.next_period,
      next_draft_at: schedule.next_draft_at,
      next_send_at: schedule.next_period && dueAt(schedule, schedule.next_period),
      letter: letterOfSchedule(tx, app, schedule, report, words),
    }
  })
}
