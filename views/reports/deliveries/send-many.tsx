/** Sends the month's reports of all clients to the recipients of each. */
import { action, goTo, page, type Screen, type SignedInCall } from '../../../src/doors/pages/web.ts'
import { listReportRecipients } from '../../../src/features/reports/operations/recipients.ts'
import { listClientMonths } from '../../../src/features/reports/operations/reports.ts'
import { sendReport } from '../../../src/features/reports/operations/sending.ts'
import { Fault } from '../../../src/kernel/operation/fault.ts'
import { pause } from '../../../src/kernel/scheduling/pause.ts'
import type { Question } from '../../parts/forms/dialogs.tsx'
import { inputOfQuery, listHref } from '../../parts/lists/list.ts'
import { many, number } from '../../parts/text/format.ts'
import { periodWord } from '../../parts/text/period-word.ts'
import { assertMay, confirmPage } from '../../shell.tsx'

/** Limit of reports that one act sends. */
const MOST = 200

type Plan = { month: string; sendings: { id: string; month: string; to: string[] }[]; without: number }

/** The recipients of each client in the list. */
async function planOf(call: SignedInCall): Promise<Plan> {
  const asked = { ...inputOfQuery(listClientMonths, call.query), page: 1, page_size: MOST, figures: false }
  const { items, month } = await call.call(listClientMonths, asked, { here: true })
  const sendings: Plan['sendings'] = []
  for (const { tenant_id: id } of items) {
    const { items: readers } = await call.call(listReportRecipients, { id, page_size: MOST })
    const to = readers.filter(({ status }) => status === 'active').map(({ email }) => email)
    if (to.length > 0) sendings.push({ id, month, to })
    await pause()
  }
  return { month, sendings, without: items.length - sendings.length }
}

const sendingAll = ({ month, sendings, without }: Plan): Question => ({
  title: `Send ${many(sendings.length, 'report')} of ${periodWord(month)}?`,
  body: `Each goes to the recipients of its client’s reports, with the figures frozen now or as approved.${
    without > 0
      ? ` ${many(without, 'client has', 'clients have')} no recipients and ${without === 1 ? 'gets' : 'get'} nothing.`
      : ''
  }`,
  verb: `Send ${number(sendings.length)}`,
  tone: 'plain',
})

const listOf = ({ base, query }: SignedInCall, month: string): string =>
  listHref(`${base}/reports/clients`, query, { month })

async function ask(call: SignedInCall) {
  assertMay(call, sendReport)
  const plan = await planOf(call)
  const back = listOf(call, plan.month)
  if (plan.sendings.length === 0) return goTo(back, { text: 'No client of this list has recipients of its reports.' })
  const href = listHref(`${call.base}/reports/clients/send`, call.query, { month: plan.month })
  return confirmPage(call, sendingAll(plan), { href, back, crumbs: [{ label: 'Clients’ reports', href: back }] })
}

async function sendAll(call: SignedInCall) {
  const { month, sendings } = await planOf(call)
  let failed = 0
  for (const sending of sendings) {
    try {
      await call.call(sendReport, sending)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      failed++
    }
    await pause()
  }
  const left = failed > 0 ? ` ${number(failed)} could not be sent: see Send in their rows.` : ''
  const text = `${many(sendings.length - failed, 'report')} of ${periodWord(month)} sent.${left}`
  return goTo(listOf(call, month), { text, tone: failed > 0 ? 'info' : 'ok' })
}

export const sendManyScreens: readonly Screen[] = [
  page('/reports/clients/send', ask),
  {
    ...action('/reports/clients/send', sendAll),
    calls: async (call) => (await planOf(call)).sendings.map((input) => ({ operation: sendReport, input })),
  },
]
