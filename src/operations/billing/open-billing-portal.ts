import Type from 'typebox'
import { customerOf, stripeMode } from '../../domains/billing/index.ts'
import { siteOf } from '../../domains/branding/index.ts'
import { conflict } from '../../kernel/fault.ts'
import { outbound } from '../../kernel/operation.ts'
import { OwnTenantId } from '../../kernel/shape.ts'

export const openBillingPortal = outbound({
  name: 'open_billing_portal',
  route: 'POST /billing/portal',
  role: 'admin',
  summary: 'Open the page of Stripe for cards, invoices and the end of a subscription.',
  description: 'The address is for one visit soon. 409 where nothing was paid through Stripe yet.',
  input: Type.Object({ tenant_id: Type.Optional(OwnTenantId) }),
  output: Type.Object({ url: Type.String() }),
  example: {},
  faults: ['conflict'],

  async handle({ app, caller, signal, read, write }, { tenant_id = caller.tenant_id }) {
    const mode = stripeMode(app)
    const { customer_id, back } = read((tx) => ({
      customer_id: customerOf(tx, tenant_id, mode),
      back: `${siteOf(tx, app, tenant_id)}/app/w/${tenant_id}/plan`,
    }))
    if (customer_id === null) throw conflict('Nothing was paid through Stripe yet, so there is nothing to look after.')
    const url = await app.payments.openPortal(customer_id, back, signal)
    write(() => null)
    return { url }
  },
})
