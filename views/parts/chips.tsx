import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { type Stored, sayStored } from '../../src/kernel/language/say.ts'
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
export const Chip = ({ word, icon, tone }: StatusWord) => <span class={['chip', tone, `i-${icon}`]}>{word}</span>

type JobChipFacts = {
  status: JobStatus
  note?: string | null
  sent_at: string | null
  drip_days?: number
  outcome: { states: { failed: number } }
}

/** A job's status; failed links show as needing attention. */
export function StatusChip({ job, now }: { job: JobChipFacts; now: string }) {
  if (job.outcome.states.failed > 0 && job.status !== 'sending') return <Chip {...ATTENTION} />
  if (job.status === 'sending' && job.note) return <Chip {...HELD} />
  const status = STATUS[job.status]
  return <Chip {...status} word={status.word + dayWord(job, now)} />
}

/** Day of the watch or of the drip. */
function dayWord({ status, sent_at, drip_days = 0 }: JobChipFacts, now: string): string {
  if (!sent_at) return ''
  const days = daysBetween(sent_at, now)
  if (status === 'watching') return ` · day ${Math.min(7, days)} of 7`
  return status === 'sending' && drip_days > 0 ? `, day ${Math.min(drip_days, days + 1)} of ${drip_days}` : ''
}

export const VerdictChip = ({ link }: { link: { state: LinkState; indexed: IndexVerdict } }) => (
  <Chip {...verdict(link)} />
)

/** A link of a check has no credit of its own. */
export const CreditChip = ({
  link: { credit, guarantee },
}: {
  link: { credit: LinkCredit | null; guarantee: boolean }
}) => (credit === null ? <span class="muted">–</span> : <Chip {...creditWord({ credit, guarantee })} />)

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
