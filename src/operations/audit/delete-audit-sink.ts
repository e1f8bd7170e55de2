import Type from 'typebox'
import { deleteSink, findSink, SinkId } from '../../domains/system/index.ts'
import { write } from '../../kernel/operation/operation.ts'
import { maskedAddress } from '../../kernel/web-fetch/masked-address.ts'

export const deleteAuditSink = write({
  name: 'delete_audit_sink',
  route: 'DELETE /audit/sinks/{id}',
  role: 'owner',
  person: true,
  proof: true,
  summary: 'Delete a stream of the audit trail.',
  input: Type.Object({ id: SinkId }),
  output: Type.Object({ id: Type.String(), deleted: Type.Boolean() }),
  example: { id: 'aus_northwind' },
  subject: (tx, caller, { id }) => findSink(tx, caller, id!),

  handle({ tx, subject, changed }) {
    deleteSink(tx, subject.id)
    changed({
      ...(subject.tenant_id === null ? {} : { tenant_id: subject.tenant_id }),
      before: { url: maskedAddress(subject.url) },
    })
    return { id: subject.id, deleted: true }
  },
})
