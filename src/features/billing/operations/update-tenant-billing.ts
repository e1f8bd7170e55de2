import Type from 'typebox'
import { lockBuying, lockOf, TenantBilling, tenantBilling, unlockBuying } from '../index.ts'
import { write } from '../../../kernel/operation/operation.ts'
import { TenantId } from '../../../kernel/operation/shape.ts'

export const updateTenantBilling = write({
  name: 'update_tenant_billing',
  route: 'PATCH /admin/billing/tenants/{id}',
  role: 'platform',
  summary: 'Lock or unlock buying for a workspace and those below it.',
  description: 'A chargeback locks it automatically, and winning all chargebacks unlocks it.',
  input: Type.Object({ id: TenantId, buying_locked: Type.Boolean({ title: 'Buying locked' }) }),
  output: TenantBilling,
  example: { id: 'ten_northwind', buying_locked: true },

  handle({ tx, app, caller, changed }, { id, buying_locked }) {
    const before = lockOf(tx, id) !== null
    if (buying_locked) lockBuying(tx, id, caller.label)
    else unlockBuying(tx, id)
    changed({ tenant_id: id, before: { buying_locked: before }, after: { buying_locked } })
    return tenantBilling(tx, app, id)
  },
})
