import Type from 'typebox'
import { deleteHook, findHook, HookId } from '../../index.ts'
import { write } from '../../../../kernel/operation/operation.ts'

export const deleteDeployHook = write({
  name: 'delete_deploy_hook',
  route: 'DELETE /deploy-hooks/{id}',
  role: 'admin',
  proof: false,
  summary: 'Delete a deploy hook: its address never works again. Its pushes stay.',
  input: Type.Object({ id: HookId }),
  output: Type.Object({ id: Type.String(), deleted: Type.Boolean() }),
  example: { id: 'dph_bakery' },
  subject: (tx, caller, { id }) => findHook(tx, caller, id!),

  handle({ tx, subject, changed }) {
    deleteHook(tx, subject)
    changed({ tenant_id: subject.tenant_id, before: { name: subject.name, mode: subject.mode } })
    return { id: subject.id, deleted: true }
  },
})
