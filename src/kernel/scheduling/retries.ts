/** Pauses between attempts, for each kind of work that is tried again after a failure. */
import { DAY, HOUR, MINUTE, SECOND } from '../time/clock.ts'

/** Listed pauses end: after the last one the work has failed. Others grow by `times` (2) up to the longest. */
type Pauses = ({ listed: readonly number[] } | { first: number; times?: number; longest: number }) & {
  /** Varies each pause by this share, so that work that failed together is not tried together. */
  jitter?: number
}

const minutes = (...each: number[]): number[] => each.map((n) => n * MINUTE)

export const RETRIES = {
  webhook: { listed: [5 * SECOND, ...minutes(5, 30, 120, 300, 600, 840, 1200, 1440)], jitter: 0.1 },
  mail: { listed: minutes(1, 5, 30, 120, 360, 720) },
  batch: { first: 2 * SECOND, longest: 10 * MINUTE },
  check: { first: 5 * SECOND, times: 4, longest: HOUR },
  audit_stream: { first: 10 * SECOND, longest: 15 * MINUTE },
  payment: { first: MINUTE, longest: HOUR },
  /** `first` is twice the shortest interval. */
  standing_push: { first: 30 * MINUTE, longest: DAY, jitter: 0.1 },
  site_icon: { listed: [5 * MINUTE, HOUR, DAY] },
  hub: { first: HOUR, longest: DAY },
  // Engines count submissions: after 429 they require 10 minutes, and after one that may have arrived 5 minutes.
  indexnow_busy: { listed: minutes(10, 20, 40, 80, 160, 360, 720) },
  indexnow_unavailable: { listed: [10 * SECOND, ...minutes(1, 5, 15, 60, 180, 360)] },
  indexnow_lost: { listed: minutes(5, 15, 60, 180, 360) },
  indexnow_unverified: { listed: Array<number>(7).fill(90 * SECOND) },
} satisfies Record<string, Pauses>

/** Pauses of an account that a service refuses, by the class of the refusal. */
export const REFUSAL_PAUSES: Record<string, number> = { rate: 10 * SECOND, quota: 5 * MINUTE, auth: 5 * MINUTE }

/** The pause after the last attempt. */
export const NEVER = Number.POSITIVE_INFINITY

/** `least`: the wait that the server asked for. `first` replaces that of the kind. `chance` is the place in the jitter. */
type Circumstances = { least?: number; first?: number; chance?: number }

/** Milliseconds from failed attempt number `attempt`, from 1, to the next one. */
export function pauseAfter(
  kind: keyof typeof RETRIES,
  attempt: number,
  { least = 0, first, chance = Math.random() }: Circumstances = {},
): number {
  const pauses: Pauses = RETRIES[kind]
  const { jitter = 0 } = pauses
  const varied = (pause: number) => Math.max(Math.round(pause * (1 - jitter + 2 * jitter * chance)), least)
  if ('listed' in pauses) return varied(pauses.listed[attempt - 1] ?? NEVER)
  const grown = (first ?? pauses.first) * (pauses.times ?? 2) ** Math.max(attempt - 1, 0)
  return varied(Math.min(pauses.longest, grown))
}
