/** The form of a workspace's report schedule. */
import { goTo, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { getReportSchedule } from '../../src/operations/tenants/get-report-schedule.ts'
import { getTenant } from '../../src/operations/tenants/get-tenant.ts'
import { putReportSchedule } from '../../src/operations/tenants/put-report-schedule.ts'
import { Card, CardBody, Facts } from '../parts/page/card.tsx'
import { When } from '../parts/text/when.tsx'
import { formScreen, type Refused } from '../screens/form-screen.tsx'
import { drawPage, requireMay, zoneOf } from '../shell.tsx'
import { periodWord } from './period-word.ts'

const FIELDS = [
  'mode',
  'day',
  'first_working_day',
  'hour',
  'time_zone',
  'period',
  'attach_pdf',
  'skip_empty',
  'automatic_now',
  'apply_to',
]

const form = formScreen({
  at: '/reports/schedule',
  operation: putReportSchedule,
  fields: FIELDS,
  given: ({ caller }) => ({ id: caller.tenant_id }),
  hints: { mode: 'Automatic sending needs three approved reports, or an owner who confirms it.' },
  words: {
    mode: { off: 'Off', review: 'After approval', automatic: 'Automatically' },
    period: { month: 'Month', quarter: 'Quarter' },
    apply_to: { all_clients: 'All clients' },
  },
  faults: ['conflict', 'forbidden'],
  verb: 'Save schedule',
  page: (call, refused) => draw(call, refused),
  done: (call) => goTo(`${call.base}/reports/schedule`, { text: 'Schedule saved.' }),
})

/** An agency may give its own schedule to all its clients. */
const FOR_ALL = {
  schema: {
    properties: {
      ...putReportSchedule.input.properties,
      apply_to: { type: 'string', enum: ['all_clients'], title: 'Apply also to' },
    },
  },
}
const FOR_ONE = { fields: FIELDS.filter((name) => name !== 'apply_to') }

async function draw(call: SignedInCall, refused?: Refused) {
  requireMay(call, putReportSchedule)
  const schedule = await call.call(getReportSchedule, { id: call.caller.tenant_id })
  const { kind } = await call.call(getTenant, { id: call.caller.tenant_id })
  const { next_period, next_draft_at, next_send_at } = schedule
  const crumbs = [{ label: 'Scheduled reports', href: `${call.base}/reports/desk` }, { label: 'Schedule' }]
  return drawPage(
    call,
    {
      title: 'Report schedule',
      sub: 'When each report is drafted, approved and sent.',
      crumbs,
    },
    <Card>
      <CardBody>
        <Facts
          facts={[
            ...(next_period && next_draft_at && next_send_at
              ? [
                  { label: 'Next report', value: periodWord(next_period) },
                  { label: 'Drafted', value: <When time={next_draft_at} zone={zoneOf(call)} /> },
                  { label: 'Sent', value: <When time={next_send_at} zone={zoneOf(call)} /> },
                ]
              : []),
            { label: 'Sent to', value: <a href={`${call.base}/reports/recipients`}>Recipients</a> },
          ]}
        />
        {form.form(`${call.base}/reports/schedule`, schedule, kind === 'client' ? FOR_ONE : FOR_ALL, refused)}
      </CardBody>
    </Card>,
  )
}

export const scheduleScreens: readonly Screen[] = [page('/reports/schedule', (call) => draw(call)), ...form.screens]
