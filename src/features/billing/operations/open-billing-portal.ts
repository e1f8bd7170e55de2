import Type from 'typebox'
import { customerOf, stripeMode } from '../index.ts'
import { siteOf } from '../../../domains/branding/index.ts'
import { assertMaySpendLater } from '../../../domains/credits/index.ts'
import { conflict } from '../../../kernel/operation/fault.ts'
import { outbound } from '../../../kernel/operation/operation.ts'
import { OwnTenantId } from '../../../kernel/operation/shape.ts'

export const openBillingPortal = outbound({
  name: 'open_billing_portal',
  route: 'POST /billing/portal',
  role: 'admin',
  summary: 'Open Stripe’s page to manage cards and invoices, or to end a subscription.',
  description: 'The address works once, for a short time. 409 where nothing was paid through Stripe yet.',
  input: Type.Object({ tenant_id: Type.Optional(OwnTenantId) }),
  output: Type.Object({ url: Type.String() }),
  example: {},
  faults: ['conflict'],

  async handle({ app, caller, read, write }, { tenant_id = caller.tenant_id }) {
    // The person who opens the page can change or end what is paid each month.
    assertMaySpendLater(caller)
    const mode = stripeMode(app)
    const { customer_id, back } = read((tx) => ({
      customer_id: customerOf(tx, tenant_id, mode),
      back: `${siteOf(tx, app, tenant_id)}/app/w/${tenant_id}/credits/buy`,
    }))
    if (customer_id === null)
      throw conflict(
        'Nothing was paid through Stripe yet, so it has no cards or invoices. Buy a pack or a plan first (POST /billing/checkout).',
      )
    const url = await app.payments.openPortal(customer_id, back)
    write(() => null)
    return { url }
  },
})
