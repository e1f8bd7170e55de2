import Type from 'typebox'
import { type CallRow, CallShape, callOnWire, findHook, HookId } from '../../index.ts'
import { ListOf, list, listInput, when } from '../../../../kernel/database/list.ts'
import { read } from '../../../../kernel/operation/operation.ts'

export const listDeployCalls = read({
  name: 'list_deploy_calls',
  route: 'GET /deploy-hooks/{id}/calls',
  role: 'admin',
  summary: 'Calls of a deploy hook in the last 30 days, and what each pushed.',
  input: Type.Object({ ...listInput('at'), id: HookId }),
  output: ListOf(CallShape),
  example: { id: 'dph_bakery' },
  subject: (tx, caller, { id }) => findHook(tx, caller, id!),

  handle({ tx, subject }, { id: _, ...asked }) {
    const source = { select: '*', from: 'deploy_calls', where: [when('hook_id = ?', subject.id)], sorts: { at: 'id' } }
    const { items, ...page } = list<CallRow>(tx, source, asked)
    return { ...page, items: items.map(callOnWire) }
  },
})
