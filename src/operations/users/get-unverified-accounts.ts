import Type from 'typebox'
import { Role, unprovedAccounts } from '../../domains/accounts/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Id, Moment, Nullable } from '../../kernel/operation/shape.ts'

export const getUnverifiedAccounts = read({
  name: 'get_unverified_accounts',
  route: 'GET /accounts/unverified',
  role: 'platform',
  summary: 'Accounts without a verified address that have more rights than the person who made them could give.',
  input: Type.Object({}),
  output: Type.Object({
    accounts: Type.Array(
      Shape('UnverifiedAccount', {
        id: Id,
        email: Type.String(),
        made_by: Nullable(Type.String()),
        created_at: Moment,
        places: Type.Array(Type.Object({ name: Type.String(), role: Role })),
      }),
    ),
  }),
  example: {},

  handle: ({ tx }) => ({ accounts: unprovedAccounts(tx) }),
})
