import Type from 'typebox'
import { GrantShape, isWholePerson } from '../../domains/accounts/index.ts'
import { ListOf, list, listInput, when } from '../../kernel/list.ts'
import { read } from '../../kernel/operation.ts'

export const listOauthGrants = read({
  name: 'list_oauth_grants',
  route: 'GET /oauth/grants',
  role: null,
  summary: 'Apps that are connected to your login, the newest first.',
  description: 'With an API key, those of the person who made it, unless the key can do less than they can.',
  input: Type.Object(listInput('created_at')),
  output: ListOf(GrantShape),
  example: {},

  handle: ({ tx, caller }, page) =>
    list(
      tx,
      {
        select: '*',
        from: 'oauth_grants',
        where: [when('user_id = ?', isWholePerson(tx, caller) ? caller.user_id : null), when('revoked_at is null')],
        sorts: { created_at: 'id' },
      },
      page,
    ),
})
