/** Readers of a case, and the order of cases. */

import { CASE_KINDS, type Case, type CaseKind } from '../../domains/figures/index.ts'
import { alphabetOf } from '../../kernel/language/alphabet.ts'
import { atLeast, type Caller, type Role } from '../../kernel/operation/caller.ts'

/** For cases of the install or of a person. */
export const OF_NO_WORKSPACE = { tenant_id: null, tenant_name: null, count: 0, note: null }

/** Days within which something due comes first. */
const ENDS_NOW = 1

/** Questions of readers, with their e-mail addresses, and webhooks are for those who may act on them. */
const FOR_ROLE: Partial<Record<CaseKind, Role>> = { question: 'member', webhook: 'admin', audit_stream: 'owner' }

export const casesFor = (caller: Caller, cases: readonly Case[]): Case[] =>
  cases.filter(({ kind }) => atLeast(caller.role, FOR_ROLE[kind] ?? 'client_viewer'))

/** Most urgent first: by kind, with credits that expire today before all that can wait; then by number and name. */
export const sorted = (cases: readonly Case[]): Case[] => {
  const rank = ({ kind, standing }: Case): number =>
    kind === 'dry' && standing!.runway_days! <= ENDS_NOW
      ? CASE_KINDS.indexOf('past_due') - 0.5
      : CASE_KINDS.indexOf(kind)
  const weight = ({ kind, standing, count }: Case): number => (kind === 'dry' ? standing!.runway_days! : -count)
  return cases.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      weight(a) - weight(b) ||
      alphabetOf()(a.tenant_name ?? '', b.tenant_name ?? '') ||
      (a.id < b.id ? -1 : 1),
  )
}
