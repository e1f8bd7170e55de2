/** A question about a page, asked by a reader without an account: the secret address of a portal or report is their right. */

import { isShownOn } from '../../../doors/custom-domain.ts'
import type { Call } from '../../../doors/pages/screens.ts'
import { invalid, notFound } from '../../../kernel/operation/fault.ts'
import { parser } from '../../../kernel/operation/shape.ts'
import { networkOf } from '../../../kernel/web-fetch/addresses.ts'
import { askAboutPage, jobOfReport, monthOfAddress, portalAt, QuestionForm } from '../index.ts'

const PER_MINUTE_FROM = 5

export type AskedWorkspace = {
  tenant_id: string
  name: string
  /** Sites that may embed the page. */
  origins: readonly string[]
}

/** The workspace that the address of a portal or of a report shows. @throws Fault not_found */
export function askedWorkspace({ app, request, params }: Call): AskedWorkspace {
  const token = params.token ?? ''
  const found = app.db.read((tx) => {
    const portal = portalAt(tx, token)
    if (portal) return portal
    const month = monthOfAddress(tx, token)
    if (month !== null) return 'stopped_of' in month ? null : { ...month, origins: [] }
    const job = jobOfReport(tx, token)
    if (job === null || 'stopped_of' in job) return null
    return { ...job, origins: [] }
  })
  if (!found || !isShownOn(app, request.headers.get('host'), found.path)) throw notFound('page')
  return found
}

const parse = parser(QuestionForm)

/** Keeps the question for Today. @throws Fault validation_failed, rate_limited, conflict */
export function ask({ app, form, visit }: Call, { tenant_id }: AskedWorkspace): void {
  app.limits.take(`questions from ${visit.ip ? networkOf(visit.ip) : 'nowhere'}`, PER_MINUTE_FROM, null)
  const { value, issues } = parse({
    url: form.url?.trim() ?? '',
    text: form.text?.trim() ?? '',
    email: form.email?.trim() ?? '',
  })
  if (value === null) throw invalid(...issues)
  app.db.write((tx) => askAboutPage(tx, { tenant_id, ...value }))
}
