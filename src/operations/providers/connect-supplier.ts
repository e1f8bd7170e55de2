import Type from 'typebox'
import { endpointFields, keepStarted, Pending, startSignIn } from '../../domains/providers/index.ts'
import { outbound } from '../../kernel/operation/operation.ts'
import { Nullable } from '../../kernel/operation/shape.ts'

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
