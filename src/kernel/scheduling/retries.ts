/** Pauses between attempts, for each kind of work that is tried again after a failure. */
import { DAY, HOUR, MINUTE, SECOND } from '../time/clock.ts'

/** Listed pauses end: after the last one the work has failed. Others grow by `times` (2) up to the longest. */
type Pauses = ({ listed: readonly number[] } | { first: number; times?: number; longest: number }) & {
  /** Varies each pause by this share, so that work that failed together is not tried together. */
  jitter?: number
}

export const RETRIES = {
  webhook: {
    listed: [5 * SECOND, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)],
    jitter: 0.1,
  },
  mail: { listed: [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR] },
  batch: { first: 2 * SECOND, longest: 10 * MINUTE },
  check: { first: 5 * SECOND, times: 4, longest: HOUR },
  audit_stream: { first: 10 * SECOND, longest: 15 * MINUTE },
  payment: { first: MINUTE, longest: HOUR },
  /** `first` is twice the shortest interval. */
  standing_push: { first: 30 * MINUTE, longest: DAY, jitter: 0.1 },
  hub: { first: HOUR, longest: DAY },
  // Engines count submissions: after 429 they require 10 minutes, and after one that may have arrived 5 minutes.
  indexnow_busy: { listed: [10, 20, 40, 80, 160, 360, 720].map((minutes) => minutes * MINUTE) },
  indexnow_unavailable: { listed: [10 * SECOND, ...[1, 5, 15, 60, 180, 360].map((minutes) => minutes * MINUTE)] },
  indexnow_lost: { listed: [5, 15, 60, 180, 360].map((minutes) => minutes * MINUTE) },
  indexnow_unverified: { listed: Array<number>(7).fill(90 * SECOND) },
} satisfies Record<string, Pauses>

type Kind = keyof typeof RETRIES
type PauseOf<K extends Kind> = K extends Kind
  ? (typeof RETRIES)[K] extends { listed: unknown }
    ? number | null
    : number
  : never

/** Pauses of an account that a service refuses, by the class of the refusal. */
export const REFUSAL_PAUSES: Record<string, number> = { rate: 10 * SECOND, quota: 5 * MINUTE, auth: 5 * MINUTE }

type Circumstances = {
  /** The wait that the server asked for, or another lower bound. */
  least?: number
  /** Replaces the first pause of the kind. */
  first?: number
  /** 0 to 1: the place within the jitter. */
  chance?: number
}

/** Milliseconds until the next attempt, after failed attempt number `attempt`, from 1; null when there is none. */
export function pauseAfter<K extends Kind>(
  kind: K,
  attempt: number,
  { least = 0, first, chance = Math.random() }: Circumstances = {},
): PauseOf<K> {
  const pauses: Pauses = RETRIES[kind]
  const { jitter = 0 } = pauses
  const pause =
    'listed' in pauses
      ? pauses.listed[attempt - 1]
      : Math.min(
          pauses.longest,
          (first ?? pauses.first) * (pauses.times ?? 2) ** Math.min(Math.max(attempt, 1) - 1, 20),
        )
  const varied = pause === undefined ? null : Math.max(Math.round(pause * (1 - jitter + 2 * jitter * chance)), least)
  return varied as PauseOf<K>
}
