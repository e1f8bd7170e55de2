import Type from 'typebox'
import { deliverTest, findSink, SinkId } from '../../domains/system/index.ts'
import { outbound } from '../../kernel/operation/operation.ts'
import { Nullable } from '../../kernel/operation/shape.ts'
import { maskedAddress } from '../../kernel/web-fetch/masked-address.ts'

const PASSIVE = 'This install is passive: it sends nothing. Start it without SIGNALPOST_PASSIVE.'

export const testAuditSink = outbound({
  name: 'test_audit_sink',
  route: 'POST /audit/sinks/{id}/test',
  role: 'owner',
  summary: 'Send a test line to a stream of the audit trail now, and say whether it was taken.',
  input: Type.Object({ id: SinkId }),
  output: Type.Object({ ok: Type.Boolean(), error: Nullable(Type.String()) }),
  example: { id: 'aus_northwind' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findSink(tx, caller, id!),

  async handle({ app, subject, signal, write, changed }) {
    const { error } = app.config.passive ? { error: PASSIVE } : await deliverTest(app, subject, signal)
    const of = subject.tenant_id === null ? {} : { tenant_id: subject.tenant_id }
    changed({ ...of, after: { url: maskedAddress(subject.url), ok: error === null } })
    return write(() => ({ ok: error === null, error }))
  },
})
