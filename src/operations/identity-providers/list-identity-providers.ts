import Type from 'typebox'
import { type ProviderRow, ProviderShape, providerView, reachOf } from '../../domains/sso/index.ts'
import { ListOf, list, listInput, when } from '../../kernel/database/list.ts'
import { read } from '../../kernel/operation/operation.ts'
import { TreeTenantId } from '../../kernel/operation/shape.ts'

export const listIdentityProviders = read({
  name: 'list_identity_providers',
  route: 'GET /identity-providers',
  role: 'admin',
  tool: {
    when: 'to see how people sign in: which identity providers there are, and why the last sign-in failed',
    returns: 'providers with their settings, their last sign-in and their last error',
    next: 'test_identity_provider checks one',
    inputs: { tenant_id: 'A workspace, for its providers alone' },
    brief: ['id', 'name', 'issuer', 'enabled', 'enforce', 'last_error'],
  },
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
