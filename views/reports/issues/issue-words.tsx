/** States and figures of scheduled reports in words. */
import type { HoldReason, IssueState, ReportFigures } from '../../../src/features/reports/index.ts'
import { number, signed } from '../../parts/text/format.ts'
import type { StatusWord } from '../../parts/text/words.ts'

export const REPORT_STATES: Record<IssueState, StatusWord> = {
  draft: { word: 'Preview', icon: 'clock', tone: 'idle' },
  waiting: { word: 'Waits for approval', icon: 'clock', tone: 'warn' },
  approved: { word: 'Approved', icon: 'check', tone: 'info' },
  sending: { word: 'Sending', icon: 'send', tone: 'info' },
  sent: { word: 'Sent', icon: 'check', tone: 'ok' },
  declined: { word: 'Declined', icon: 'ban', tone: 'idle' },
  expired: { word: 'Expired', icon: 'ban', tone: 'warn' },
  skipped: { word: 'Skipped', icon: 'ban', tone: 'idle' },
}

/** Whether nobody would get a report that waits for approval. */
export const lacksReaders = ({ state, recipients }: { state: IssueState; recipients: number }): boolean =>
  state === 'waiting' && recipients === 0

export const NO_READERS: StatusWord = { word: 'No recipients', icon: 'triangle-alert', tone: 'bad' }

export const recipientsHref = ({ tenant_id }: { tenant_id: string }): string => `/app/w/${tenant_id}/reports/recipients`

/** Why an approved report is not sent, and what to do. */
export const HELD: Record<HoldReason, { word: string; does: string }> = {
  suppressed: { word: 'No mail server', does: 'No mail server is set up. The operator sets one up under E-mail.' },
  archived: { word: 'Held: archived', does: 'Its workspace is archived. Restore it to send the report.' },
  unpaid: { word: 'Held: plan unpaid', does: 'The plan is unpaid. Pay it under Credits, Buy.' },
  suspended: { word: 'Held: nobody in charge', does: 'No owner or admin can sign in. Add one under Members.' },
}

/** The state, or why an approved report is held. */
export const stateOf = ({ state, held }: { state: IssueState; held: HoldReason | null }): StatusWord =>
  held ? { word: HELD[held].word, icon: 'triangle-alert', tone: 'warn' } : REPORT_STATES[state]

/** The five figures, in the order of a report. */
export const FIGURES: readonly { name: keyof ReportFigures; label: string }[] = [
  { name: 'pushed', label: 'Pushed' },
  { name: 'visible', label: 'Indexed' },
  { name: 'gained', label: 'Newly indexed' },
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
