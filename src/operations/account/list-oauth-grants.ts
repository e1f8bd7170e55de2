import Type from 'typebox'
import { isWholePerson } from '../../domains/accounts/index.ts'
import { AddedPeople, addedBy, GRANT_COLUMNS, GrantShape } from '../../domains/oauth/index.ts'
import { ListOf, list, listInput, when } from '../../kernel/database/list.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'

export const listOauthGrants = read({
  name: 'list_oauth_grants',
  route: 'GET /oauth/grants',
  role: null,
  summary: 'Apps that are connected to your login, newest first.',
  description:
    'With an API key, those of the person who made it, unless the key has fewer rights than they have. An app sees none.',
  input: Type.Object(listInput('created_at')),
  output: ListOf(Shape('ConnectedAppDetail', { ...GrantShape.properties, added: AddedPeople })),
  example: {},

  handle({ tx, caller }, page) {
    const found = list<{ id: string }>(
      tx,
      {
        select: GRANT_COLUMNS,
        from: 'oauth_grants g join tenants t on t.id = g.tenant_id',
        where: [
          when('g.user_id = ?', isWholePerson(tx, caller) ? caller.user_id : null),
          when('g.revoked_at is null'),
          when('g.expires_at > ?', tx.now),
        ],
        sorts: { created_at: 'g.id' },
        tie: 'g.id',
      },
      page,
    )
    return { ...found, items: found.items.map((one) => ({ ...one, added: addedBy(tx, one.id) })) }
  },
})
