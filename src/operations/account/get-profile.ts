import Type from 'typebox'
import { ownProfile, Profile } from '../../domains/accounts/index.ts'
import { read } from '../../kernel/operation/operation.ts'

export const getProfile = read({
  name: 'get_profile',
  route: 'GET /profile',
  role: null,
  summary: 'Your own profile; with an API key, that of the person who made it.',
  input: Type.Object({}),
  output: Profile,
  example: {},

  handle: ({ tx, caller }) => ownProfile(tx, caller),
})
