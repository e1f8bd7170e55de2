import Type from 'typebox'
import { forgetSupplier, SupplierStatus, supplierStatus } from '../../domains/providers/index.ts'
import { write } from '../../kernel/operation/operation.ts'

export const deleteSupplier = write({
  name: 'delete_supplier',
  route: 'DELETE /admin/providers/supplier',
  role: 'platform',
  proof: true,
  summary: 'Disconnect the supplier account and delete the stored sign-in.',
  input: Type.Object({}),
  output: SupplierStatus,
  example: {},
  handle({ tx, app, changed }) {
    forgetSupplier(tx, app)
    changed({ target: 'supplier', after: { connected: false } })
    return supplierStatus(tx)
  },
})
