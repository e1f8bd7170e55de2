import Type from 'typebox'
import { SupplierStatus, supplierStatus } from '../../domains/providers/index.ts'
import { read } from '../../kernel/operation/operation.ts'

export const getSupplier = read({
  name: 'get_supplier',
  route: 'GET /admin/providers/supplier',
  role: 'platform',
  summary: 'The connected supplier account: since when, last sync. The sign-in itself is never shown.',
  input: Type.Object({}),
  output: SupplierStatus,
  example: {},
  handle: ({ tx }) => supplierStatus(tx),
})
