import Type from 'typebox'
import { read } from '../../kernel/operation.ts'
import { supplierStatus } from '../../domains/providers/supplier.ts'
import { SupplierStatus } from '../../domains/providers/supplier-shape.ts'

export const getSupplier = read({
  name: 'get_supplier',
  route: 'GET /admin/providers/supplier',
  role: 'platform',
  summary: 'The connected supplier account: since when, last sync. The sign-in itself is never told.',
  input: Type.Object({}),
  output: SupplierStatus,
  example: {},
  handle: ({ tx }) => supplierStatus(tx),
})
