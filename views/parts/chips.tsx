import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { type Stored, say, sayStored } from '../../src/kernel/language/say.ts'
import { daysBetween } from '../../src/kernel/time/clock.ts'
import { Icon } from './icon.tsx'
import {
  ATTENTION,
  creditWord,
  flagWord,
  HELD,
  type IndexVerdict,
  type JobStatus,
  type LinkCredit,
  type LinkState,
  STATUS,
  type StatusWord,
  verdict,
} from './text/words.ts'

/** Icon, word and colour say the same, so that no reader depends on one of them. */
export const Chip = ({ to = ENGLISH, word, icon, tone }: StatusWord & { to?: Reader | undefined }) => (
  <span class={['chip', tone, `i-${icon}`]}>{sayStored(to, word)}</span>
)

type JobChipFacts = {
  status: JobStatus
  note?: string | null
  sent_at: string | null
  drip_days?: number
  outcome: { states: { failed: number } }
}

/** A job's status; failed links show as needing attention. */
export function StatusChip({ to = ENGLISH, job, now }: { to?: Reader; job: JobChipFacts; now: string }) {
  if (job.outcome.states.failed > 0 && job.status !== 'sending') return <Chip to={to} {...ATTENTION} />
  if (job.status === 'sending' && job.note) return <Chip to={to} {...HELD} />
  const status = STATUS[job.status]
  return <Chip {...status} word={withDay(to, say(to, status.word), job, now)} />
}

/** With the day of the watch or of the drip. */
function withDay(to: Reader, word: string, { status, sent_at, drip_days = 0 }: JobChipFacts, now: string): string {
  if (!sent_at) return word
  const days = daysBetween(sent_at, now)
  if (status === 'watching') return say(to, '{word} · day {day} of {days}', { word, day: Math.min(7, days), days: 7 })
  if (status !== 'sending' || drip_days === 0) return word
  return say(to, '{word}, day {day} of {days}', { word, day: Math.min(drip_days, days + 1), days: drip_days })
}

export const VerdictChip = ({ to, link }: { to?: Reader; link: { state: LinkState; indexed: IndexVerdict } }) => (
  <Chip to={to} {...verdict(link)} />
)

type CreditChipProps = { to?: Reader; link: { credit: LinkCredit | null; guarantee: boolean } }

/** A link of a check has no credit of its own. */
export const CreditChip = ({ to, link: { credit, guarantee } }: CreditChipProps) =>
  credit === null ? <span class="muted">–</span> : <Chip to={to} {...creditWord({ credit, guarantee })} />

type FlagProps = { to?: Reader; flag: string; status?: number | null }

export const FlagChip = ({ to, flag, status }: FlagProps) => (
  <Chip word={flagWord(flag, status, to)} icon="triangle-alert" tone="warn" />
)

/** Warnings of the pre-flight, which do not hold the link back. */
export const Warnings = ({ to = ENGLISH, warnings }: { to?: Reader; warnings: readonly Stored[] }) => (
  <>
    {warnings.map((warning) => (
      <p class="hint">
        <Icon name="triangle-alert" /> {sayStored(to, warning)}
      </p>
    ))}
  </>
)
