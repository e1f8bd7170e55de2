/** The letters of a report on its page, its file, and a test to oneself. */
import { action, goTo, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { fileResponse } from '../../src/doors/rest/file.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { getReportPdf } from '../../src/operations/reports/get-report-pdf.ts'
import { listReportDeliveries } from '../../src/operations/reports/list-report-deliveries.ts'
import { testReport } from '../../src/operations/reports/test-report.ts'
import { Chip } from '../parts/chips.tsx'
import { type Column, DataTable } from '../parts/lists/table.tsx'
import { Card } from '../parts/page/card.tsx'
import { When } from '../parts/text/when.tsx'
import type { Word } from '../parts/text/words.ts'
import { zoneOf } from '../shell.tsx'

type Delivery = AnswerOf<typeof listReportDeliveries>['items'][number]

const AT = '/reports/issues/:id'

export const DELIVERY_STATES: Record<Delivery['state'], Word> = {
  queued: { word: 'Waiting', icon: 'clock', tone: 'info' },
  sent: { word: 'Sent', icon: 'check', tone: 'ok' },
  opened: { word: 'Opened', icon: 'check', tone: 'ok' },
  refused: { word: 'Refused', icon: 'triangle-alert', tone: 'bad' },
  bounced: { word: 'Bounced', icon: 'triangle-alert', tone: 'bad' },
  complained: { word: 'Reported as spam', icon: 'triangle-alert', tone: 'bad' },
  suppressed: { word: 'No mail server', icon: 'ban', tone: 'warn' },
}

/** Who got the report; null before it is sent. */
export async function deliveriesOf(call: SignedInCall) {
  const { items } = await call.call(listReportDeliveries, { id: call.params.id ?? '' })
  if (items.length === 0) return null
  return (
    <Card title="Letters">
      <DataTable caption="Letters" columns={columns(zoneOf(call))} rows={items} lines />
    </Card>
  )
}

const columns = (zone: string): Column<Delivery>[] => [
  {
    label: 'Recipient',
    cell: ({ name, email }) => (
      <>
        <b>{name || email}</b>
        {name && <div class="muted small">{email}</div>}
      </>
    ),
  },
  {
    label: 'State',
    cell: ({ state, answer }) => (
      <>
        <Chip {...DELIVERY_STATES[state]} />
        {answer && <div class="muted">{answer}</div>}
      </>
    ),
  },
  { label: 'When', class: 'num when wide-only', cell: ({ at }) => <When time={at} zone={zone} /> },
  { label: 'Last opened', class: 'num when', cell: ({ opened_at }) => <When time={opened_at} zone={zone} /> },
]

export const deliveryScreens: readonly Screen[] = [
  page(`${AT}/pdf`, async (call) => {
    const file = await call.call(getReportPdf, { id: call.params.id ?? '' })
    return fileResponse('application/pdf', file, () => {})
  }),
  action(`${AT}/test`, async (call) => {
    const { to, status, error } = await call.call(testReport, { id: call.params.id ?? '' })
    const text = status === 'sent' ? `Sent to ${to}.` : (error ?? 'It is kept until a mail server is set up.')
    return goTo(`${call.base}/reports/issues/${call.params.id}`, { text })
  }),
]
