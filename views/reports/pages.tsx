import { contactOf, jobOfReport, pathOfReport, readReport, shownPushFigures } from '../../src/domains/reports/index.ts'
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
import { Report } from './report.tsx'

export const reportScreens: readonly Screen[] = [
  publicPage('/r/:token', async (call) => (await sharedMonth(call)) ?? report(call)),
  publicPage('/r/:token/csv', (call) => sharedMonthFile(call) ?? csv(call)),
  ...monthScreens,
]

const PAGE_SIZE = 100
/** Printed, in one line each; whoever has more takes the file. */
const MOST_ON_PAPER = 1000

async function report(call: Call) {
  const found = find(call)
  if (found instanceof Response) return found
  takePage(call)
  const { app, query, params } = call
  const page = Math.max(1, Math.min(100_000, Number.parseInt(query.page ?? '1', 10) || 1))
  const { job, tenant, visible, pages, links, total } = app.db.read((tx) =>
    readReport(tx, found.job_id, page, PAGE_SIZE, true),
  )
  const brand = brandFor(call, tenant.id)
  const self = `/r/${params.token}`
  const content = (
    <Report
      job={job}
      client={{ name: tenant.name, logo_url: brand.logo_url }}
      prepared_by={brand.name}
      contact={app.db.read((tx) => contactOf(tx, tenant.id))}
      at={app.clock.now()}
      outcome={job.outcome}
      comparison={job.comparison}
      pages={pages}
      curve={visible}
      figures={job.type === 'index' ? await shownPushFigures(app, job.id) : null}
      links={{ items: links, total, page, page_size: PAGE_SIZE }}
      paper={
        total > PAGE_SIZE ? app.db.read((tx) => readReport(tx, found.job_id, 1, MOST_ON_PAPER, true).links) : undefined
      }
      self={self}
    />
  )
  return publicPageOf(call, job.name, content, 'wide', true, brand)
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
