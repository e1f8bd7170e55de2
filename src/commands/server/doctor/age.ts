/** Facts about vendors that features state: they age, and a newer version has newer ones. */
import type { DatedFacts } from '../../../features/feature.ts'
import { features } from '../../../features/index.ts'
import { between, DAY, systemClock } from '../../../kernel/time/clock.ts'
import { type Finding, warn, well } from '../finding.ts'

export const DATED: readonly DatedFacts[] = features.flatMap(({ dated }) => dated ?? [])

export function judgeAge({ read, days }: Pick<DatedFacts, 'read' | 'days'>, now = systemClock.now()): Finding {
  const found = `the rules of vendors were read on ${read}`
  return between(`${read}T00:00:00.000Z`, now) > days * DAY ? warn(found, 'install a newer version') : well(found)
}
