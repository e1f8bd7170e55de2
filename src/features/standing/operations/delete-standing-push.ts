import Type from 'typebox'
import { deletePush, findPush, PushId } from '../index.ts'
import { write } from '../../../kernel/operation/operation.ts'
import { withMaskedQuery } from '../../../kernel/web-fetch/masked-address.ts'

export const deleteStandingPush = write({
  name: 'delete_standing_push',
  route: 'DELETE /standing-pushes/{id}',
  role: 'admin',
  proof: false,
  summary: 'Stop watching a source and forget what it showed. Its pushes stay.',
  description: 'Deploy hooks that run it are paused.',
  input: Type.Object({ id: PushId }),
  output: Type.Object({ id: Type.String(), deleted: Type.Boolean() }),
  example: { id: 'stp_bakery' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findPush(tx, caller, id!),

  handle({ tx, subject, changed }) {
    deletePush(tx, subject)
    changed({ tenant_id: subject.tenant_id, before: { name: subject.name, address: withMaskedQuery(subject.address) } })
    return { id: subject.id, deleted: true }
  },
})
