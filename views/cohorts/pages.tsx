import {
  CELL_PARTS,
  type CellAsked,
  type CellPart,
  COHORT_ROWS,
  type CohortCell,
  type CohortRows,
  jobsOfCell,
  linksById,
  linksOfCell,
  waitingOfCell,
} from '../../src/domains/jobs/index.ts'
import { action, goTo, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { DEFAULT_PAGE_SIZE } from '../../src/kernel/database/list.ts'
import { notFound } from '../../src/kernel/operation/fault.ts'
import { pause } from '../../src/kernel/scheduling/pause.ts'
import { submitIndexJob } from '../../src/operations/jobs/submit-index-job.ts'
import { getResults } from '../../src/operations/results/get-results.ts'
import { listResultLinks } from '../../src/operations/results/list-result-links.ts'
import { getTenant } from '../../src/operations/tenants/get-tenant.ts'
import { askToStop, callOff } from '../jobs/stop.ts'
import { listHref, type Query } from '../parts/list.ts'
import { pushOf } from '../push/pages.tsx'
import { appPage, confirmPage, drawPage, mayWrite, requireMay, zoneOf } from '../shell.tsx'
import { Cell, type Leaving } from './cell.tsx'
import { Results, weekName } from './results.tsx'

export const cohortScreens: readonly Screen[] = [
  page('/cohorts', byWeek),
  page('/cohorts/clients', (call) => results(call, 'client')),
  page('/cohorts/hosts', (call) => results(call, 'host')),
  page('/cohorts/links', cell),
  action('/cohorts/links/again', again),
  action('/cohorts/links/stop', stop),
  action('/cohorts/links/call-off', async (call) => callOff(call, await waitingHere(call), backOf(call))),
]

const oneOf = <const W extends readonly string[]>(
  words: W,
  text: string | undefined,
  otherwise: W[number],
): W[number] => words.find((word) => word === text) ?? otherwise

/** Of the rows: which, and of which client or host alone. */
const scopeOf = ({ tenant_id, host }: Query) => ({ ...(tenant_id ? { tenant_id } : {}), ...(host ? { host } : {}) })

async function results(call: SignedInCall, by: CohortRows) {
  const { base, query } = call
  const { rows, since } = await call.call(getResults, { by, ...scopeOf(query) }, { here: true })
  const only = await onlyOf(call)
  const self = `${base}/cohorts`
  return drawPage(
    call,
    {
      title: `Results by ${by}`,
      heading: 'Results',
      sub: only ? (
        <>
          {`Only ${only}. `}
          <a href={self}>Show all</a>
        </>
      ) : (
        'Share of pushed links that Google showed by day 1, 3 and 7. Weeks begin on Monday, UTC.'
      ),
      kind: 'results',
    },
    <Results
      rows={rows}
      by={by}
      query={scopeOf(query)}
      self={self}
      base={base}
      since={since}
      can_write={mayWrite(call)}
      zone={zoneOf(call)}
    />,
  )
}

/** Rows that once were asked for in the query have an address of their own. */
function byWeek(call: SignedInCall) {
  const { by, ...rest } = call.query
  const own = by === 'client' ? 'clients' : by === 'host' ? 'hosts' : null
  return own ? goTo(listHref(`${call.base}/cohorts/${own}`, rest, {})) : results(call, 'week')
}

/** What the rows are narrowed to, in words. */
async function onlyOf(call: SignedInCall): Promise<string | null> {
  const { tenant_id, host } = call.query
  const client = tenant_id ? (await call.call(getTenant, { id: tenant_id }, { here: true })).name : null
  return [client, host].filter(Boolean).join(', ') || null
}

/** `week`: of a week's own row alone. */
type Found = { name: string; by: CohortRows; key: string; cell: CohortCell; asked: CellAsked; week?: string }

/** The cell that an address names, with the very numbers that stand in the grid; 404 where the grid has none. */
async function cellOf(call: SignedInCall, query: Query): Promise<Found> {
  const by: CohortRows = oneOf(COHORT_ROWS, query.by, 'week')
  const part: CellPart = oneOf(CELL_PARTS, query.part, 'missed')
  const scope = scopeOf(query)
  const { rows } = await call.call(getResults, { by, ...scope }, { here: true })
  const row = rows.find(({ key }) => key === query.key)
  const cell = row?.cells.find(({ day }) => String(day) === query.day)
  if (!row || !cell || cell.sent === 0) throw notFound('cohort')
  const narrowed =
    by === 'week' ? scope : by === 'client' ? { ...scope, tenant_id: row.key } : { ...scope, host: row.key }
  return {
    name: by === 'week' ? `Week of ${weekName(row, zoneOf(call))}` : row.label,
    by,
    key: row.key,
    cell,
    asked: { ...narrowed, weeks: cell.weeks, day: cell.day, part },
    week: by === 'week' ? row.key : undefined,
  }
}

/** Pushes that are gone through for links that wait, and links that are stopped at once. */
const MOST_PUSHES = 50
const MOST_STOPPED = 10_000

/**
 * Pushes with links in the cell that have more to send, the newest first, and which of those are links of the cell
 * themselves. A push may have 10,000, so each has a turn of its own.
 */
async function leavingOf(call: SignedInCall, { asked, week }: Found): Promise<Leaving> {
  const jobs = call
    .read((tx, here) => jobsOfCell(tx, here, { ...asked, part: 'all' }))
    .filter(({ unsent }) => unsent > 0)
  const pushes: Leaving['pushes'][number][] = []
  for (let left = MOST_STOPPED; left > 0 && pushes.length < Math.min(jobs.length, MOST_PUSHES); await pause()) {
    const job = jobs[pushes.length]!
    const here = call.read((tx) => waitingOfCell(tx, job.id, { host: asked.host, week }, left))
    left -= here.length
    pushes.push({ ...job, here })
  }
  return { pushes, more: jobs.length - pushes.length }
}

const MOST_A_PAGE = 200

async function cell(call: SignedInCall) {
  const { base, query } = call
  const found = await cellOf(call, query)
  const { name, cell, asked } = found
  const within = (text: string | undefined, otherwise: number, most: number) =>
    Math.min(most, Math.max(1, Math.floor(Number(text)) || otherwise))
  const page_size = within(query.page_size, DEFAULT_PAGE_SIZE, MOST_A_PAGE)
  const at = within(query.page, 1, 1_000_000)
  const leaving = await leavingOf(call, found)
  const sought = { ...scopeOf(query), by: found.by, key: found.key, day: cell.day, part: asked.part }
  const links = await call.call(listResultLinks, { ...sought, page: at, page_size }, { here: true })
  const { by, key, day, part, tenant_id, host } = query
  const grid = listHref(`${base}/cohorts`, {}, { by: by === 'week' ? undefined : by, tenant_id, host })
  return appPage(
    call,
    name,
    <Cell
      name={name}
      cell={cell}
      part={asked.part}
      links={links}
      leaving={leaving}
      query={{ by, key, day, part, tenant_id, host, page_size: query.page_size }}
      grid={grid}
      self={`${base}/cohorts/links`}
      base={base}
      can_write={mayWrite(call)}
      zone={zoneOf(call)}
    />,
  )
}

function backOf(call: SignedInCall): string {
  const { by, key, day, part, tenant_id, host } = call.form
  return listHref(`${call.base}/cohorts/links`, {}, { by, key, day, part, tenant_id, host })
}

/** The links of the cell that wait to be sent, or sent again. */
async function waitingHere(call: SignedInCall): Promise<number[]> {
  const { pushes } = await leavingOf(call, await cellOf(call, call.form))
  return pushes.flatMap((job) => job.here)
}

/** Asks about those that wait now. The form names the cell, so that what is stopped is found anew. */
async function stop(call: SignedInCall) {
  const { name } = await cellOf(call, call.form)
  const back = backOf(call)
  const { by = '', key = '', day = '', tenant_id = '', host = '' } = call.form
  return askToStop(call, await waitingHere(call), back, (question, { promised }) =>
    confirmPage(call, question, {
      href: `${call.base}/cohorts/links/call-off`,
      back,
      sub: `${name}, day ${day}`,
      crumbs: [
        { label: 'Results', href: `${call.base}/cohorts` },
        { label: name, href: back },
      ],
      fields: { by, key, day, tenant_id, host, promised },
    }),
  )
}

const MOST_AGAIN = 10_000

/** Ticked links, or all that a cell has not seen, as the list of a new push: nothing is pushed yet. */
async function again(call: SignedInCall) {
  requireMay(call, submitIndexJob)
  const { form } = call
  const { asked } = await cellOf(call, form)
  const picked = call.read((tx, here) =>
    form.all
      ? linksOfCell(tx, asked, jobsOfCell(tx, here, asked), { page: 1, page_size: MOST_AGAIN })
      : linksById(tx, here, call.all('url_ids').map(Number)),
  )
  if (picked.length === 0) {
    return goTo(backOf(call), { text: 'Tick the links first.', tone: 'bad' })
  }
  const tenants = new Set(picked.map(({ tenant_id }) => tenant_id))
  const tenant_id = tenants.size === 1 ? [...tenants][0]! : call.caller.tenant_id
  return pushOf(call, [...new Set(picked.map(({ url }) => url))], tenant_id)
}
