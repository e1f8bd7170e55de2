import Type from 'typebox'
import {
  endpointFields,
  finishSignIn,
  forgetSupplier,
  keepStarted,
  Pending,
  SupplierStatus,
  startSignIn,
  supplierStatus,
  syncAccount,
} from '../../domains/providers/index.ts'
import { outbound, read, write } from '../../kernel/operation/operation.ts'
import { Nullable } from '../../kernel/operation/shape.ts'

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

export const connectSupplier = outbound({
  name: 'connect_supplier',
  route: 'POST /admin/providers/supplier/connect',
  role: 'platform',
  proof: true,
  summary: 'Start connecting a supplier account (RFC 8628): gives an approval page and a code to enter there.',
  description: 'The endpoints are stored, so give them only once.',
  input: Type.Partial(Type.Object(endpointFields)),
  output: Type.Object({ ...Pending.properties, verification_uri_complete: Nullable(Type.String()) }),
  example: {},
  faults: ['conflict', 'upstream_unavailable'],

  async handle({ app, signal, write, changed }, given) {
    const started = await startSignIn(app, given, signal)
    changed({ target: 'supplier', after: { endpoints: started.endpoints } })
    return write((tx) => keepStarted(tx, app, started))
  },
})

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
