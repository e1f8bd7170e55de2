import Type from 'typebox'
import { DraftDetail, DraftId, findDraft, readDraft } from '../index.ts'
import { read } from '../../../kernel/operation/operation.ts'

export const getDraft = read({
  name: 'get_draft',
  route: 'GET /drafts/{id}',
  role: null,
  summary: 'An order that waits for a person, or was decided, with its full input.',
  input: Type.Object({ id: DraftId }),
  output: DraftDetail,
  example: { id: 'dra_push' },
  subject: (tx, caller, { id }) => findDraft(tx, caller, id!),

  handle: ({ tx, subject }) => readDraft(tx, subject),
})
