import Type from 'typebox'
import {
  assertMayBuy,
  beginPayment,
  currentSubscription,
  keepPage,
  orderOf,
  PAID_PLANS,
  Payment,
  paymentOf,
  shownPayment,
} from '../index.ts'
import { Interval, type PackName, PackNamed } from '../../../domains/plans/index.ts'
import { rootOf } from '../../../domains/tenants/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'
import { conflict, invalid } from '../../../kernel/operation/fault.ts'
import { outbound } from '../../../kernel/operation/operation.ts'
import { OwnTenantId } from '../../../kernel/operation/shape.ts'

export const createCheckout = outbound({
  name: 'create_checkout',
  route: 'POST /billing/checkout',
  role: 'admin',
  summary: 'Open a page of Stripe to pay for a credit pack or a plan.',
  description:
    'Give `pack`, or `plan` and optionally `interval` (month by default). The person who pays opens `url`. Credits and plan arrive when Stripe reports the payment, not when the browser returns: see GET /billing/payments/{id}. 409 on an install without Stripe, for a workspace whose payment was charged back, and with an active subscription (POST /billing/plan changes it).',
  input: Type.Object({
    pack: Type.Optional(Type.With(PackNamed, { description: 'Leave out to buy a plan' })),
    plan: Type.Optional(Type.Enum(PAID_PLANS, { title: 'Plan', description: 'Leave out to buy a pack' })),
    interval: Type.Optional(Type.With(Interval, { description: 'For a plan; month by default' })),
    tenant_id: Type.Optional(OwnTenantId),
  }),
  output: Payment,
  example: { pack: 'boost' },
  faults: ['conflict'],

  async handle({ app, caller, read, write }, { pack, plan, interval, tenant_id = caller.tenant_id }) {
    const wanted = wantedOf(pack, plan, interval)
    const begun = write((tx) => {
      assertMayBuy(tx, tenant_id)
      if (wanted.kind === 'plan') assertFree(tx, tenant_id)
      return beginPayment(tx, app, caller, tenant_id, wanted)
    })
    const order = read((tx) => orderOf(tx, app, begun))
    const page = await app.payments.openPage(order)
    return app.db.write((tx) => {
      keepPage(tx, app, begun.id, page)
      return shownPayment(paymentOf(tx, begun.id)!)
    })
  },
})

function wantedOf(pack?: PackName, plan?: (typeof PAID_PLANS)[number], interval?: 'month' | 'year') {
  if (pack && !plan && !interval) return { kind: 'pack' as const, pack }
  if (plan && !pack) return { kind: 'plan' as const, plan, interval: interval ?? 'month' }
  throw invalid({ path: pack ? 'plan' : 'pack', message: 'give either a pack, or a plan with its interval' })
}

function assertFree(tx: ReadTx, tenant_id: string): void {
  const root_id = rootOf(tx, tenant_id)
  if (root_id !== tenant_id)
    throw conflict('Only the workspace at the root of a tree carries a plan. Buy it there.', { root_id })
  if (currentSubscription(tx, tenant_id))
    throw conflict('This workspace has a subscription already. Change its plan instead (POST /billing/plan).')
}
