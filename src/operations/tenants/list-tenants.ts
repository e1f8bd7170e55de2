import Type, { type Static } from 'typebox'
import { below, notArchived, TENANT_COLUMNS, Tenant, TenantKind, withoutNotes } from '../../domains/tenants/index.ts'
import { ListOf, listInput, looseCondition, Search, when } from '../../kernel/database/list.ts'
import { mapPage, searchList } from '../../kernel/database/search.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Defaulted } from '../../kernel/operation/shape.ts'

export const listTenants = read({
  name: 'list_tenants',
  route: 'GET /tenants',
  role: null,
  tool: {
    when: 'first, to find the id of a client by its name (`q`)',
    returns: 'workspaces in tree order, yours first',
    next: 'pass `id` as tenant_id to other tools; create_sub_tenant adds one',
    inputs: {
      q: 'Text in the name',
      kind: 'Workspaces of this kind only',
      include_archived: 'Include archived workspaces',
    },
    brief: ['id', 'name', 'kind', 'parent_id', 'archived'],
  },
  summary: 'Your workspace and those below it, in tree order.',
  description: 'Archived workspaces, and all below them, are left out by default. `notes` is null for viewers.',
  input: Type.Object({
    ...listInput('tree', 'name', 'created_at'),
    q: Search,
    kind: Type.Optional(TenantKind),
    include_archived: Defaulted(Type.Boolean({ title: 'Archived too' }), false),
  }),
  output: ListOf(Tenant),
  example: { kind: 'client' },

  handle({ tx, caller }, { q, kind, include_archived, ...page }) {
    const tree = caller.platform ? '/' : caller.path
    const found = searchList<Static<typeof Tenant>>(
      tx,
      {
        select: TENANT_COLUMNS,
        from: 'tenants',
        where: [
          when('path >= ? and path < ?', ...below(tree)),
          kind ? looseCondition('kind = ?', kind) : null,
          include_archived ? null : notArchived(tx),
        ],
        sought: { q, columns: ['name'] },
        sorts: { tree: 'path', name: 'name', created_at: 'created_at' },
        tie: 'path',
      },
      page,
    )
    return mapPage(found, (workspace) => withoutNotes(caller, workspace))
  },
})
