/** A report as it would be sent now: its figures, and its letter with a note. */
import type { App } from '../../../kernel/operation/app.ts'
import { draftedFor } from '../issues/drafting.ts'
import { freeze } from '../issues/freeze.ts'
import { figuresOf } from '../issues/read.ts'
import { storedSchedule } from '../issues/schedules.ts'
import { frozenToSend } from '../issues/send-now.ts'
import type { FrozenReport } from '../issues/shapes.ts'
import { letterOfSchedule, letterPreview } from './letter.ts'
import type { ReportToSend } from './shapes.ts'

export async function previewSending(app: App, id: string, period: string, note: string): Promise<ReportToSend> {
  const kept = app.db.read((tx) => {
    const issue = frozenToSend(tx, id, period)
    if (!issue) return null
    const { summary } = figuresOf(tx, issue.id).figures
    return { summary, frozen_at: issue.frozen_at, letter: letterPreview(tx, app, issue, note) }
  })
  if (kept) return kept
  const frozen = await freeze(app, id, period)
  const { figures, frozen_at, zone } = frozen
  return app.db.read((tx) => {
    const words = { ...draftedFor(tx, id, period, frozen), frozen_at, zone }
    const report = JSON.parse(figures) as FrozenReport
    const letter = letterOfSchedule(tx, app, storedSchedule(tx, id), report, words, note)
    return { summary: report.summary, frozen_at, letter }
  })
}
