/** The PDF of a report: drawn once, from the frozen figures, and kept when the report is sent. */

import { brandOf, logoAt } from '../../../domains/branding/index.ts'
import type { FindEnclosures } from '../../../domains/mail/index.ts'
import type { PlanApp } from '../../../domains/plans/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import type { Issue } from '../issues/issue-states.ts'
import { figuresOf, isCorrection, issueOf, readerOfIssue } from '../issues/read.ts'
import type { FrozenReport } from '../issues/shapes.ts'
import { fileNameOf } from '../months/file-name.ts'
import type { ReportSection } from '../words.ts'
import type { ReportFile } from './report-file.ts'

/** The bytes of a report's PDF: as they were sent, or drawn now. */
export async function reportPdfOf(app: App, issue: Issue): Promise<Uint8Array> {
  const { pdf, report } = app.db.read((tx) => ({
    pdf: tx.row<{ pdf: Uint8Array | null }>('select pdf from report_issues where id = ?', issue.id)?.pdf,
    report: reportOf(tx, app, issue),
  }))
  return pdf ?? (await app.ports.reportFile(report))
}

function reportOf(tx: ReadTx, app: PlanApp, issue: Issue): ReportFile {
  const { figures } = figuresOf(tx, issue.id)
  const { name, accent, logo_url } = brandOf(tx, app, issue.tenant_id)
  const logo = logo_url ? (logoAt(tx, logo_url.split('/').at(-1)!)?.body ?? null) : null
  return {
    to: readerOfIssue(issue),
    client: figures.client,
    month: figures.period,
    document: withSections(figures.document, JSON.parse(issue.sections) as ReportSection[]),
    comment: issue.comment,
    contact: issue.contact,
    corrected: isCorrection(tx, issue) ? (issue.reason ?? '') : null,
    at: issue.frozen_at,
    brand: { name, accent, logo },
    fonts: `${app.config.data_dir}/fonts`,
  }
}

/** Without the parts that the agency hides. */
const withSections = (
  document: FrozenReport['document'],
  sections: readonly ReportSection[],
): FrozenReport['document'] => ({
  ...document,
  curve: sections.includes('growth') ? document.curve : [],
  parts: document.parts.filter(({ part }) => sections.includes(part)),
  answers: sections.includes('answers') ? document.answers : undefined,
})

/** The PDF that goes with a report's letter, if its reader wants it; with a test before the report is sent, drawn for it. */
export const reportEnclosures: FindEnclosures = async (app, template, { issue: id = '', pdf, client = '' }) => {
  if (template !== 'client_report' || !pdf) return []
  const issue = app.db.read((tx) => issueOf(tx, id))
  return issue
    ? [{ filename: fileNameOf(client, issue), type: 'application/pdf', content: await reportPdfOf(app, issue) }]
    : []
}
