/** Makes and shares the month's reports of all clients on one page. */
import { action, goTo, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { pause } from '../../src/kernel/scheduling/pause.ts'
import { listClientMonths } from '../../src/operations/reports/list-client-months.ts'
import { saveMonthReport } from '../../src/operations/tenants/save-month-report.ts'
import { shareMonthReport } from '../../src/operations/tenants/share-month-report.ts'
import { inputOfQuery, listHref } from '../parts/lists/list.ts'
import { many } from '../parts/text/format.ts'
import { confirmPage } from '../shell.tsx'
import { clientsMonth, sharingAll } from './clients-month.tsx'

export const clientMonthScreens: readonly Screen[] = [
  ...clientsMonth.screens,
  action('/reports/clients', keep),
  page('/reports/clients/share', askAll),
  action('/reports/clients/share', shareAll),
]

const selfOf = ({ base }: SignedInCall): string => `${base}/reports/clients`

const back = (call: SignedInCall): string => {
  const { month, state, q, page: at } = call.form
  return listHref(selfOf(call), {}, { month, state, q, page: at })
}

/** Saves a comment, shares the report, or does both. */
async function keep(call: SignedInCall) {
  const { id, month, comment, share } = call.form
  if (comment !== undefined) await call.call(saveMonthReport, { id, month, comment, contact: undefined })
  if (share) await call.call(shareMonthReport, { id, month, renew: undefined })
  return goTo(back(call), { text: share ? 'Shared. Its address is in its row.' : 'Saved.' })
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

async function shareAll(call: SignedInCall) {
  const { month, ids } = await unsharedIn(call)
  for (const id of ids) {
    await call.call(shareMonthReport, { id, month, renew: undefined })
    await pause()
  }
  const to = listHref(selfOf(call), call.query, { month, state: undefined })
  return goTo(to, { text: `${many(ids.length, 'report')} shared. The addresses are in the rows.` })
}
