import {
  contactOf,
  engineAsked,
  faultsIn,
  jobOfReport,
  partsListed,
  pathOfReport,
  readReport,
  shownPushFigures,
} from '../../src/domains/reports/index.ts'
import { isShownOn } from '../../src/doors/pages/custom-domain.ts'
import { type Call, htmlResponse, publicPage, type Screen } from '../../src/doors/pages/web.ts'
import { csvResponse } from '../../src/doors/rest/csv.ts'
import { csvLine } from '../../src/kernel/operation/csv.ts'
import { notFound } from '../../src/kernel/operation/fault.ts'
import { brandFor } from '../branding.ts'
import { StatusPage, statusTitle } from '../parts/status-pages.tsx'
import { publicPageOf } from '../shell.tsx'
import { monthScreens, sharedMonth, sharedMonthFile } from './month-pages.tsx'
import { takeFile, takePage } from './public-file.ts'
import { askedPart, reportPage } from './public-page.tsx'
import { documentOfJob } from './report.tsx'

export const reportScreens: readonly Screen[] = [
  publicPage('/r/:token', async (call) => (await sharedMonth(call)) ?? report(call)),
  publicPage('/r/:token/csv', (call) => sharedMonthFile(call) ?? csv(call)),
  ...monthScreens,
]

async function report(call: Call) {
  const found = find(call)
  if (found instanceof Response) return found
  takePage(call)
  const { app, params } = call
  const { job_id } = found
  const figures = await shownPushFigures(app, job_id)
  const asked = askedPart(call)
  const shown = app.db.read((tx) => {
    const report = readReport(tx, job_id, 1, 1)
    const contact = contactOf(tx, report.tenant.id)
    return { report, contact, engine: engineAsked(tx, [job_id]), parts: partsListed(tx, [job_id], figures, asked) }
  })
  const { id, name } = shown.report.tenant
  const around = { client: name, brand: brandFor(call, id), only: asked.only, at: app.clock.now() }
  const faults = faultsIn(figures)
  return reportPage(call, documentOfJob({ ...shown, ...around, figures, faults, self: `/r/${params.token}` }))
}

/** Everything on the report's page table, as a file. */
function csv(call: Call) {
  const found = find(call)
  if (found instanceof Response) return found
  takeFile(call)
  const { db } = call.app
  const step = (page: number) => db.read((tx) => readReport(tx, found.job_id, page, 1000).links)
  const lines = async function* () {
    yield csvLine(['url', 'state', 'indexed', 'checked_at'])
    for (let page = 1, rows = step(1); rows.length; rows = step(++page)) {
      yield rows.map(({ url, state, indexed, checked_at }) => csvLine([url, state, indexed, checked_at])).join('')
      await Bun.sleep(0)
    }
  }
  return csvResponse({ filename: 'report.csv', lines: lines() }, (error) =>
    call.app.log.error('a report could not be sent', { error }),
  )
}

function find(call: Call): { job_id: string } | Response {
  const found = call.app.db.read((tx) => jobOfReport(tx, call.params.token ?? ''))
  if (found === null) throw notFound('report')
  if (found !== 'stopped' && !belongsHere(call, found.job_id)) throw notFound('report')
  if (found === 'stopped') return htmlResponse(publicPageOf(call, statusTitle(410), <StatusPage status={410} />), 410)
  return found
}

const belongsHere = ({ app, request }: Call, job_id: string): boolean =>
  isShownOn(
    app,
    request.headers.get('host'),
    app.db.read((tx) => pathOfReport(tx, job_id)),
  )
