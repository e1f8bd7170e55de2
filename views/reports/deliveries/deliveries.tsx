/** E-mails of a report: preview, state of each delivery, the file, and a test to the visitor. */
import { goTo, page, type Screen, type SignedInCall } from '../../../src/doors/pages/web.ts'
import { fileResponse } from '../../../src/doors/rest/file.ts'
import { listReportDeliveries } from '../../../src/features/reports/operations/recipients.ts'
import { getReportLetter, getReportPdf } from '../../../src/features/reports/operations/reports.ts'
import { testReport } from '../../../src/features/reports/operations/schedule.ts'
import type { AnswerOf } from '../../../src/kernel/operation/operation.ts'
import { letterInFrame } from '../../emails/frame.ts'
import { Section } from '../../kit/fold.tsx'
import { inTheDark, inTheLight } from '../../mail/letter-style.ts'
import { Chip } from '../../parts/chips.tsx'
import { Seg } from '../../parts/lists/seg.tsx'
import { type Column, DataTable, Named } from '../../parts/lists/table.tsx'
import { Card } from '../../parts/page/card.tsx'
import { many } from '../../parts/text/format.ts'
import { When } from '../../parts/text/when.tsx'
import type { StatusWord } from '../../parts/text/words.ts'
import { act } from '../../screens/act.ts'
import { zoneOf } from '../../shell.tsx'

type Delivery = AnswerOf<typeof listReportDeliveries>['items'][number]

const AT = '/reports/issues/:id'

const DELIVERY_STATES: Record<Delivery['state'], StatusWord> = {
  queued: { word: 'Waiting', icon: 'clock', tone: 'info' },
  sent: { word: 'Sent', icon: 'check', tone: 'ok' },
  opened: { word: 'Opened', icon: 'check', tone: 'ok' },
  refused: { word: 'Refused', icon: 'triangle-alert', tone: 'bad' },
  bounced: { word: 'Bounced', icon: 'triangle-alert', tone: 'bad' },
  complained: { word: 'Reported as spam', icon: 'triangle-alert', tone: 'bad' },
  in_doubt: { word: 'May have arrived', icon: 'triangle-alert', tone: 'warn' },
  suppressed: { word: 'No mail server', icon: 'ban', tone: 'warn' },
}

/** The e-mail as recipients get it, on a computer and on a phone. */
export async function letterOf(call: SignedInCall) {
  const { subject, from_name, reply_to, recipients, with_pdf, text } = await call.call(getReportLetter, {
    id: call.params.id ?? '',
  })
  const self = `${call.base}/reports/issues/${call.params.id}`
  const theme = call.query.theme === 'dark' ? 'dark' : 'light'
  const src = `${self}/letter?theme=${theme}`
  const tab = (label: string, of: string) => ({ label, href: `${self}?theme=${of}#letter`, current: of === theme })
  return (
    <Section
      title="E-mail"
      id="letter"
      note={`${subject} · from ${from_name}${reply_to ? ` · answers to ${reply_to}` : ''}`}
    >
      <p>
        {recipients === 0
          ? 'Nobody gets it: there are no recipients.'
          : `${many(recipients, 'person gets', 'people get')} it, ${with_pdf} with the PDF. Each has an address of the report and an unsubscribe link of their own.`}
      </p>
      <Seg label="Theme" list="letter" tabs={[tab('Light', 'light'), tab('Dark', 'dark')]} />
      <div class="letters">
        <iframe class="letter" src={src} title="E-mail on a computer" sandbox="" loading="lazy" />
        <iframe class="letter phone" src={src} title="E-mail on a phone" sandbox="" loading="lazy" />
      </div>
      <details>
        <summary>As text</summary>
        <pre>{text}</pre>
      </details>
    </Section>
  )
}

/** Deliveries of a report; null before it is sent. */
export async function deliveriesOf(call: SignedInCall) {
  const { items } = await call.call(listReportDeliveries, { id: call.params.id ?? '' })
  if (items.length === 0) return null
  return (
    <Card title="E-mails">
      <DataTable caption="E-mails" columns={columns(zoneOf(call))} rows={items} lines />
    </Card>
  )
}

const columns = (zone: string): Column<Delivery>[] => [
  { label: 'Recipient', cell: ({ name, email }) => <Named name={name || email} sub={name && email} /> },
  {
    label: 'State',
    cell: ({ state, answer }) => (
      <>
        <Chip {...DELIVERY_STATES[state]} />
        {answer && <div class="muted">{answer}</div>}
      </>
    ),
  },
  { label: 'When', class: 'num when wide-only', word: null, cell: ({ at }) => <When time={at} zone={zone} /> },
  { label: 'Last opened', class: 'num when', cell: ({ opened_at }) => <When time={opened_at} zone={zone} /> },
]

export const deliveryScreens: readonly Screen[] = [
  page(`${AT}/pdf`, async (call) => {
    const file = await call.call(getReportPdf, { id: call.params.id ?? '' })
    return fileResponse(call.app, 'application/pdf', file, () => {})
  }),
  page(`${AT}/letter`, async (call) => {
    const { html } = await call.call(getReportLetter, { id: call.params.id ?? '' })
    return letterInFrame(call.query.theme === 'dark' ? inTheDark(html) : inTheLight(html))
  }),
  act(`${AT}/test`, testReport, ({ base, params }, { to, status, error }) => {
    const text = status === 'sent' ? `Sent to ${to}.` : (error ?? 'It is kept until a mail server is set up.')
    return goTo(`${base}/reports/issues/${params.id}`, { text })
  }),
]
