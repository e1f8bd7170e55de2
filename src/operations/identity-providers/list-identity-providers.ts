import Type from 'typebox'
import { type ProviderRow, ProviderShape, providerView, reachOf } from '../../domains/sso/index.ts'
import { ListOf, list, listInput, when } from '../../kernel/database/list.ts'
import { read } from '../../kernel/operation/operation.ts'
import { TreeTenantId } from '../../kernel/operation/shape.ts'

export const listIdentityProviders = read({
  name: 'list_identity_providers',
  route: 'GET /identity-providers',
  role: 'admin',
  instead: 'a person: how people sign in is set up on the pages',
  summary: 'Identity providers of the workspace and those below it; a platform admin also sees those of the install.',
  input: Type.Object({ ...listInput('created_at', 'name'), tenant_id: Type.Optional(TreeTenantId) }),
  output: ListOf(ProviderShape),
  example: {},

  handle({ tx, app, caller }, { tenant_id, ...page }) {
    const where = [tenant_id ? when('tenant_id = ?', tenant_id) : reachOf(caller)]
    const source = {
      select: '*',
      from: 'identity_providers',
      where,
      sorts: { created_at: 'id', name: 'name' },
      tie: 'id',
    }
    const found = list<ProviderRow>(tx, source, page)
    return { ...found, items: found.items.map((row) => providerView(tx, app, row)) }
  },
})
