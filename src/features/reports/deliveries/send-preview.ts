/** A report as it would be sent now: its figures, and its letter with a note. */
import type { App } from '../../../kernel/operation/app.ts'
import { draftedFor } from '../issues/drafting.ts'
import { freeze } from '../issues/freeze.ts'
import { figuresOf } from '../issues/read.ts'
import { storedSchedule } from '../issues/schedules.ts'
import { frozenToSend } from '../issues/send-now.ts'
import type { FrozenReport } from '../issues/shapes.ts'
import type { ReportSection } from '../words.ts'
import { letterOfSchedule, letterPreview } from './letter.ts'
import type { ReportToSend } from './shapes.ts'

type Asked = { note?: string | undefined; attach_pdf?: boolean | undefined }

export async function previewSending(
  app: App,
  id: string,
  period: string,
  { note = '', attach_pdf }: Asked,
): Promise<ReportToSend> {
  const kept = app.db.read((tx) => {
    const issue = frozenToSend(tx, id, period)
    if (!issue) return null
    return {
      summary: figuresOf(tx, issue.id).figures.summary,
      frozen_at: issue.frozen_at,
      language: issue.language ?? 'en',
      sections: JSON.parse(issue.sections) as ReportSection[],
      attach_pdf: storedSchedule(tx, id).attach_pdf,
      letter: letterPreview(tx, app, issue, note, attach_pdf),
    }
  })
  if (kept) return kept
  const frozen = await freeze(app, id, period)
  const { figures, frozen_at, zone } = frozen
  return app.db.read((tx) => {
    const words = { ...draftedFor(tx, id, period, frozen), frozen_at, zone }
    const report = JSON.parse(figures) as FrozenReport
    const schedule = storedSchedule(tx, id)
    const asked = { tenant_id: id, attach_pdf: attach_pdf ?? schedule.attach_pdf }
    return {
      summary: report.summary,
      frozen_at,
      language: words.language,
      sections: schedule.sections,
      attach_pdf: schedule.attach_pdf,
      letter: letterOfSchedule(tx, app, asked, report, words, note),
    }
  })
}
