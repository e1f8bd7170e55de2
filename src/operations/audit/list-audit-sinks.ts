import Type from 'typebox'
import { AuditSink, type SinkRow, sinkOnWire } from '../../domains/system/index.ts'
import { ListOf, list, listInput, when } from '../../kernel/database/list.ts'
import { treeOf } from '../../kernel/operation/caller.ts'
import { read } from '../../kernel/operation/operation.ts'
import { TreeTenantId } from '../../kernel/operation/shape.ts'

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
