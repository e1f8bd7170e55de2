import type { Case, NextAct } from '../../domains/figures/index.ts'

type ActByCase = Partial<Record<Case['kind'], (one: Case, suggested: number) => NextAct | null>>

const ACTS: ActByCase = {
  dry: (one, suggested) => transferTo(one, suggested),
  low: (one, suggested) => transferTo(one, suggested),
  key: ({ id }) => ({ operation: 'verify_indexnow_site', input: { id } }),
  failed: ({ id }) => ({ operation: 'retry_job', input: { id } }),
  domain: ({ id }) => ({ operation: 'verify_own_domain', input: { id } }),
  question: ({ id }) => ({ operation: 'close_page_question', input: { id } }),
  webhook: ({ id }) => ({ operation: 'update_webhook', input: { id, state: 'on' } }),
  draft: ({ id, count }) => ({ operation: 'approve_draft', input: { id, credits: count } }),
  request: ({ id }) => ({ operation: 'approve_credit_request', input: { id } }),
  breaker: () => ({ operation: 'reset_crawl_breaker', input: {} }),
}

const transferTo = ({ tenant_id }: Case, amount: number): NextAct | null =>
  amount > 0 ? { operation: 'allocate_credits', input: { tenant_id, amount, kind: 'index' } } : null

/** `suggested`: index credits that the caller's workspace can transfer to the one of the case. */
export const nextAct = (one: Case, suggested: number): NextAct | null => ACTS[one.kind]?.(one, suggested) ?? null
