/** The day of a property at Google as one bar, by what the calls were for. */

import { lookDays } from '../../src/domains/plans/index.ts'
import type { getGoogleQuota } from '../../src/features/evidence/operations/quota.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { type BarPart, Keys, StackBar, type Tone } from '../kit/bars.tsx'
import { number } from '../parts/text/format.ts'

export type Quota = AnswerOf<typeof getGoogleQuota>['properties'][number]

const PARTS: readonly { label: string; tone: Tone; of: readonly Quota['classes'][number]['class'][] }[] = [
  { label: `Day ${lookDays()}`, tone: 'in', of: ['guarantee'] },
  { label: 'Confirm a drop', tone: 'q2', of: ['confirmation'] },
  { label: 'Still there?', tone: 'q3', of: ['retention'] },
  { label: 'Other checks', tone: 'q4', of: ['smart_filter', 'person', 'backfill'] },
]

const barOf = ({ classes, left, per_day, used }: Quota): BarPart[] => [
  ...PARTS.map(({ label, tone, of }) => ({
    label,
    tone,
    value: classes.filter((one) => of.includes(one.class)).reduce((sum, one) => sum + one.used, 0),
  })),
  { label: 'available', tone: 'track', value: left },
  { label: 'kept', tone: 'keep', value: Math.max(0, per_day - used - left) },
]

const LIMITED = { closed: 'Google ended this day', learned: 'less, because Google ended a day early' } as const

export const DayAtGoogle = ({ quota }: { quota: Quota }) => (
  <>
    <span class="num">
      <b>{number(quota.used)}</b> <span class="muted">{`of ${number(quota.ours)}`}</span>
    </span>
    <StackBar parts={barOf(quota)} />
    {quota.limited && <small class="muted">{LIMITED[quota.limited]}</small>}
  </>
)

export const QuotaKeys = () => (
  <Keys
    parts={[
      ...PARTS.map(({ label, tone }) => ({ label, tone })),
      { label: 'Available', tone: 'track' },
      { label: 'Kept for the tools of the owner', tone: 'keep' },
    ]}
  />
)
