import Type from 'typebox'
import { write } from '../../kernel/operation.ts'
import { detailOf } from '../../domains/credits/detail.ts'
import { findEntry } from '../../domains/credits/find.ts'
import { reverse } from '../../domains/credits/reverse.ts'
import { EntryId, LedgerDetail, Note } from '../../domains/credits/shapes.ts'

export const reverseLedgerEntry = write({
  name: 'reverse_ledger_entry',
  route: 'POST /credits/ledger/{id}/reverse',
  role: 'admin',
  tool: true,
  summary: 'Reverse an allocation or a grant, once, while the receiver still has the credits.',
  description: 'Writes the mirror of each line of the act and returns the mirror of the one named.',
  input: Type.Object({ id: EntryId, note: Note }),
  output: LedgerDetail,
  example: { id: 'led_allocation' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findEntry(tx, caller, id!),

  handle({ tx, caller, subject, changed }, { note = null }) {
    const mirror = reverse(tx, caller, subject, note)
    changed({ tenant_id: subject.tenant_id, target: subject.id, after: { reversed_by: mirror.id, note } })
    return detailOf(tx, caller, mirror)
  },
})
