import Type from 'typebox'
import { BounceHook, bounceHooks } from '../../domains/mail/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'

export const listBounceHooks = read({
  name: 'list_bounce_hooks',
  route: 'GET /settings/email/bounce-hooks',
  role: 'platform',
  summary: 'Addresses where mail services report bounces, and what each reported last.',
  input: Type.Object({}),
  output: Shape('BounceHooks', { hooks: Type.Array(BounceHook) }),
  example: {},

  handle: ({ tx, app }) => ({ hooks: bounceHooks(tx, app) }),
})
