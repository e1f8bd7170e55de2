import Type from 'typebox'
import { columnsOf } from '../../kernel/database/columns.ts'
import { namedEnum, Shape } from '../../kernel/operation/schema-names.ts'
import { Id, MOST, Moment, Nullable } from '../../kernel/operation/shape.ts'

export const DRAFT_STATUSES = namedEnum('DraftStatus', ['waiting', 'approved', 'declined'])
export const DraftStatus = Type.Enum(DRAFT_STATUSES, { title: 'Status' })
export const DraftId = Type.String({ title: 'Draft', description: 'Id of a draft' })
export const DraftNote = Type.Optional(
  Type.String({ title: 'Note', description: 'Shown to the requester', maxLength: 500 }),
)

export const ApprovedCredits = Type.Optional(
  Type.Integer({
    title: 'Credits',
    description: 'The number that the draft showed you; its current number by default',
    minimum: 0,
    maximum: MOST,
  }),
)

const draftFields = {
  id: Id,
  tenant_id: Type.String({ description: 'The workspace that would pay' }),
  tenant_name: Type.String(),
  operation: Type.String({ description: 'The operation: submit_index_job, check_index …' }),
  links: Nullable(Type.Integer({ description: 'Number of URLs; null where a job names them' })),
  credits: Type.Integer({ description: 'Credits that it would reserve, both kinds in total' }),
  asked_by: Type.String({ description: 'The key, or the person and the app' }),
  app: Nullable(Type.String({ description: 'The program that asked, as it calls itself' })),
  status: DraftStatus,
  job_id: Nullable(Type.String({ description: 'The created job' })),
  note: Nullable(Type.String()),
  decided_by: Nullable(Type.String()),
  decided_at: Nullable(Moment),
  created_at: Moment,
}

/** An order that waits for a person's decision, or was decided. */
export const Draft = Shape('Draft', draftFields)

export const DraftDetail = Shape('DraftDetail', {
  ...draftFields,
  order: Type.Unsafe<object>({ type: 'object', description: 'The input of the operation, as it was given' }),
})

export const DRAFT_COLUMNS = columnsOf(Draft, 'd', {
  tenant_name: 't.name',
  links: "json_array_length(d.request, '$.rest.urls')",
  job_id: "d.answer ->> '$.id'",
})
export const DRAFT_SOURCE = 'drafts d join tenants t on t.id = d.tenant_id'
