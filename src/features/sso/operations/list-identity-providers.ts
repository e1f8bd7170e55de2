import Type from 'typebox'
import { type ProviderRow, ProviderShape, providerView } from '../index.ts'
import { ListOf, list, listInput } from '../../../kernel/database/list.ts'
import { read } from '../../../kernel/operation/operation.ts'

export const listIdentityProviders = read({
  name: 'list_identity_providers',
  route: 'GET /identity-providers',
  role: 'platform',
  instead: 'a person: how people sign in is set up on the pages',
  summary: 'Identity providers of the install.',
  input: Type.Object({ ...listInput('created_at', 'name') }),
  output: ListOf(ProviderShape),
  example: {},

  handle({ tx, app }, page) {
    const sorts = { created_at: 'id', name: 'name' }
    const source = { select: '*', from: 'identity_providers', where: [], sorts, tie: 'id' }
    const found = list<ProviderRow>(tx, source, page)
    return { ...found, items: found.items.map((row) => providerView(tx, app, row)) }
  },
})
