import Type from 'typebox'
import { DraftDetail, DraftId, decide, decider, findDraft, readDraft, requestIn } from '../../domains/drafts/index.ts'
import { conflict } from '../../kernel/fault.ts'
import { invoke } from '../../kernel/invoke.ts'
import { outbound } from '../../kernel/operation.ts'

export const approveDraft = outbound({
  name: 'approve_draft',
  route: 'POST /drafts/{id}/approve',
  role: 'member',
  person: true,
  local: true,
  summary: 'Place an order that waits for a person, as one that you and the app made together.',
  description:
    'It is refused as the order would be, and waits on then. Whoever asked gets the answer when they ask for the same again.',
  input: Type.Object({ id: DraftId }),
  output: DraftDetail,
  example: { id: 'dra_push' },
  faults: ['conflict', 'insufficient_credits', 'plan_limit', 'daily_cap'],
  subject: (tx, caller, { id }) => findDraft(tx, caller, id!),

  async handle({ app, caller, subject, origin, read, write, changed, along }) {
    const asking = read((tx) => decider(tx, caller, subject))
    if (subject.status !== 'waiting') throw conflict(`The order is ${subject.status} already.`)
    const operation = app.operations.find(({ name }) => name === subject.operation)
    if (!operation) throw conflict('What was asked for is not offered any more. Decline it.')
    await invoke(app, operation, asking, {
      ...requestIn(subject.request),
      ...origin,
      along(tx, answer) {
        decide(tx, subject, { status: 'approved', by: caller.label, answer })
        along(tx, readDraft(tx, subject))
      },
    })
    return write((tx) => {
      changed({
        tenant_id: subject.tenant_id,
        target: subject.id,
        before: { status: 'waiting' },
        after: { status: 'approved' },
      })
      return readDraft(tx, subject)
    })
  },
})
