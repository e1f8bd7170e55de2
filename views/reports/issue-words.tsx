/** States of scheduled reports, and their figures, in words. */
import type { IssueState, ReportFigures } from '../../src/domains/issues/index.ts'
import { number, signed } from '../parts/text/format.ts'
import type { Word } from '../parts/text/words.ts'

export const REPORT_STATES: Record<IssueState, Word> = {
  draft: { word: 'Preview', icon: 'clock', tone: 'idle' },
  waiting: { word: 'Waits for approval', icon: 'clock', tone: 'warn' },
  approved: { word: 'Approved', icon: 'check', tone: 'info' },
  sending: { word: 'Sending', icon: 'send', tone: 'info' },
  sent: { word: 'Sent', icon: 'check', tone: 'ok' },
  declined: { word: 'Declined', icon: 'ban', tone: 'idle' },
  expired: { word: 'Expired', icon: 'ban', tone: 'warn' },
  skipped: { word: 'Skipped', icon: 'ban', tone: 'idle' },
}

/** The five figures, in the order of a report. */
export const FIGURES: readonly { name: keyof ReportFigures; label: string }[] = [
  { name: 'pushed', label: 'Pushed' },
  { name: 'visible', label: 'In the index' },
  { name: 'gained', label: 'New' },
  { name: 'blocked', label: 'Blocked' },
  { name: 'refunded', label: 'Refunded' },
]

export const changeOf = (now: number, before: number): string => (now === before ? '±0' : signed(now - before))

/** A figure, and below it the change since the period before. */
export const Figure = ({ now, before }: { now: number; before: number | undefined }) => (
  <>
    {number(now)}
    {before !== undefined && <div class="muted small">{changeOf(now, before)}</div>}
  </>
)
