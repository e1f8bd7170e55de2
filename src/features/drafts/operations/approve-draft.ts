import Type from 'typebox'
import {
  ApprovedCredits,
  approvedRequest,
  DraftDetail,
  DraftId,
  decide,
  decider,
  findDraft,
  readDraft,
  refusedApproval,
} from '../index.ts'
import { DelaySeconds } from '../../../domains/pushes/index.ts'
import { conflict, Fault } from '../../../kernel/operation/fault.ts'
import { carryOut, finishOrder, readyFor } from '../../../kernel/operation/invoke.ts'
import { outbound } from '../../../kernel/operation/operation.ts'

export const approveDraft = outbound({
  name: 'approve_draft',
  route: 'POST /drafts/{id}/approve',
  role: 'member',
  person: true,
  local: true,
  summary: 'Approve an order that waits for a person; it is placed for you and the app.',
  description:
    'A refused order stays a draft. An order that needs more credits now than the draft shows is a 409, and the draft then shows the new number. The requester gets the answer by sending the same order again.',
  input: Type.Object({ id: DraftId, credits: ApprovedCredits, delay_s: DelaySeconds }),
  output: DraftDetail,
  example: { id: 'dra_push' },
  faults: ['conflict', 'insufficient_credits', 'plan_limit', 'daily_cap'],
  subject: (tx, caller, { id }) => findDraft(tx, caller, id!),

  async handle({ app, caller, subject, origin, read, write, changed }, { credits, delay_s }) {
    const asking = read((tx) => decider(tx, caller, subject))
    if (subject.status !== 'waiting') throw conflict(`The order is ${subject.status} already.`)
    const operation = app.operations.find(({ name }) => name === subject.operation)
    if (operation?.kind !== 'write') throw conflict('The operation of this order no longer exists. Decline it.')
    const order = await readyFor(app, operation, asking, {
      ...approvedRequest(subject, credits, 'delay_s' in operation.input.properties ? delay_s : undefined),
      ...origin,
    })
    try {
      const { placed, approved } = write((tx) => {
        const placed = carryOut(tx, order)
        if (placed instanceof Fault) throw placed
        decide(tx, subject, { status: 'approved', by: caller.label, answer: placed.data })
        changed({
          tenant_id: subject.tenant_id,
          target: subject.id,
          before: { status: 'waiting' },
          after: { status: 'approved' },
        })
        return { placed, approved: readDraft(tx, subject) }
      })
      await finishOrder(order, placed)
      return approved
    } catch (error) {
      throw refusedApproval(app, subject, error)
    }
  },
})
