/** A case that needs a person, on the wire. Features find cases; pages of the core show those of one workspace. */
import Type from 'typebox'
import type { ReadTx } from '../../kernel/database/database.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { namedEnum, Shape } from '../../kernel/operation/schema-names.ts'
import { Nullable, Sentence } from '../../kernel/operation/shape.ts'
import type { NamedWorkspace } from '../tenants/index.ts'
import type { Standing } from './last-settled-day.ts'
import { StandingShape } from './shapes.ts'

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
  'drop_event',
  'drops',
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
  /** Explanation for people, where the rows have one; may be a stored sentence. */
  note: string | null
  /** Changes with the case, so that a case marked as seen appears again. */
  stamp: string
  standing?: Standing
}

export const CaseShape = Shape('AttentionCase', {
  kind: Type.Enum(namedEnum('CaseKind', CASE_KINDS)),
  id: Type.String({
    description: 'Unique together with `kind`: the id of the one subject; otherwise a word such as `waiting`',
  }),
  tenant_id: Nullable(Type.String()),
  tenant_name: Nullable(Type.String({ description: 'null for cases of the install or of the person' })),
  name: Type.String({ description: 'Name of the subject: a host, a push, an address' }),
  count: Type.Number({ description: 'Links, credits, e-mails or accounts, by kind; 0 where nothing is counted' }),
  note: Nullable(Sentence()),
  stamp: Type.String({ description: 'Changes with the case' }),
  standing: Type.Optional(StandingShape),
})

export const ActingCaseShape = Shape('ActingCase', {
  ...CaseShape.properties,
  act: Nullable(
    Type.Object(
      { operation: Type.String(), input: Type.Record(Type.String(), Type.Unknown()) },
      { description: 'The one operation that answers the case; null where a person has to decide on its page' },
    ),
  ),
})

/** The operation that answers a case, with its input. */
export type NextAct = { operation: string; input: Record<string, unknown> }
export type ActingCase = Case & { act: NextAct | null }

declare module '../../kernel/operation/app.ts' {
  interface Install {
    /** Cases of one workspace, without those below it. */
    casesOf(
      tx: ReadTx,
      app: Pick<Install, 'finds_cases'>,
      caller: Caller,
      of: { id: string; standing: Standing },
    ): ActingCase[]
    /** Cases of features in these workspaces, the first of which is above the others. */
    finds_cases: readonly ((tx: ReadTx, workspaces: readonly NamedWorkspace[]) => Case[])[]
    /** Happenings that the person has not seen; null where nothing counts them. */
    unseen(tx: ReadTx, caller: Caller): number | null
  }
}
