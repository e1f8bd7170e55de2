import Type from 'typebox'
import { Balance, balances, LedgerEntry, OwnTenant } from '../../domains/credits/index.ts'
import { read } from '../../kernel/operation.ts'

const RECENT = 10

export const getCredits = read({
  name: 'get_credits',
  route: 'GET /credits',
  role: null,
  tool: true,
  summary: 'What a workspace has of index and check credits, and the newest lines of its ledger.',
  input: Type.Object({ tenant_id: OwnTenant }),
  output: Type.Object({
    tenant_id: Type.String(),
    index: Balance,
    check: Balance,
    recent: Type.Array(LedgerEntry),
  }),
  example: { tenant_id: 'ten_bakery' },

  handle({ tx, caller }, { tenant_id = caller.tenant_id }) {
    const recent = tx.rows(`select * from ledger where tenant_id = ? order by id desc limit ${RECENT}`, tenant_id)
    return { tenant_id, ...balances(tx, tenant_id), recent }
  },
})
