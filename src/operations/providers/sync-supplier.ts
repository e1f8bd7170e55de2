import Type from 'typebox'
import { SupplierStatus, supplierStatus, syncAccount } from '../../domains/providers/index.ts'
import { outbound } from '../../kernel/operation/operation.ts'

export const syncSupplier = outbound({
  name: 'sync_supplier',
  route: 'POST /admin/providers/supplier/sync',
  role: 'platform',
  summary: "Fetch the supplier's balance and its reports of open batches. No credit moves.",
  input: Type.Object({}),
  output: SupplierStatus,
  example: {},
  faults: ['upstream_unavailable'],

  async handle({ app, signal, read, write, changed }) {
    changed({ target: 'supplier' })
    await syncAccount(app, signal, write)
    return read(supplierStatus)
  },
})
