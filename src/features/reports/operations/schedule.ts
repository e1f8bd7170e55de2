import Type, { type TSchema } from 'typebox'
import { limitLetters, Mail, sendNow } from '../../../domains/mail/index.ts'
import { findTenant, setLanguage } from '../../../domains/tenants/index.ts'
import { forbidden } from '../../../kernel/operation/fault.ts'
import { outbound, read, write } from '../../../kernel/operation/operation.ts'
import { TenantId } from '../../../kernel/operation/shape.ts'
import { newId } from '../../../kernel/secrets/ids.ts'
import { letterFacts, readersOf } from '../deliveries/letter.ts'
import { senderOfReports } from '../deliveries/report-sender.ts'
import { previewSchedule } from '../deliveries/schedule-preview.ts'
import { ReportSender, SchedulePreview } from '../deliveries/shapes.ts'
import { findIssue } from '../issues/read.ts'
import { applyTo, changeSchedule, scheduleOf } from '../issues/schedules.ts'
import { ReportId, ReportSchedule, scheduleFields } from '../issues/shapes.ts'

export const getReportSchedule = read({
  name: 'get_report_schedule',
  route: 'GET /tenants/{id}/report-schedule',
  role: 'admin',
  instead: 'the page Reports of the web interface',
  summary: 'When and how a workspace’s reports are drafted, approved and sent. Off until it is set.',
  input: Type.Object({ id: TenantId }),
  output: ReportSchedule,
  example: { id: 'ten_bakery' },

  handle: ({ tx }, { id }) => scheduleOf(tx, id),
})

export const putReportSchedule = write({
  name: 'put_report_schedule',
  route: 'PUT /tenants/{id}/report-schedule',
  role: 'admin',
  instead: 'the page Reports of the web interface',
  summary: 'Set when and how a workspace’s reports are drafted, approved and sent. A field left out stays.',
  description:
    'A draft is made three days before its hour and needs approval (`review`). `automatic` sends without approval, after three approved reports or when an owner sets `automatic_now`; while nobody would get a report, it waits for approval. A new time zone holds from the next month. `language` is that of the workspace, and `apply_to` leaves it out.',
  input: Type.Object({
    id: TenantId,
    ...Type.Partial(Type.Object(scheduleFields)).properties,
    language: Type.Optional(ReportSchedule.properties.language),
    automatic_now: Type.Optional(
      Type.Boolean({
        title: 'Send without approval from the start',
        description: 'For owners: before three approved reports',
        default: false,
      }),
    ),
    apply_to: Type.Optional(
      Type.Union(
        [
          Type.Array(Type.String({ maxLength: 64 }), { maxItems: 200 }),
          Type.String({ pattern: '^all_clients$', description: '`all_clients`' }),
        ],
        {
          title: 'Apply to',
          description: 'Ids of other workspaces, or `all_clients` below this one, that get the same schedule',
        },
      ),
    ),
  }),
  output: ReportSchedule,
  example: { id: 'ten_bakery', mode: 'review', day: 4, hour: 9, time_zone: 'Europe/Vienna' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findTenant(tx, caller, id!),

  handle({ tx, caller, subject, changed }, { id, automatic_now = false, apply_to, language, ...wanted }) {
    const before = scheduleOf(tx, id)
    const tenants = [
      subject,
      ...applyTo(tx, caller, subject, typeof apply_to === 'string' ? 'all_clients' : (apply_to ?? [])),
    ]
    for (const tenant of tenants) changeSchedule(tx, caller, tenant, wanted, automatic_now)
    if (language !== undefined) setLanguage(tx, id, language)
    const after = scheduleOf(tx, id)
    changed({
      tenant_id: id,
      before: { ...before, applied_to: 0 },
      after: { ...after, applied_to: tenants.length - 1 },
    })
    return after
  },
})

const asStored = <T extends TSchema>(field: T) =>
  Type.Optional(Type.With(field, { description: 'As stored unless given' }) as T)

const { mode, period, day, first_working_day, hour, time_zone, attach_pdf } = scheduleFields
const triedFields = {
  mode: asStored(mode),
  period: asStored(period),
  day: asStored(day),
  first_working_day: asStored(first_working_day),
  hour: asStored(hour),
  time_zone: asStored(time_zone),
  attach_pdf: asStored(attach_pdf),
  language: Type.Optional(ReportSchedule.properties.language),
}

export const previewReportSchedule = outbound({
  name: 'preview_report_schedule',
  route: 'POST /tenants/{id}/report-schedule/preview',
  role: 'admin',
  instead: 'the page Reports of the web interface',
  harmless: true,
  local: true,
  summary: 'What a schedule of reports would do next, and its letter with the present figures. Nothing is stored.',
  description:
    'A field left out is as it is stored. The letter is the one that its recipients would get, as `get_report_letter` shows it of a draft.',
  input: Type.Object({ id: TenantId, ...triedFields }),
  output: SchedulePreview,
  example: { id: 'ten_bakery', period: 'month', attach_pdf: true },
  faults: ['validation_failed'],
  subject: (tx, caller, { id }) => findTenant(tx, caller, id!),

  handle: ({ app, subject }, { id: _, ...wanted }) => previewSchedule(app, subject, wanted),
})

/** Tests that one person can send in a day. */
const A_DAY = 20

export const testReport = outbound({
  name: 'test_report',
  route: 'POST /reports/{id}/test',
  role: 'member',
  instead: 'the page Reports of the web interface',
  summary: 'Send the e-mail of a report to yourself, as its recipients would get it.',
  description:
    'Its button opens the report in the web interface, and it has no unsubscribe link. It has the PDF where a recipient gets it too.',
  input: Type.Object({ id: ReportId }),
  output: Mail,
  example: { id: 'iss_bakery' },
  faults: ['rate_limited'],
  subject: (tx, caller, { id }) => findIssue(tx, caller, id!),

  async handle(call, { id }) {
    const { caller, subject, read, write, app } = call
    const { tenant_id } = subject
    const person = caller.user_id
    if (person === null) throw forbidden('A test goes to the person who asks for it. Use a key that belongs to one.')
    const facts = read((tx) => ({
      ...letterFacts(tx, subject, { own_sender: false }),
      ...(readersOf(tx, tenant_id).with_pdf > 0 ? { pdf: 'yes' } : {}),
    }))
    const message = `You can send yourself ${A_DAY} tests a day, and this limit is reached. Try again tomorrow.`
    write((tx) => limitLetters(tx, `test report:${person}`, A_DAY, message))
    return sendNow(call, undefined, (to) => ({
      ref: `test report ${newId()}`,
      tenant_id,
      template: 'client_report',
      to,
      facts: { ...facts, test: 'yes' },
      link: `${app.config.site_url}/app/w/${tenant_id}/reports/issues/${id}`,
    }))
  },
})

export const getReportSender = outbound({
  name: 'get_report_sender',
  route: 'GET /tenants/{id}/report-sender',
  role: 'admin',
  instead: 'the page Reports of the web interface',
  summary: 'The sender of a workspace’s reports, and whether its own domain can be it.',
  description:
    'Looks up the SPF record of the own domain, and the DKIM key that the mail server signs with, where its selector is set. Where either is missing, reports come from the sender of this install under the name of the agency.',
  input: Type.Object({ id: TenantId }),
  output: ReportSender,
  example: { id: 'ten_bakery' },
  subject: (tx, caller, { id }) => findTenant(tx, caller, id!),

  handle: ({ app, signal }, { id }) => senderOfReports(app, id, signal),
})
