import Type from 'typebox'
import { DraftDetail, DraftId, DraftNote, decide, decider, findDraft, readDraft } from '../index.ts'
import { write } from '../../../kernel/operation/operation.ts'

export const declineDraft = write({
  name: 'decline_draft',
  route: 'POST /drafts/{id}/decline',
  role: 'member',
  person: true,
  archived_too: true,
  summary: 'Decline an order that waits for a person. The requester gets your note.',
  input: Type.Object({ id: DraftId, note: DraftNote }),
  output: DraftDetail,
  example: { id: 'dra_push', note: 'Not before the relaunch' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findDraft(tx, caller, id!),

  handle({ tx, caller, subject, changed }, { note }) {
    decider(tx, caller, subject)
    decide(tx, subject, { status: 'declined', by: caller.label, note: note?.trim() || undefined })
    changed({
      tenant_id: subject.tenant_id,
      target: subject.id,
      before: { status: 'waiting' },
      after: { status: 'declined', note },
    })
    return readDraft(tx, subject)
  },
})
