import Type from 'typebox'
import { readsNotes } from '../../domains/accounts/index.ts'
import { resume } from '../../domains/pushes/index.ts'
import {
  changedTags,
  isArchivedById,
  setArchived,
  setTags,
  Tags,
  type TenantRow,
  tagSpeller,
  tagsIn,
  tenantsAmong,
} from '../../domains/tenants/index.ts'
import { eachRow, RefusedRows, RowIds } from '../../kernel/operation/each-row.ts'
import { forbidden, invalid } from '../../kernel/operation/fault.ts'
import { write } from '../../kernel/operation/operation.ts'

export const updateTenants = write({
  name: 'update_tenants',
  route: 'POST /tenants/bulk',
  role: 'admin',
  instead: 'update_tenant',
  summary:
    'Tag, archive or restore up to 200 workspaces in one act. Those that are refused are named, with the reason.',
  description:
    'See `PATCH /tenants/{id}` for the effects. A restore that the plan has no room for refuses the whole call.',
  input: Type.Object({
    ids: RowIds('Workspaces'),
    add_tags: Type.Optional(Type.With(Tags, { title: 'Add tags' })),
    remove_tags: Type.Optional(Type.With(Tags, { title: 'Remove tags' })),
    archived: Type.Optional(
      Type.Boolean({ title: 'Archived', description: 'Archives them, or restores them; left out, neither' }),
    ),
  }),
  output: Type.Object({
    changed: Type.Array(Type.String(), { description: 'Ids of those that are now as asked' }),
    refused: RefusedRows,
  }),
  example: { ids: ['ten_bakery'], add_tags: ['Retainer'] },
  faults: ['conflict', 'plan_limit'],

  handle({ tx, caller, app, changed }, { ids, add_tags = [], remove_tags = [], archived }) {
    const tags = add_tags.length + remove_tags.length > 0
    if (!tags && archived === undefined) throw invalid({ path: '', message: 'Give tags or `archived`.' })
    const spell = tagSpeller(tx, caller)
    const add = spell(add_tags)
    const retagged: { id: string; before: string[]; after: string[] }[] = []
    const change = (tenant: TenantRow, id: string) => {
      const before = tagsIn(tenant.tags)
      if (tags && !readsNotes(tx, caller, id))
        throw forbidden('Notes and tags of a workspace are of the people above it.')
      const after = tags ? spell(changedTags(before, add, remove_tags)) : before
      if (archived !== undefined) archive(tenant, archived)
      if (after.join() === before.join()) return id
      setTags(tx, id, after)
      retagged.push({ id, before, after })
      return id
    }
    const archive = (tenant: TenantRow, to: boolean) => {
      const was = isArchivedById(tx, tenant.id)
      setArchived(tx, caller, tenant, to)
      if (was && !isArchivedById(tx, tenant.id)) resume(tx, app, caller, tenant.id)
      changed({ tenant_id: tenant.id, before: { archived: tenant.archived_at !== null }, after: { archived: to } })
    }
    const { done, refused } = eachRow(ids, tenantsAmong(tx, caller, ids), 'workspace', change)
    // The people of a workspace read its trail, and not its tags.
    const tagsNow = (of: 'before' | 'after') => ({ tags: Object.fromEntries(retagged.map((one) => [one.id, one[of]])) })
    changed({ tenant_id: caller.tenant_id, before: tagsNow('before'), after: tagsNow('after') })
    return { changed: done, refused }
  },
})
