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
} from '../../domains/billing/index.ts'
import { Interval, type PackName, PackNamed } from '../../domains/plans/index.ts'
import { rootOf } from '../../domains/tenants/index.ts'
import type { ReadTx } from '../../kernel/database.ts'
import { conflict, invalid } from '../../kernel/fault.ts'
import { outbound } from '../../kernel/operation.ts'
import { OwnTenantId } from '../../kernel/shape.ts'

export const createCheckout = outbound({
  name: 'create_checkout',
  route: 'POST /billing/checkout',
  role: 'admin',
  summary: 'Open a page of Stripe on which a credit pack or a plan is paid for.',
  description:
    'Give `pack`, or `plan` and perhaps `interval` (month unless given). The person who pays opens `url`. Credits and plan come when Stripe says that it is paid, not when the browser comes back: GET /billing/payments/{id} tells. 409 on an install without Stripe, for a workspace whose payment was charged back, and where a plan is subscribed to already (POST /billing/plan changes it).',
  input: Type.Object({
    pack: Type.Optional(Type.With(PackNamed, { description: 'Left out where a plan is bought' })),
    plan: Type.Optional(Type.Enum(PAID_PLANS, { title: 'Plan', description: 'Left out where a pack is bought' })),
    interval: Type.Optional(Type.With(Interval, { description: 'Of a plan; month unless given' })),
    tenant_id: Type.Optional(OwnTenantId),
  }),
  output: Payment,
  example: { pack: 'boost' },
  faults: ['conflict'],

  async handle({ app, caller, signal, read, write }, { pack, plan, interval, tenant_id = caller.tenant_id }) {
    const wanted = wantedOf(pack, plan, interval)
    const begun = write((tx) => {
      assertMayBuy(tx, tenant_id)
      if (wanted.kind === 'plan') assertFree(tx, tenant_id)
      return beginPayment(tx, app, caller, tenant_id, wanted)
    })
    const page = await app.payments.openPage(
      read((tx) => orderOf(tx, app, begun)),
      signal,
    )
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
    throw conflict('A plan is subscribed to already. Change it (POST /billing/plan), so that the rest is settled.')
}
