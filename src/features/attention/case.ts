/** One case: its kinds, who sees which, and their order. */

import type { Standing } from '../../domains/figures/index.ts'
import { atLeast, type Caller, type Role } from '../../kernel/operation/caller.ts'

/** Most urgent first, except for credits that expire today. */
export const CASE_KINDS = [
  'clock',
  'restored',
  'supplier',
  'breaker',
  'double',
  'engine',
  'mail',
  'past_due',
  'stopped',
  'key',
  'failed',
  'dry',
  'standing_paused',
  'standing_failing',
  'webhook',
  'audit_stream',
  'unproved',
  'domain',
  'below_usual',
  'standing_held',
  'standing_budget',
  'standing_quiet',
  'question',
  'draft',
  'report',
  'report_expired',
  'request',
  'low',
  'reader',
  'mailbox',
  'invitation',
] as const
export type CaseKind = (typeof CASE_KINDS)[number]

export type Case = {
  kind: CaseKind
  /** The subject's id; with the kind it identifies the case. */
  id: string
  /** Null for cases of the install or of the person. */
  tenant_id: string | null
  tenant_name: string | null
  /** A name that people know: a host, a push, an address. */
  name: string
  /** Links, credits or e-mails, by kind; 0 where nothing is counted. */
  count: number
  /** Explanation for people, where the rows have one. */
  note: string | null
  /** Changes with the case, so that a case marked as seen appears again. */
  stamp: string
  standing?: Standing
}

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
      (a.tenant_name ?? '').localeCompare(b.tenant_name ?? '') ||
      (a.id < b.id ? -1 : 1),
  )
}
