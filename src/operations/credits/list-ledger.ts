import Type from 'typebox'
import { CreditKind, DIRECTIONS, LedgerLine, linesOf, OwnTenant } from '../../domains/credits/index.ts'
import { ListOf, listInput, Search } from '../../kernel/database/list.ts'
import { searchList } from '../../kernel/database/search.ts'
import { read } from '../../kernel/operation/operation.ts'

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
