/** A shared report for readers without an account: the token in the address is the only right. */

import { engineAsked } from '../../../domains/checks/index.ts'
import { readerOfWorkspace, readTenant } from '../../../domains/tenants/index.ts'
import { visitorAt } from '../../../doors/admit.ts'
import { isShownOn } from '../../../doors/custom-domain.ts'
import type { Call } from '../../../doors/pages/screens.ts'
import type { Reader } from '../../../kernel/language/reader.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { notFound } from '../../../kernel/operation/fault.ts'
import { figuresOf, issueOf, readerOfIssue, readIssue } from '../issues/read.ts'
import { readReport } from '../pushes/job-report.ts'
import { jobOfReport, type Stopped } from '../pushes/shared-job-reports.ts'
import { fileNameOf } from './file-name.ts'
import { monthOfAddress, monthUrl, noteOpened } from './month-addresses.ts'
import { shownMonthFigures, shownPushFigures } from './month-counts.ts'
import { monthDocument } from './month-document.ts'
import { linksBehind, type MonthLink } from './month-figures.ts'
import { type MonthPush, pushesOf } from './month-pushes.ts'
import { contactOf, monthReport } from './month-reports.ts'
import { type Cause, causeOf } from './page-causes.ts'
import { faultsIn, type PartQuery, partsListed } from './report-pages.ts'

export type SharedMonth = Exclude<ReturnType<typeof monthOfAddress>, Stopped | null>

const tokenOf = ({ params }: Call): string => params.token ?? ''

/** @throws Fault 404 on a domain that does not show the workspace with this path. */
function assertShownHere({ app, request }: Call, path: string): void {
  if (!isShownOn(app, request.headers.get('host'), path)) throw notFound('report')
}

/** The month that is shared at this address; null when it is the address of none. */
export function sharedMonthAt(call: Call): SharedMonth | Stopped | null {
  const found = call.app.db.read((tx) => monthOfAddress(tx, tokenOf(call)))
  if (found !== null) assertShownHere(call, found.path)
  return found
}

/** The readers of a workspace's reports. */
export const readerFor = ({ app }: Call, tenant_id: string): Reader =>
  app.db.read((tx) => readerOfWorkspace(tx, tenant_id))

/** The report of a month with its current figures. */
export async function liveMonth({ app }: Call, { tenant_id, month }: SharedMonth, asked: PartQuery) {
  const document = await monthDocument(app, { tenant_id, month, asked }, shownMonthFigures(app, tenant_id, month))
  return app.db.read((tx) => {
    const { comment, contact } = monthReport(tx, tenant_id, month)
    return { document, comment, contact, tenant: readTenant(tx, tenant_id), to: readerOfWorkspace(tx, tenant_id) }
  })
}

/** A report whose figures do not change, and the address of the live ones where they are shared. */
export const frozenMonth = ({ app }: Call, { tenant_id, month }: SharedMonth, issue_id: string) =>
  app.db.read((tx) => ({
    issue: { ...readIssue(tx, issue_id), figures: figuresOf(tx, issue_id).figures },
    to: readerOfIssue(issueOf(tx, issue_id)!),
    live: monthUrl(tx, app, tenant_id, month),
  }))

/** Notes that a person outside the agency opened the report. */
export async function noteReader(call: Call, found: SharedMonth): Promise<void> {
  if (await isOfAStranger(call, found)) call.app.db.write((tx) => noteOpened(tx, found.link_id))
}

/** Whether it was opened by somebody who is not signed in as one of the agency: of the workspaces above, or the root itself. */
async function isOfAStranger(call: Call, { tenant_id }: SharedMonth): Promise<boolean> {
  const { app, request } = call
  if (/prefetch|prerender/.test(request.headers.get('sec-purpose') ?? '')) return false
  const agent = request.headers.get('user-agent') ?? ''
  if (agent === '' || PROGRAMS.test(agent)) return false
  const { parent_id } = app.db.read((tx) => readTenant(tx, tenant_id))
  const visitor = await visitorAt(call, parent_id ?? tenant_id)
  return !visitor?.caller && !visitor?.viewing
}

/** Previews of chats, crawlers, mail scanners and libraries, as they name themselves. */
const PROGRAMS =
  /bot\b|bot[/;]|crawl|spider|preview|scanner|facebookexternalhit|^whatsapp|slack-?img|linkexpanding|embedly|curl|wget|python|libwww|okhttp|java\/|go-http|\bnode\b|axios|undici|httpclient|lighthouse|phantomjs|proofpoint|mimecast|barracuda/i

type LinkOfMonth = MonthLink & { cause: Cause | null; push: MonthPush }

/** All links of the pushes of a month, in slices. */
export function* linksOfMonth({ db }: App, tenant_id: string, month: string): Generator<LinkOfMonth[]> {
  for (const push of db.read((tx) => pushesOf(tx, tenant_id, month)))
    for (let after = push.first_link - 1; after < push.last_link; ) {
      const links = db.read((tx) => linksBehind(tx, push, after))
      yield links.map((link) => ({ ...link, cause: causeOf(link), push }))
      after = links.at(-1)?.id ?? push.last_link
    }
}

/** `bakery-2026-11.csv`: the pages of a client's month. */
export const csvNameOf = ({ db }: App, tenant_id: string, period: string): string =>
  fileNameOf(
    db.read((tx) => readTenant(tx, tenant_id).name),
    { period, revision: 1 },
    'csv',
  )

/** The push whose report is shared at this address. @throws Fault 404 when it is the address of none. */
export function sharedPushAt(call: Call): { job_id: string } | Stopped {
  const found = call.app.db.read((tx) => jobOfReport(tx, tokenOf(call)))
  if (found === null) throw notFound('report')
  assertShownHere(call, found.path)
  return found
}

/** The report of a push: who it is of, its figures and its parts. */
export async function sharedPush({ app }: Call, job_id: string, asked: PartQuery) {
  const figures = await shownPushFigures(app, job_id)
  return app.db.read((tx) => {
    const report = readReport(tx, job_id, 1, 1)
    const parts = partsListed(tx, figures, asked)
    const contact = contactOf(tx, report.tenant.id)
    const answers = app.readers?.countIn(tx, [job_id], true)
    const to = readerOfWorkspace(tx, report.tenant.id)
    return {
      to,
      report,
      contact,
      engine: engineAsked(tx, [job_id]),
      parts,
      figures,
      faults: faultsIn(figures),
      answers,
    }
  })
}

/** The readers of the report of a push. */
export const readerOfPush = ({ app }: Call, job_id: string): Reader =>
  app.db.read((tx) => readerOfWorkspace(tx, readReport(tx, job_id, 1, 1).tenant.id))

/** All links of the report of a push, in slices. */
export function* linksOfSharedPush({ app }: Call, job_id: string) {
  const read = (page: number) => app.db.read((tx) => readReport(tx, job_id, page, 1000).links)
  for (let page = 1, links = read(1); links.length > 0; links = read(++page)) yield links
}
