/** Reports in letters that people write, and the questions that these answer. */
import { findJob } from '../../domains/jobs/index.ts'
import type { Tx } from '../../kernel/database/database.ts'
import type { App, Install } from '../../kernel/operation/app.ts'
import { atLeast, type Caller } from '../../kernel/operation/caller.ts'
import { forbidden, invalid, notFound } from '../../kernel/operation/fault.ts'
import { hasBegun } from '../../kernel/time/periods.ts'
import { shareMonthAs } from './months/month-addresses.ts'
import { askAgain, closePageQuestion, findPageQuestion } from './portal/page-questions.ts'
import { shareReport } from './pushes/shared-job-reports.ts'
import type { PageQuestionRow } from './tables.ts'

export const carriedByLetter: App['carriedByLetter'] = (tx, app, caller, tenant, { question_id, job_id, month }) => {
  const question = question_id === undefined ? null : findPageQuestion(tx, caller, question_id)
  if (question && question.tenant_id !== tenant.id) throw notFound('question')
  const job = job_id === undefined ? null : findJob(tx, caller, job_id)
  if (job && job.tenant_id !== tenant.id) throw notFound('job')
  return {
    report: job ? shareReport(tx, app, job.id) : month && sharedMonth(tx, app, caller, { tenant_id: tenant.id, month }),
    kept: question ? JSON.stringify(question) : undefined,
    done() {
      if (question) closePageQuestion(tx, question.id)
    },
  }
}

export const carriedBack: App['carriedBack'] = (tx, kept) => {
  askAgain(tx, JSON.parse(kept) as PageQuestionRow)
}

/** The live address of a month, which admins alone share. */
function sharedMonth(
  tx: Tx,
  app: Pick<Install, 'config' | 'sealer' | 'catalog'>,
  caller: Caller,
  of: { tenant_id: string; month: string },
): string {
  if (!caller.platform && !atLeast(caller.role, 'admin'))
    throw forbidden('Only admins can share the report of a month. Ask one of them.')
  if (!hasBegun(of.month, tx.now)) throw invalid({ path: 'month', message: 'has not begun yet' })
  return shareMonthAs(tx, app, caller, of)
}
