import Type from 'typebox'
import { detailOf, EntryId, findEntry, LedgerDetail } from '../../domains/credits/index.ts'
import { LINE_LINKS, linksOfLine } from '../../domains/links/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'

export const getLedgerEntry = read({
  name: 'get_ledger_entry',
  route: 'GET /credits/ledger/{id}',
  role: null,
  summary: 'One ledger line with its related lines, the state of the credits and the links that it is for.',
  input: Type.Object({ id: EntryId }),
  output: Shape('LedgerEntryWithLinks', { ...LedgerDetail.properties, ...LINE_LINKS }),
  example: { id: 'led_allocation' },
  subject: (tx, caller, { id }) => findEntry(tx, caller, id!),

  handle: ({ tx, caller, subject }) => ({ ...detailOf(tx, caller, subject), ...linksOfLine(tx, subject) }),
})
