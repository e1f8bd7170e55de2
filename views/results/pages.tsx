import { isBelow } from '../../src/domains/figures/index.ts'
import { lookDays } from '../../src/domains/plans/index.ts'
import { action, goTo, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { getResultCell, getResultsByWeek, listResultLinks } from '../../src/features/results/operations.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { listClients } from '../../src/operations/clients/clients.ts'
import { submitIndexJob } from '../../src/operations/jobs/submit-index-job.ts'
import { listLinks } from '../../src/operations/links.ts'
import { getResults } from '../../src/operations/results.ts'
import { getTenant } from '../../src/operations/tenants/workspaces.ts'
import { askToStop, callOff, callsToStop } from '../jobs/stop.ts'
import type { Child } from '../jsx/elements.ts'
import { inputOfQuery, listHref, type Query } from '../parts/lists/list.ts'
import { pushOf } from '../push/pages.tsx'
import { appPage, assertMay, confirmPage, drawPage, mayWrite, zoneOf } from '../shell.tsx'
import { Cell } from './cell.tsx'
import { Rows, Weeks, weekName } from './results.tsx'

export const resultScreens: readonly Screen[] = [
  page('/cohorts', byWeek),
  page('/cohorts/clients', (call) => byRow(call, 'client')),
  page('/cohorts/hosts', (call) => byRow(call, 'host')),
  page('/cohorts/links', cell),
  action('/cohorts/links/again', again),
  { ...action('/cohorts/links/stop', stop), calls: async (call) => callsToStop(call, await waitingHere(call)) },
  callOff('/cohorts/links/call-off', waitingHere, backOf),
]

const HERE = { here: true }

const scopeOf = ({ tenant_id, host }: Query) => ({ ...(tenant_id ? { tenant_id } : {}), ...(host ? { host } : {}) })

const propsOf = (call: SignedInCall) => ({
  query: scopeOf(call.query),
  self: `${call.base}/cohorts`,
  base: call.base,
  can_write: mayWrite(call),
  zone: zoneOf(call),
})

const draw = (call: SignedInCall, title: string, sub: Child, content: Child) =>
  drawPage(call, { title, heading: 'Results', sub, kind: 'results' }, content)

/** Redirects old addresses with `by` in the query. */
async function byWeek(call: SignedInCall) {
  const { by, ...rest } = call.query
  if (by === 'client' || by === 'host') return goTo(listHref(`${call.base}/cohorts/${by}s`, rest, {}))
  const results = await call.call(getResults, { by: 'week', ...scopeOf(call.query) }, HERE)
  const only = await onlyOf(call)
  const sub = only ? (
    <>
      {`Only ${only}. `}
      <a href={`${call.base}/cohorts`}>Show all</a>
    </>
  ) : (
    `Share of pushed links indexed by day ${lookDays()}. Weeks begin on Monday, UTC.`
  )
  return draw(call, 'Results by week', sub, <Weeks {...results} {...propsOf(call)} />)
}

/** Clients off their usual that come first in the list. */
const MOST_OFF = 20

async function byRow(call: SignedInCall, by: 'client' | 'host') {
  const asked = inputOfQuery<(typeof getResultsByWeek)['input']>(getResultsByWeek, call.query)
  const results = await call.call(getResultsByWeek, { ...asked, by }, HERE)
  const off = by === 'client' ? await call.call(listClients, { view: 'off_usual', page_size: MOST_OFF }, HERE) : null
  const day = ([1, 3] as const).find((one) => String(one) === call.query.day) ?? 7
  return draw(
    call,
    `Results by ${by}`,
    `Share of pushed links indexed by day ${day}, week by week.`,
    <Rows
      {...results}
      {...propsOf(call)}
      by={by}
      day={day}
      off={(off?.items ?? []).filter(({ off_usual }) => isBelow(off_usual)).map(({ id }) => id)}
    />,
  )
}

/** The client and the host of the filter, in words. */
async function onlyOf(call: SignedInCall): Promise<string | null> {
  const { tenant_id, host } = call.query
  const client = tenant_id ? (await call.call(getTenant, { id: tenant_id }, HERE)).name : null
  return [client, host].filter(Boolean).join(', ') || null
}

type NamedCell = AnswerOf<typeof getResultCell> & { name: string }

/** The cell of an address, with the numbers of the grid; 404 if the grid does not have it. */
async function cellOf(call: SignedInCall, query: Query): Promise<NamedCell> {
  const { by = 'week', key = '', day = '' } = query
  const found = await call.call(getResultCell, { ...scopeOf(query), by, key, day }, HERE)
  return { ...found, name: by === 'week' ? `Week of ${weekName(key, zoneOf(call))}` : found.label }
}

const waitingIn = ({ leaving }: NamedCell): number[] => leaving.flatMap(({ uids }) => uids)

async function waitingHere(call: SignedInCall): Promise<number[]> {
  return waitingIn(await cellOf(call, call.form))
}

async function cell(call: SignedInCall) {
  const { base } = call
  const { by = 'week', key, day, part = 'missed', tenant_id, host, page_size } = call.query
  const query = { by, key, day, part, tenant_id, host, page_size }
  const found = await cellOf(call, query)
  const links = await call.call(listResultLinks, { ...query, page: call.query.page }, HERE)
  return appPage(
    call,
    found.name,
    <Cell
      {...found}
      part={part}
      links={links}
      query={query}
      grid={listHref(`${base}/cohorts`, {}, { by: by === 'week' ? undefined : by, tenant_id, host })}
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

/** Asks about the links that wait now. The form names the cell, so that the answer finds the same links. */
async function stop(call: SignedInCall) {
  const found = await cellOf(call, call.form)
  const back = backOf(call)
  const { by = '', key = '', day = '', tenant_id = '', host = '' } = call.form
  return askToStop(call, waitingIn(found), back, (question, { promised }) =>
    confirmPage(call, question, {
      href: `${call.base}/cohorts/links/call-off`,
      back,
      sub: `${found.name}, day ${day}`,
      crumbs: [
        { label: 'Results', href: `${call.base}/cohorts` },
        { label: found.name, href: back },
      ],
      fields: { by, key, day, tenant_id, host, promised },
    }),
  )
}

type TickedLink = { url: string; tenant_id: string }

/** Opens New push with the ticked links, or with all missed links of the cell. Nothing is pushed yet. */
async function again(call: SignedInCall) {
  assertMay(call, submitIndexJob)
  const picked = call.form.all ? await allMissed(call) : await ticked(call)
  if (picked.length === 0) return goTo(backOf(call), { text: 'Tick the links first.', tone: 'bad' })
  const tenants = new Set(picked.map(({ tenant_id }) => tenant_id))
  const tenant_id = tenants.size === 1 ? [...tenants][0]! : call.caller.tenant_id
  return pushOf(call, [...new Set(picked.map(({ url }) => url))], tenant_id)
}

/** Rows of one answer, and links that one push takes. */
const MOST_ROWS = 200
const MOST_AGAIN = 10_000

async function allMissed(call: SignedInCall): Promise<TickedLink[]> {
  const { by, key, day, part } = call.form
  const picked: TickedLink[] = []
  for (let page = 1; picked.length < MOST_AGAIN; page++) {
    const asked = { ...scopeOf(call.form), by, key, day, part, page, page_size: MOST_ROWS }
    const { items } = await call.call(listResultLinks, asked, HERE)
    picked.push(...items)
    if (items.length < MOST_ROWS) break
  }
  return picked
}

async function ticked(call: SignedInCall): Promise<TickedLink[]> {
  const uids = call.all('url_ids').filter((id) => /^\d{1,15}$/.test(id))
  if (uids.length === 0) return []
  return (await call.call(listLinks, { uids: uids.slice(0, MOST_ROWS).join(','), page_size: MOST_ROWS }, HERE)).items
}
