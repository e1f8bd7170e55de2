import Type from 'typebox'
import { findHook, HookId, HookShape, hookOnWire } from '../../index.ts'
import { read } from '../../../../kernel/operation/operation.ts'

export const getDeployHook = read({
  name: 'get_deploy_hook',
  route: 'GET /deploy-hooks/{id}',
  role: 'admin',
  summary: 'One deploy hook with its rules and what it pushed today and this month.',
  input: Type.Object({ id: HookId }),
  output: HookShape,
  example: { id: 'dph_bakery' },
  subject: (tx, caller, { id }) => findHook(tx, caller, id!),

  handle: ({ tx, subject }) => hookOnWire(tx, subject),
})
