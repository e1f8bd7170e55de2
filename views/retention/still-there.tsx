/** Links after their guarantee: how many are still there, which dropped and why, and what watching costs. */
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, text } from '../../src/kernel/language/say.ts'
import { EmptyState, Fold, Section } from '../kit/fold.tsx'
import { listHref } from '../parts/lists/list.ts'
import { Seg } from '../parts/lists/seg.tsx'
import { type Column, DataTable, Named } from '../parts/lists/table.tsx'
import { countedDay, day, number } from '../parts/text/format.ts'
import { GROUP_WORDS, SurvivalByGroup } from './by-group.tsx'
import { DropRows } from './drop-rows.tsx'
import { Lead } from './lead.tsx'
import type { StillThereProps } from './props.ts'

export function StillThere(props: StillThereProps) {
  const { retention, form } = props
  const is_new = !retention.on && retention.watched === 0 && props.drops.length === 0
  if (is_new) return <Off {...props} />
  return (
    <>
      <Lead {...props} />
      <Settings {...props} />
      <DropRows {...props} />
      <ByGroup {...props} />
      <AtRisk {...props} />
      {form === null && !retention.on && (
        <p class="muted">{say(props.zone, 'Watching is off: no link is checked again.')}</p>
      )}
    </>
  )
}

const Off = ({ retention: { estimate }, form, zone }: StillThereProps) => (
  <>
    <EmptyState icon="calendar-clock">
      {say(
        zone,
        'Links are not checked after their guarantee. To know which are still in Google later, check them again after 14, 30, 60 and 90 days, then every 30: {cost}.',
        { cost: costOf(estimate, zone) },
      )}
    </EmptyState>
    {form}
  </>
)

/** `at most 240 check credits in the next 30 days for 120 links`. */
const costOf = ({ links, checks_month }: StillThereProps['retention']['estimate'], to: Reader): string =>
  links === 0
    ? say(to, 'each check costs 1 check credit')
    : say(
        to,
        'at most {checks, plural, one {# check credit} other {# check credits}} in the next 30 days for {links, plural, one {# link} other {# links}}; links inside a Search Console property are free',
        { checks: checks_month, links },
      )

const Settings = ({ retention, form, zone }: StillThereProps) =>
  form === null ? null : (
    <Fold
      id="settings"
      summary={<b>{retention.on ? say(zone, 'Links are watched') : say(zone, 'Links are not watched')}</b>}
      beside={
        <span class="muted">
          {say(zone, '{n, plural, one {# check credit} other {# check credits}} a month', {
            n: retention.budget_month,
          })}
        </span>
      }
    >
      {form}
      <p class="muted">
        {say(
          zone,
          'Pushing again costs at most {n, plural, one {# index credit} other {# index credits}} a month, {used} so far; a link that stays out is refunded like any other.',
          { n: retention.re_push_budget_month, used: retention.re_pushed_month },
        )}
      </p>
      <p class="muted">
        {say(
          zone,
          'With all links found so far: {cost}. A drop takes {noes} checks in a row that miss a link, a day or more apart.',
          { cost: costOf(retention.estimate, zone), noes: retention.noes },
        )}
      </p>
    </Fold>
  )

function ByGroup({ survival, by, groups, self, zone }: StillThereProps) {
  if (survival.rows.length === 0) return null
  return (
    <Section
      title={say(zone, 'Still in after 30, 60 and 90 days')}
      aside={
        <Seg
          to={zone}
          label={text('Rows')}
          tabs={groups.map((one) => ({
            label: GROUP_WORDS[one].by,
            href: listHref(self, {}, { by: one === groups[0] ? undefined : one }),
            current: one === by,
          }))}
        />
      }
    >
      <SurvivalByGroup to={zone} rows={survival.rows} by={by} />
    </Section>
  )
}

function AtRisk({ at_risk, zone }: StillThereProps) {
  if (at_risk.length === 0) return null
  const all = at_risk.reduce((sum, { links }) => sum + links, 0)
  const columns: Column<(typeof at_risk)[number]>[] = [
    { label: text('Host'), cell: ({ host, tenant_name }) => <Named name={host} sub={tenant_name} /> },
    { label: text('Last visit'), class: 'wide-only', cell: ({ crawled_from }) => day(crawled_from, zone) },
    { label: text('Links'), class: 'num', cell: ({ links }) => number(links, zone) },
    { label: say(zone, 'Day {day}', { day: 131 }), class: 'num', cell: ({ day_131 }) => countedDay(day_131, zone) },
  ]
  return (
    <Section
      title={say(zone, 'At risk')}
      note={say(zone, '{n, plural, one {# link} other {# links}} that Google has not crawled for over 100 days', {
        n: all,
      })}
    >
      <p class="muted">
        {say(zone, 'In a public study of 1.4 million pages, 99% of those not crawled for 131 days were out of Google.')}
      </p>
      <DataTable to={zone} caption={text('Hosts at risk')} columns={columns} rows={at_risk} lines />
    </Section>
  )
}
