import Type from 'typebox'
import { detailOf, EntryId, findEntry, LedgerDetail, Note, reverse } from '../../domains/credits/index.ts'
import { write } from '../../kernel/operation/operation.ts'

export const reverseLedgerEntry = write({
  name: 'reverse_ledger_entry',
  route: 'POST /credits/ledger/{id}/reverse',
  role: 'admin',
  proof: true,
  tool: {
    when: 'to undo an allocation or grant made in error',
    costs: 'Moves credits back, uses none.',
    returns: 'the mirror line',
    next: 'get_credits',
    inputs: { note: 'Kept in the ledger' },
    takes_away: true,
    brief: ['id', 'kind', 'direction', 'amount', 'balance_after'],
  },
  summary: 'Reverse an allocation or a grant, once, while the receiver still has the credits.',
  description: 'Writes the mirror of each line of the act and returns the mirror of the named line.',
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
