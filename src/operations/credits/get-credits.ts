import Type from 'typebox'
import {
  Balance,
  balances,
  type CreditKind,
  LedgerLine,
  newestLines,
  OwnTenant,
  owedBy,
} from '../../domains/credits/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'

const RECENT = 10

export const getCredits = read({
  name: 'get_credits',
  route: 'GET /credits',
  role: null,
  tool: {
    when: 'before a push or check',
    returns: '`index` and `check`, each available, reserved and owed, and the newest ledger lines',
    next: 'submit_index_job or check_index with `estimate`; list_ledger has older lines',
    brief: ['tenant_id', 'index', 'check', 'id', 'kind', 'direction', 'amount', 'reason', 'created_at', 'job_id'],
  },
  summary: 'Index and check credits of a workspace, and the newest lines of its ledger.',
  input: Type.Object({ tenant_id: OwnTenant }),
  output: Shape('Credits', {
    tenant_id: Type.String(),
    index: Balance,
    check: Balance,
    recent: Type.Array(LedgerLine),
  }),
  example: { tenant_id: 'ten_bakery' },

  handle({ tx, caller }, { tenant_id = caller.tenant_id }) {
    const { index, check } = balances(tx, tenant_id)
    const owed = (kind: CreditKind) => ({ owed: owedBy(tx, tenant_id, kind) })
    return {
      tenant_id,
      index: { ...index, ...owed('index') },
      check: { ...check, ...owed('check') },
      recent: newestLines(tx, tenant_id, RECENT),
    }
  },
})
