import Type from 'typebox'
import { findUser, readUser, UserDetail } from '../../domains/accounts/index.ts'
import { read } from '../../kernel/operation/operation.ts'

export const getUser = read({
  name: 'get_user',
  route: 'GET /users/{id}',
  role: 'platform',
  sensitive: true,
  tool: {
    when: 'as a platform admin, to see a person’s workspaces and sessions',
    returns: 'the user',
    next: 'list_users',
    inputs: { id: '`id` of list_users' },
    brief: ['id', 'email', 'name', 'status', 'memberships'],
  },
  summary: 'One person: their workspaces, sessions, keys and connected apps.',
  input: Type.Object({ id: Type.String({ title: 'User' }) }),
  output: UserDetail,
  example: { id: 'usr_ben' },
  subject: (tx, _caller, { id }) => findUser(tx, id!),

  handle: ({ tx, caller, subject }) => readUser(tx, subject.id, caller.session_id),
})
