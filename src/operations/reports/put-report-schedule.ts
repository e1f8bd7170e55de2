import Type from 'typebox'
import { applyTo, changeSchedule, ReportSchedule, scheduleFields, scheduleOf } from '../../domains/issues/index.ts'
import { findTenant } from '../../domains/tenants/index.ts'
import { write } from '../../kernel/operation/operation.ts'
import { TenantId } from '../../kernel/operation/shape.ts'

export const putReportSchedule = write({
  name: 'put_report_schedule',
  route: 'PUT /tenants/{id}/report-schedule',
  role: 'admin',
  instead: 'the page Reports of the web interface',
  summary: 'Set when and how a workspace’s reports are drafted, approved and sent. A field left out stays.',
  description:
    'A draft is made three days before its hour and needs approval (`review`). `automatic` sends without approval, after three approved reports or when an owner sets `automatic_now`; while nobody would get a report, it waits for approval. A new time zone holds from the next month.',
  input: Type.Object({
    id: TenantId,
    ...Type.Partial(Type.Object(scheduleFields)).properties,
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

  handle({ tx, caller, subject, changed }, { id, automatic_now = false, apply_to, ...wanted }) {
    const before = scheduleOf(tx, id)
    const tenants = [
      subject,
      ...applyTo(tx, caller, subject, typeof apply_to === 'string' ? 'all_clients' : (apply_to ?? [])),
    ]
    for (const tenant of tenants) changeSchedule(tx, caller, tenant, wanted, automatic_now)
    const after = scheduleOf(tx, id)
    changed({
      tenant_id: id,
      before: { ...before, applied_to: 0 },
      after: { ...after, applied_to: tenants.length - 1 },
    })
    return after
  },
})
