import Type from 'typebox'
import { findRepair, RepairId, stopRepair as stop } from '../index.ts'
import { write } from '../../../kernel/operation/operation.ts'

export const stopRepair = write({
  name: 'stop_repair',
  route: 'DELETE /repairs/{id}',
  role: 'member',
  instead: 'list_repairs',
  summary: 'Stop watching a page: it is not pushed when it is fixed.',
  input: Type.Object({ id: RepairId }),
  output: Type.Object({ stopped: Type.Literal(true) }),
  example: { id: 'rep_bakery' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findRepair(tx, caller, id!),

  handle({ tx, subject, changed }) {
    stop(tx, subject)
    changed({ tenant_id: subject.tenant_id, before: { url: subject.url } })
    return { stopped: true as const }
  },
})
