import Type from 'typebox'
import { detailOf, EntryId, findEntry, LedgerDetail } from '../../domains/credits/index.ts'
import { read } from '../../kernel/operation/operation.ts'

export const getLedgerEntry = read({
  name: 'get_ledger_entry',
  route: 'GET /credits/ledger/{id}',
  role: null,
  summary: 'One ledger line with its related lines and the state of the credits.',
  input: Type.Object({ id: EntryId }),
  output: LedgerDetail,
  example: { id: 'led_allocation' },
  subject: (tx, caller, { id }) => findEntry(tx, caller, id!),

  handle: ({ tx, caller, subject }) => detailOf(tx, caller, subject),
})
