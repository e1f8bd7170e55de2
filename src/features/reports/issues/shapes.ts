import Type, { type Static } from 'typebox'
import { Shape } from '../../../kernel/operation/schema-names.ts'
import { Count, Language, Moment, Nullable, TimeZone } from '../../../kernel/operation/shape.ts'
import { PERIOD } from '../../../kernel/time/periods.ts'
import { MonthDocument } from '../months/month-document.ts'
import { ISSUE_STATES, REPORT_HELD, REPORT_MODES, REPORT_PERIODS, REPORT_SECTIONS } from '../words.ts'

export const MOST_COMMENT = 4000
export const ReportId = Type.String({ description: 'Id of the report', maxLength: 64 })
export const Period = Type.String({ title: 'Period', description: 'Such as 2026-10 or 2026-Q4', pattern: PERIOD })
export const Reason = (description: string) =>
  Type.Optional(Type.String({ title: 'Reason', description, maxLength: 400 }))

export const Sections = Type.Array(Type.Enum(REPORT_SECTIONS), {
  title: 'Sections',
  description: 'Parts of the report that readers see',
  uniqueItems: true,
})

export const scheduleFields = {
  mode: Type.Enum(REPORT_MODES, { title: 'Sending', description: '`review`: after approval; `automatic`: without' }),
  day: Type.Integer({ title: 'Day of the month', description: '1 to 28', minimum: 1, maximum: 31 }),
  first_working_day: Type.Boolean({ title: 'First working day', description: 'Instead of the day of the month' }),
  hour: Type.Integer({ title: 'Hour', description: '0 to 23, in the time zone', minimum: 0, maximum: 23 }),
  time_zone: TimeZone,
  period: Type.Enum(REPORT_PERIODS, { title: 'Period' }),
  sections: Sections,
  attach_pdf: Type.Boolean({ title: 'Attach the PDF' }),
  skip_empty: Type.Boolean({ title: 'Skip empty periods', description: 'No push, no result, no loss' }),
  approvers: Type.Array(Type.String({ maxLength: 64 }), {
    title: 'Approvers',
    description: 'Ids of members who are asked and may approve; unless given, all admins',
    maxItems: 20,
    uniqueItems: true,
  }),
}

export const ReportSchedule = Shape('ReportSchedule', {
  tenant_id: Type.String(),
  ...scheduleFields,
  language: Nullable(
    Type.With(Language, {
      description: 'Of reports, letters and portals of the workspace; null: as the workspace above',
    }),
  ),
  approved: Type.Integer({ minimum: 0, description: 'Periods whose report a person approved; `automatic` needs 3' }),
  next_period: Nullable(Type.String()),
  next_draft_at: Nullable(Moment),
  next_send_at: Nullable(Moment),
})
export type ReportSchedule = Static<typeof ReportSchedule>

/** The five figures of a report, and the data that decides whether it is unremarkable. */
export const ReportFigures = Shape('ReportFigures', {
  pushed: Count('Pages pushed'),
  visible: Count('Pages in the index'),
  gained: Count('Pages that are new in the index'),
  blocked: Count('Pages that the site blocks'),
  refunded: Count('Credits refunded'),
})
export type ReportFigures = Static<typeof ReportFigures>

export const ReportSummary = Shape('ReportSummary', {
  ...ReportFigures.properties,
  lost: Count('Pages that left the index'),
  open: Count('Pages that are not final yet'),
  late: Count('Pages of earlier periods that became final since their report'),
  late_visible: Count('Late pages that are in the index'),
  before: Nullable(ReportFigures),
})
export type ReportSummary = Static<typeof ReportSummary>

/** The frozen part of a report: all that a reader sees except the words and the brand. */
export const FrozenReport = Shape('FrozenReport', {
  client: Type.String(),
  period: Type.String(),
  from: Type.String(),
  to: Type.String(),
  time_zone: Type.String(),
  summary: ReportSummary,
  document: MonthDocument,
})
export type FrozenReport = Static<typeof FrozenReport>

export const ClientReport = Shape('ClientReport', {
  id: Type.String(),
  tenant_id: Type.String(),
  tenant_name: Type.String(),
  period: Type.String(),
  revision: Type.Integer({ minimum: 1 }),
  corrects: Type.Boolean({ description: 'Whether an earlier revision was sent, which this one corrects' }),
  state: Type.Enum(ISSUE_STATES, { description: '`draft`: the period is not over; `waiting`: for approval' }),
  unremarkable: Type.Boolean({
    description:
      'No page left the index, no recipient’s address is refused, and the pages in the index changed by less than 20 %',
  }),
  comment: Type.String(),
  contact: Type.String(),
  sections: Sections,
  language: Nullable(
    Type.String({ description: 'Of all that its readers get; null: English, drafted before there were others' }),
  ),
  zone: Type.String({ description: 'The time zone of its dates' }),
  summary: ReportSummary,
  due_at: Moment,
  send_at: Nullable(Moment),
  expires_at: Moment,
  frozen_at: Moment,
  approved_by: Nullable(Type.String()),
  approved_at: Nullable(Moment),
  closed_at: Nullable(Moment),
  reason: Nullable(Type.String()),
  held: Nullable(
    Type.Enum(REPORT_HELD, {
      description:
        'Why an approved report, or one that is sent, does not go out: `suppressed`: no mail server is set up; `suspended`: nobody in charge can sign in. It goes once that ends, or expires.',
    }),
  ),
  approvers: Type.Array(Type.String(), { description: 'Ids of members who may approve it beside all admins' }),
  recipients: Count('People who get it'),
  opened: Count('Recipients who opened it'),
})
export type ClientReport = Static<typeof ClientReport>

export const ClientReportDetail = Shape('ClientReportDetail', {
  ...ClientReport.properties,
  figures: FrozenReport,
  figures_sha256: Type.String({ description: 'SHA-256 of `figures` as JSON without spaces' }),
  revisions: Type.Array(
    Shape('ReportRevision', {
      id: Type.String(),
      revision: Type.Integer(),
      state: Type.Enum(ISSUE_STATES),
      frozen_at: Moment,
    }),
  ),
})
