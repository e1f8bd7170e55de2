import type { GROUPS } from '../../src/features/retention/index.ts'
import type { getAtRisk, getDrop, listDrops } from '../../src/features/retention/operations/drops.ts'
import type { getRetention, getSurvival } from '../../src/features/retention/operations/retention.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { Time } from '../../src/kernel/time/clock.ts'
import type { Child } from '../jsx/elements.ts'

export type Drop = AnswerOf<typeof listDrops>['items'][number]
export type DropDetail = AnswerOf<typeof getDrop>
export type Survival = AnswerOf<typeof getSurvival>

export type StillThereProps = {
  retention: AnswerOf<typeof getRetention>
  survival: Survival
  drops: readonly Drop[]
  /** How many of the drops are read; null for all. */
  newest: number | null
  at_risk: AnswerOf<typeof getAtRisk>['hosts']
  /** Rows of the survival, and the addresses of the others. */
  by: (typeof GROUPS)[number]
  groups: readonly (typeof GROUPS)[number][]
  /** The form of the settings; null for those who may not change them. */
  form: Child
  self: string
  base: string
  zone: Reader
  /** The days of the drops. */
  period: { from: Time; to: Time }
  /** Whether the visitor may push. */
  pushes: boolean
  /** Whether the visitor may write to the client whose links dropped. */
  writes: boolean
}
