/** How many watched links dropped, the curve of those that stay, and what watching reaches and costs. */
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, text } from '../../src/kernel/language/say.ts'
import { Keys, StackBar } from '../kit/bars.tsx'
import { Headline } from '../kit/strip.tsx'
import { number } from '../parts/text/format.ts'
import { curveInWords, SurvivalCurve } from './curve.tsx'
import type { StillThereProps } from './props.ts'

type LeadProps = Pick<StillThereProps, 'retention' | 'survival'> & { zone: Reader }

export function Lead({ retention, survival, zone: to }: LeadProps) {
  const { dropped, watched, returned } = retention
  return (
    <div class="still">
      <Headline
        label={say(to, 'Dropped in 30 days')}
        figure={number(dropped, to)}
        of={say(to, 'of {links, plural, one {# link} other {# links}} seen indexed before', {
          links: watched + dropped,
        })}
        change={returned > 0 ? { text: say(to, '{returned} came back', { returned }), tone: 'up' } : null}
      />
      <div>
        <SurvivalCurve to={to} of={survival} />
        <p class="muted">{curveInWords(survival, to) ?? say(to, 'The curve begins with the first checks.')}</p>
      </div>
      <Watched retention={retention} to={to} />
    </div>
  )
}

function Watched({ retention, to }: { retention: LeadProps['retention']; to: Reader }) {
  const { watched, suspect, unreached, used_month, budget_month } = retention
  const parts = [
    { label: text('seen by their last check'), value: Math.max(0, watched - suspect - unreached), tone: 'in' },
    { label: text('missed once, not confirmed'), value: suspect, tone: 'out' },
    { label: text('not reached by budget or credits'), value: unreached, tone: 'track' },
  ] as const
  const known = parts.filter(({ value, tone }) => value > 0 || tone === 'in')
  return (
    <div class="watched">
      <h2 class="lbl">{say(to, 'Watched')}</h2>
      <p class="mid">{number(watched, to)}</p>
      <StackBar to={to} parts={known} height={8} />
      <Keys to={to} parts={known} />
      <p class="muted">
        {say(
          to,
          '{used_month} of {budget_month, plural, one {# check credit} other {# check credits}} used this month',
          { ...{ used_month, budget_month } },
        )}
      </p>
    </div>
  )
}
