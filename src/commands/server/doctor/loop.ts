/** Whether the running install ever kept everybody waiting. */
import type { Config } from '../../../kernel/environment/config.ts'
import { counted } from '../../../kernel/operation/wording.ts'
import { keptStalls } from '../../../kernel/scheduling/kept-stalls.ts'
import { STALL_MS, type Stall, type Stalls } from '../../../kernel/scheduling/watchdog.ts'
import { between, DAY, SECOND, systemClock } from '../../../kernel/time/clock.ts'
import { type Finding, warn, well } from '../finding.ts'
import { inDatabase } from '../in-database.ts'

/** Nobody notices less. */
const LONG = SECOND

/** Stalls of the event loop that the install recorded; it may be running meanwhile. */
export function checkLoop(config: Config): Finding {
  const seen = inDatabase(config, keptStalls)
  return seen?.longest ? judge(seen, seen.longest) : well(NEVER)
}

const NEVER = `no wait of more than ${STALL_MS} ms`

function judge({ count, longest: _, recent }: Stalls, longest: Stall): Finding {
  const found = `${counted(count, 'wait')} of more than ${STALL_MS} ms, the longest ${stallText(longest)}`
  const long = recent.filter(({ at, ms }) => ms >= LONG && between(at, systemClock.now()) < DAY)
  if (long.length === 0) return well(found)
  return warn(
    found,
    long.every(isElsewhere)
      ? 'the processor was hardly used meanwhile: look at the disk, and at what else runs on the machine'
      : 'nobody was answered meanwhile: report it, with the lines of the log that say `the event loop stood still`',
  )
}

/** It waited for the disk or for its turn. */
const isElsewhere = ({ ms, cpu_ms }: Stall): boolean => cpu_ms < ms / 2

const stallText = ({ at, ms, underName }: Stall): string =>
  `${(ms / SECOND).toFixed(1)} s at ${at}${underName.length ? ` (${underName.map(({ what, ms }) => `${what}: ${ms} ms`).join(', ')})` : ''}`
