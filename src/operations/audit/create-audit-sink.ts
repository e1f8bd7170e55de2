import Type from 'typebox'
import {
  AuditSink,
  createSink,
  SinkAuthority,
  SinkAuthorization,
  SinkUrl,
  sinkOnWire,
} from '../../domains/system/index.ts'
import { assertInUse } from '../../kernel/operation/archived-guard.ts'
import { write } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Nullable, OwnTenantId, SecretOnce } from '../../kernel/operation/shape.ts'
import { maskedAddress } from '../../kernel/web-fetch/masked-address.ts'

export const createAuditSink = write({
  name: 'create_audit_sink',
  route: 'POST /audit/sinks',
  role: 'owner',
  person: true,
  proof: true,
  at_install: true,
  summary: 'Stream the audit trail to an https address, or to a syslog server over TLS.',
  description:
    'Rows arrive in order, each at least once, as the lines of the JSONL export: what the receiver keeps can be verified with `signalpost verify --audit FILE`. Rows wait while the receiver fails. An https address gets the headers of Standard Webhooks, signed with the secret that only this answer shows. Owners stream the rows of their workspaces, platform admins with `install` all of them.',
  input: Type.Object({
    url: SinkUrl,
    authorization: Type.Optional(SinkAuthorization),
    ca: Type.Optional(SinkAuthority),
    from_start: Type.Optional(
      Type.Boolean({ title: 'From the start', description: 'Sends older rows first; false unless given' }),
    ),
    install: Type.Optional(
      Type.Boolean({ title: 'Whole install', description: 'All rows; for platform admins. False unless given' }),
    ),
    tenant_id: Type.Optional(OwnTenantId),
  }),
  output: Shape('NewAuditSink', { ...AuditSink.properties, secret: Nullable(SecretOnce('Signing secret')) }),
  example: { url: 'https://siem.northwind.example/audit' },
  faults: ['conflict', 'validation_failed'],

  handle({ tx, app, caller, changed }, { install = false, tenant_id = caller.tenant_id, ...wanted }) {
    const of = install ? null : tenant_id
    if (of !== null) assertInUse(tx, of)
    const { row, secret } = createSink(tx, app, caller, { ...wanted, tenant_id: of })
    const after = { url: maskedAddress(row.url), from_start: wanted.from_start ?? false, install }
    changed({ target: row.id, ...(of === null ? {} : { tenant_id: of }), after })
    return { ...sinkOnWire(tx, app, row), secret }
  },
})
