/** Makes and shares the month's reports of all clients on one page. */
import { action, goTo, type PlannedCall, page, type Screen, type SignedInCall } from '../../../src/doors/pages/web.ts'
import {
  saveMonthReport,
  shareMonthReport,
  shareMonthReports,
} from '../../../src/features/reports/operations/months.ts'
import { listClientMonths } from '../../../src/features/reports/operations/reports.ts'
import { inputOfQuery, listHref } from '../../parts/lists/list.ts'
import { many } from '../../parts/text/format.ts'
import { oneCall } from '../../screens/act.ts'
import { confirmPage } from '../../shell.tsx'
import { sendManyScreens } from '../deliveries/send-many.tsx'
import { clientsMonth, sharingAll } from './clients-month.tsx'
import { pickedReportScreens } from './picked-reports.tsx'

export const clientMonthScreens: readonly Screen[] = [
  ...clientsMonth.screens,
  { ...action('/reports/clients', keep), calls: keepingOf },
  ...sendManyScreens,
  ...pickedReportScreens,
  page('/reports/clients/share', askAll),
  { ...action('/reports/clients/share', shareAll), calls: async (call) => [sharingOf(await unsharedIn(call))] },
]

const selfOf = ({ base }: SignedInCall): string => `${base}/reports/clients`

const back = (call: SignedInCall): string => {
  const { month, state, q, page: at } = call.form
  return listHref(selfOf(call), {}, { month, state, q, page: at })
}

/** Saves a comment, shares the report, or does both. */
async function keep(call: SignedInCall) {
  for (const { operation, input } of keepingOf(call)) await call.call(operation, input)
  return goTo(back(call), { text: call.form.share ? 'Shared. Its address is in its row.' : 'Saved.' })
}

function keepingOf({ form: { id, month, comment, share } }: SignedInCall): PlannedCall[] {
  return [
    ...(comment === undefined ? [] : [{ operation: saveMonthReport, input: { id, month, comment } }]),
    ...(share ? [{ operation: shareMonthReport, input: { id, month } }] : []),
  ]
}

/** Limit of reports that one act shares. */
const MOST = 200

/** Filtered reports that are not shared yet. */
async function unsharedIn(call: SignedInCall) {
  const asked = { ...inputOfQuery(listClientMonths, call.query), page: 1, page_size: MOST, figures: false }
  const { items, month, unshared } = await call.call(listClientMonths, asked, { here: true })
  const ids = items.filter(({ state }) => state !== 'shared').map(({ tenant_id }) => tenant_id)
  return { month, unshared: Math.min(unshared, ids.length), ids }
}

async function askAll(call: SignedInCall) {
  const { month, unshared } = await unsharedIn(call)
  const href = listHref(`${selfOf(call)}/share`, call.query, { month })
  const crumbs = [{ label: 'Clients’ reports', href: listHref(selfOf(call), call.query, { month }) }]
  return confirmPage(call, sharingAll(month, unshared), { href, back: crumbs[0]!.href, crumbs })
}

const sharingOf = ({ month, ids }: { month: string; ids: readonly string[] }) =>
  oneCall(shareMonthReports, { ids: [...ids], month }, ({ shared }) => many(shared.length, 'report'))

async function shareAll(call: SignedInCall) {
  const unshared = await unsharedIn(call)
  const { month, ids } = unshared
  const to = listHref(selfOf(call), call.query, { month, state: undefined })
  if (ids.length === 0) return goTo(to, { text: 'All reports of this list are shared.' })
  const { operation, input, done } = sharingOf(unshared)
  const words = await done((await call.call(operation, input)) as never)
  return goTo(to, { text: `${words} shared. The addresses are in the rows.` })
}
