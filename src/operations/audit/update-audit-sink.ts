import Type from 'typebox'
import {
  AuditSink,
  changeSink,
  findSink,
  SINK_STATES,
  SinkAuthority,
  SinkAuthorization,
  SinkId,
  sinkOnWire,
} from '../../domains/system/index.ts'
import { write } from '../../kernel/operation/operation.ts'

export const updateAuditSink = write({
  name: 'update_audit_sink',
  route: 'PATCH /audit/sinks/{id}',
  role: 'owner',
  person: true,
  proof: true,
  at_install: true,
  summary: 'Turn a stream of the audit trail on or off, or change its credentials. Rows wait while it is off.',
  description: 'The address stays: for another one make another stream.',
  input: Type.Object({
    id: SinkId,
    state: Type.Optional(Type.Enum(SINK_STATES, { title: 'State' })),
    authorization: Type.Optional(SinkAuthorization),
    ca: Type.Optional(SinkAuthority),
  }),
  output: AuditSink,
  example: { id: 'aus_northwind', state: 'off' },
  faults: ['conflict', 'validation_failed'],
  subject: (tx, caller, { id }) => findSink(tx, caller, id!),

  handle({ tx, app, subject, changed }, { id: _, ...change }) {
    const now = changeSink(tx, app, subject, change)
    const shown = ({ state, ca }: typeof now) => ({ state, has_ca: ca !== null })
    const renewed = change.authorization === undefined ? {} : { authorization: 'changed' }
    const of = subject.tenant_id === null ? {} : { tenant_id: subject.tenant_id }
    changed({ ...of, before: shown(subject), after: { ...shown(now), ...renewed } })
    return sinkOnWire(tx, app, now)
  },
})
