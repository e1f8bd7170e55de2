import Type from 'typebox'
import { finishSignIn, SupplierStatus, supplierStatus, syncAccount } from '../../domains/providers/index.ts'
import { outbound } from '../../kernel/operation/operation.ts'

export const finishSupplierConnect = outbound({
  name: 'finish_supplier_connect',
  route: 'POST /admin/providers/supplier/connect/finish',
  role: 'platform',
  proof: true,
  summary: 'Finish connecting after the approval: stores the sign-in encrypted, and syncs balance and batches.',
  input: Type.Object({}),
  output: SupplierStatus,
  example: {},
  faults: ['conflict', 'upstream_unavailable'],

  async handle({ app, signal, read, write, changed }) {
    const { simulated } = await finishSignIn(app, signal)
    changed({ target: 'supplier', after: { connected: true, simulated } })
    await syncAccount(app, signal, write)
    return read(supplierStatus)
  },
})
