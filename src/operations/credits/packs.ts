import Type, { type Static, type TObject } from 'typebox'
import {
  approve,
  CreditRequest,
  type CreditRequestRow,
  decline,
  findRequest,
  Note,
  OwnTenant,
  openRequest,
  REQUEST_COLUMNS,
  REQUEST_STATUSES,
  RequestId,
  readRequest,
  refund,
  tellDeciders,
  tellRequester,
  withUnspent,
} from '../../domains/credits/index.ts'
import { PACKS, Pack, PackNamed } from '../../domains/plans/index.ts'
import { ListOf, list, listInput, when, wholeListInput, wholeOrPageOf } from '../../kernel/database/list.ts'
import { treeOf } from '../../kernel/operation/caller.ts'
import { read, type WriteCall, write } from '../../kernel/operation/operation.ts'
import { TreeTenantId } from '../../kernel/operation/shape.ts'

export const listPacks = read({
  name: 'list_packs',
  route: 'GET /credits/packs',
  role: null,
  summary: 'Credit packs: what each holds and its price in USD.',
  input: Type.Object(wholeListInput('pack', 'usd', 'index_credits', 'check_credits')),
  output: ListOf(Pack),
  example: { sort: 'usd' },

  handle({ app }, { sort = 'pack', dir, ...page }) {
    const sign = dir === 'desc' ? -1 : 1
    const rank = (pack: Pack) => (sort === 'pack' ? PACKS.indexOf(pack.pack) : pack[sort])
    const sorted = app.catalog.packs.toSorted((a, b) => sign * (rank(a) - rank(b)))
    return wholeOrPageOf(sorted, page)
  },
})

export const createCreditRequest = write({
  name: 'create_credit_request',
  route: 'POST /credits/requests',
  role: 'admin',
  instead: 'the page Credits of the web interface',
  summary: 'Request a credit pack. The platform admin gets an e-mail and decides.',
  description:
    'The request keeps the pack’s current content and price. The requester gets an e-mail when it is decided. The first 20 requests of an agency in a day send an e-mail; the list has them all.',
  input: Type.Object({ pack: PackNamed, tenant_id: OwnTenant, note: Note }),
  output: CreditRequest,
  example: { pack: 'boost', note: 'For the spring campaign' },

  handle({ tx, caller, app }, { pack, tenant_id = caller.tenant_id, note = null }) {
    const id = openRequest(tx, app, { tenant_id, pack, note, requested_by: caller.label })
    const request = readRequest(tx, id)
    tellDeciders(tx, app, caller, request)
    return request
  },
})

export const listCreditRequests = read({
  name: 'list_credit_requests',
  route: 'GET /credits/requests',
  role: null,
  summary: 'Credit packs requested by the workspace and those below it, newest first.',
  input: Type.Object({
    ...listInput('created_at'),
    tenant_id: Type.Optional(TreeTenantId),
    status: Type.Optional(Type.Enum(REQUEST_STATUSES, { title: 'Status' })),
  }),
  output: ListOf(CreditRequest),
  example: { status: 'pending' },

  handle({ tx, caller }, { tenant_id, status, ...page }) {
    const tree = treeOf(caller, 'r.tenant_id')
    const { items, ...found } = list<CreditRequestRow>(
      tx,
      {
        select: REQUEST_COLUMNS,
        from: 'credit_requests r',
        where: [tenant_id ? when('r.tenant_id = ?', tenant_id) : tree, status ? when('r.status = ?', status) : null],
        sorts: { created_at: 'r.id' },
      },
      page,
    )
    return { ...found, items: withUnspent(tx, items) }
  },
})

export const getCreditRequest = read({
  name: 'get_credit_request',
  route: 'GET /credits/requests/{id}',
  role: null,
  instead: 'list_credit_requests',
  summary: 'One requested credit pack: its price, its answer, and what a refund takes or took.',
  input: Type.Object({ id: RequestId }),
  output: CreditRequest,
  example: { id: 'req_approved' },
  subject: (tx, caller, { id }) => findRequest(tx, caller, id!),

  handle: ({ tx, subject }) => readRequest(tx, subject.id),
})

type Decision<I extends TObject> = {
  name: string
  route: `POST /credits/requests/{id}/${string}`
  proof?: true
  summary: string
  description?: string
  input: I
  example: Static<I>
  apply(call: WriteCall<CreditRequestRow, undefined>, note: string | null): void
  /** For the audit line, besides the status. */
  facts?(decided: ReturnType<typeof readRequest>): Record<string, unknown>
}

/** An operation that takes a request from one status to another. The requester gets an e-mail. */
const decision = <I extends TObject>({ apply, facts, ...declared }: Decision<I>) =>
  write({
    ...declared,
    role: 'platform',
    output: CreditRequest,
    faults: ['conflict'],
    subject: (tx, caller, { id }) => findRequest(tx, caller, id!),

    handle(call, { note = null }: { note?: string | null }) {
      const { tx, caller, app, subject } = call
      apply(call, note)
      const decided = readRequest(tx, subject.id)
      const after = { status: decided.status, ...facts?.(decided) }
      call.changed({ tenant_id: subject.tenant_id, before: { status: subject.status }, after })
      tellRequester(tx, app, caller, decided)
      return decided
    },
  })

export const approveCreditRequest = decision({
  name: 'approve_credit_request',
  route: 'POST /credits/requests/{id}/approve',
  summary: 'Approve a requested pack: its credits are granted.',
  input: Type.Object({ id: RequestId }),
  example: { id: 'req_pending' },
  apply({ tx, app, caller, subject }) {
    approve(tx, caller, subject)
    app.billing.packApproved(tx, subject, caller.label)
  },
})

export const declineCreditRequest = decision({
  name: 'decline_credit_request',
  route: 'POST /credits/requests/{id}/decline',
  summary: 'Decline a requested pack. The requester sees the note.',
  input: Type.Object({ id: RequestId, note: Note }),
  example: { id: 'req_pending', note: 'Please pay the open invoice first.' },
  apply: ({ tx, caller, subject }, note) => decline(tx, caller, subject, note),
  facts: ({ answer_note: note }) => ({ note }),
})

export const refundCreditRequest = decision({
  name: 'refund_credit_request',
  route: 'POST /credits/requests/{id}/refund',
  proof: true,
  summary: 'Refund an approved pack: its unspent credits are taken back.',
  description:
    '`unspent` of the request shows in advance what a refund takes, at most the content of the pack. Available credits are taken at once (`taken_back`); credits that are reserved for jobs or were transferred to workspaces below are `owed`, and are taken from the next credits that come in: refunded by a job, taken back, granted or bought. Adding credits (POST /credits/adjust) pays it too. The money of a pack that was paid through Stripe is refunded through Stripe.',
  input: Type.Object({ id: RequestId, note: Note }),
  example: { id: 'req_approved', note: 'Bought twice' },
  apply({ tx, app, caller, subject }, note) {
    refund(tx, caller, subject, note)
    app.billing.packRefunded(tx, app, caller, subject)
  },
  facts: ({ answer_note: note, ...of }) => ({
    note,
    taken_back: JSON.parse(of.taken_back!),
    owed: JSON.parse(of.owed!),
  }),
})
