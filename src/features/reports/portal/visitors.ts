/**
 * The public page of a workspace: its address opens this workspace alone, with the rights of a viewer. Readers of a portal
 * or a report ask about a page; its secret address is their right.
 */
import { isShownOn } from '../../../doors/custom-domain.ts'
import { type Ask, askAs } from '../../../doors/pages/above.ts'
import type { Call, SignedInCall } from '../../../doors/pages/screens.ts'
import type { Caller } from '../../../kernel/operation/caller.ts'
import { invalid, notFound } from '../../../kernel/operation/fault.ts'
import { parser } from '../../../kernel/operation/shape.ts'
import { networkOf } from '../../../kernel/web-fetch/addresses.ts'
import { monthOfAddress, monthUrl } from '../months/month-addresses.ts'
import { jobOfReport } from '../pushes/shared-job-reports.ts'
import { askAboutPage, QuestionForm } from './page-questions.ts'
import { type PortalFound, portalAt } from './portal.ts'

/** Visits of one visitor, and of all. One visitor is refused before they count for all, so nobody uses these up alone. */
const PER_MINUTE_FROM = 30
const PER_MINUTE = 1200

export type Portal = PortalFound & { ask: Ask; reportUrl(month: string): string | null }

/** @throws Fault not_found, and rate_limited with when it is worth trying again */
export function openPortalPage({ app, request, visit, params }: Call): Portal {
  const token = params.token ?? ''
  const found = app.db.read((tx) => portalAt(tx, token))
  if (!found || !isShownOn(app, request.headers.get('host'), found.path)) throw notFound('page')
  app.limits.take(`portal from ${visit.ip ? networkOf(visit.ip) : 'nowhere'}`, PER_MINUTE_FROM, null)
  app.limits.take(`portal of ${found.tenant_id}`, PER_MINUTE, null)
  const caller = readerOf(found)
  return {
    ...found,
    reportUrl: (month) => app.db.read((tx) => monthUrl(tx, app, found.tenant_id, month)),
    ask: askAs({ app, request, visit }, caller),
  }
}

/** Asks as a reader of the visitor's client: the portal shows the same to all its people, whatever else they may see. */
export const askAsReader = (call: SignedInCall): Ask =>
  askAs(call, { ...call.caller, role: 'client_viewer', platform: false }, call.site.readerOf(call))

const readerOf = ({ tenant_id, path }: PortalFound): Caller => ({
  via: 'system',
  user_id: null,
  key_id: null,
  label: 'portal',
  tenant_id,
  path,
  role: 'client_viewer',
  platform: false,
  daily_credit_cap: null,
  approved: true,
})

const QUESTIONS_PER_MINUTE_FROM = 5

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
  app.limits.take(`questions from ${visit.ip ? networkOf(visit.ip) : 'nowhere'}`, QUESTIONS_PER_MINUTE_FROM, null)
  const { value, issues } = parse({
    url: form.url?.trim() ?? '',
    text: form.text?.trim() ?? '',
    email: form.email?.trim() ?? '',
  })
  if (value === null) throw invalid(...issues)
  app.db.write((tx) => askAboutPage(tx, app, { tenant_id, ...value }))
}
