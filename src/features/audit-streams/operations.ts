import Type from 'typebox'
import { ListOf, list, listInput, when } from '../../kernel/database/list.ts'
import { inPlainEnglish } from '../../kernel/language/say.ts'
import { assertInUse } from '../../kernel/operation/archived-guard.ts'
import { treeOf } from '../../kernel/operation/caller.ts'
import { outbound, read, write } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Nullable, OwnTenantId, SecretOnce, TreeTenantId } from '../../kernel/operation/shape.ts'
import { maskedAddress } from '../../kernel/web-fetch/masked-address.ts'
import { deliverTest } from './deliver.ts'
import { AuditSink, SINK_STATES, SinkAuthority, SinkAuthorization, SinkId, SinkUrl } from './shapes.ts'
import { changeSink, createSink, deleteSink, findSink, sinkOnWire } from './sinks.ts'
import type { SinkRow } from './tables.ts'

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

export const listAuditSinks = read({
  name: 'list_audit_sinks',
  route: 'GET /audit/sinks',
  role: 'owner',
  summary: 'Streams of the audit trail: where each is sent, how far it is, and why it fails.',
  input: Type.Object({
    ...listInput('created_at'),
    tenant_id: Type.Optional(TreeTenantId),
    install: Type.Optional(
      Type.Boolean({
        title: 'Whole install',
        description: 'Sinks of the whole trail, for platform admins; unless given, sinks of workspaces',
      }),
    ),
  }),
  output: ListOf(AuditSink),
  example: {},

  handle({ tx, app, caller }, { tenant_id, install = false, ...asked }) {
    const own = tenant_id ? when('tenant_id = ?', tenant_id) : treeOf(caller)
    const found = list<SinkRow>(
      tx,
      {
        select: '*',
        from: 'audit_sinks',
        where: [install && caller.platform ? when('tenant_id is null') : own],
        sorts: { created_at: 'id' },
      },
      asked,
    )
    return { ...found, items: found.items.map((row) => sinkOnWire(tx, app, row)) }
  },
})

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
    return write(() => ({ ok: error === null, error: error && inPlainEnglish(error) }))
  },
})

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
