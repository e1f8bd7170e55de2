import Type from 'typebox'
import { DelaySeconds } from '../../domains/pushes/index.ts'
import { ListOf, list, listInput, when } from '../../kernel/database/list.ts'
import { said, text } from '../../kernel/language/say.ts'
import { treeOf } from '../../kernel/operation/caller.ts'
import { conflict, Fault } from '../../kernel/operation/fault.ts'
import { carryOut, finishOrder, readyFor } from '../../kernel/operation/invoke.ts'
import { outbound, read, write } from '../../kernel/operation/operation.ts'
import { TreeTenantId } from '../../kernel/operation/shape.ts'
import {
  ApprovedCredits,
  approvedRequest,
  assertMayDecide,
  DRAFT_COLUMNS,
  DRAFT_SOURCE,
  Draft,
  DraftDetail,
  DraftId,
  DraftNote,
  DraftStatus,
  decide,
  decider,
  findDraft,
  readDraft,
  refusedApproval,
} from './index.ts'

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
    const { status } = subject
    if (status !== 'waiting')
      throw conflict(said('The order is {status, select, approved {approved} other {declined}} already.', { status }))
    const operation = app.operations.find(({ name }) => name === subject.operation)
    if (operation?.kind !== 'write') throw conflict(text('The operation of this order no longer exists. Decline it.'))
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
    assertMayDecide(tx, caller, subject)
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

export const listDrafts = read({
  name: 'list_drafts',
  route: 'GET /drafts',
  role: null,
  summary: 'Orders of keys and apps that wait for a person, and decided ones of the last month, newest first.',
  input: Type.Object({
    ...listInput('created_at'),
    tenant_id: Type.Optional(TreeTenantId),
    status: Type.Optional(DraftStatus),
  }),
  output: ListOf(Draft),
  example: { status: 'waiting' },

  handle({ tx, caller }, { tenant_id, status, ...page }) {
    return list(
      tx,
      {
        select: DRAFT_COLUMNS,
        from: DRAFT_SOURCE,
        where: [
          tenant_id ? when('d.tenant_id = ?', tenant_id) : treeOf(caller, 'd.tenant_id'),
          status ? when('d.status = ?', status) : null,
        ],
        sorts: { created_at: 'd.id' },
      },
      page,
    )
  },
})
