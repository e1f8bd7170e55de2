import Type from 'typebox'
import {
  CreditKind,
  DIRECTIONS,
  detailOf,
  EntryId,
  findEntry,
  LedgerDetail,
  LedgerLine,
  linesOf,
  Note,
  OwnTenant,
  reverse,
} from '../../domains/credits/index.ts'
import { LINE_LINKS, linksOfLine } from '../../domains/links/index.ts'
import { ListOf, listInput, Search } from '../../kernel/database/list.ts'
import { searchList } from '../../kernel/database/search.ts'
import { read, write } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'

export const listLedger = read({
  name: 'list_ledger',
  route: 'GET /credits/ledger',
  role: null,
  tool: {
    when: 'to explain a balance',
    returns: 'credit movements, newest first',
    next: 'get_job_status of `job_id`; reverse_ledger_entry undoes an allocation',
    inputs: { q: 'Text in note or reason', kind: 'Only credits of this kind', direction: 'in: received; out: spent' },
    brief: ['id', 'kind', 'direction', 'amount', 'reason', 'balance_after', 'job_id', 'note', 'created_at'],
  },
  summary: 'The credit ledger of a workspace, newest first. `q` searches note and reason.',
  input: Type.Object({
    ...listInput('created_at'),
    q: Search,
    tenant_id: OwnTenant,
    kind: Type.Optional(CreditKind),
    direction: Type.Optional(Type.Enum(DIRECTIONS, { title: 'Direction' })),
  }),
  output: ListOf(LedgerLine),
  example: { kind: 'index', direction: 'in', page_size: 20 },

  handle({ tx, caller }, { q, tenant_id = caller.tenant_id, kind, direction, ...page }) {
    return searchList(tx, linesOf({ q, tenant_id, kind, direction }), page)
  },
})

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
