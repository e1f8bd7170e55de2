/** Links after their guarantee: how many are still there, which dropped and why, and what watching costs. */
import { EmptyState, Fold, Section } from '../kit/fold.tsx'
import { Post } from '../parts/forms/post.tsx'
import { listHref } from '../parts/lists/list.ts'
import { Seg } from '../parts/lists/seg.tsx'
import { type Column, DataTable, Named } from '../parts/lists/table.tsx'
import { countedDay, day, many, number } from '../parts/text/format.ts'
import { SurvivalByGroup } from './by-group.tsx'
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
      {form === null && !retention.on && <p class="muted">Watching is off: no link is checked again.</p>}
    </>
  )
}

const Off = ({ retention: { estimate }, form }: StillThereProps) => (
  <>
    <EmptyState icon="calendar-clock">
      {`Links are not checked after their guarantee. To know which are still in Google later, check them again after 14, 30, 60 and 90 days, then every 30: ${costOf(estimate)}.`}
    </EmptyState>
    {form}
  </>
)

/** `at most 240 check credits in the next 30 days for 120 links`. */
export const costOf = ({ links, checks_month }: StillThereProps['retention']['estimate']): string =>
  links === 0
    ? 'each check costs 1 check credit'
    : `at most ${many(checks_month, 'check credit')} in the next 30 days for ${many(links, 'link')}; links inside a Search Console property are free`

const Settings = ({ retention, form }: StillThereProps) =>
  form === null ? null : (
    <Fold
      id="settings"
      summary={<b>{retention.on ? 'Links are watched' : 'Links are not watched'}</b>}
      beside={<span class="muted">{`${many(retention.budget_month, 'check credit')} a month`}</span>}
    >
      {form}
      <p class="muted">
        {`Pushing again costs at most ${many(retention.re_push_budget_month, 'index credit')} a month, ${number(retention.re_pushed_month)} so far; a link that stays out is refunded like any other.`}
      </p>
      <p class="muted">
        {`With all links found so far: ${costOf(retention.estimate)}. A drop takes ${retention.noes} checks in a row that miss a link, a day or more apart.`}
      </p>
    </Fold>
  )

function ByGroup({ survival, by, groups, self }: StillThereProps) {
  if (survival.rows.length === 0) return null
  return (
    <Section
      title="Still in after 30, 60 and 90 days"
      aside={
        <Seg
          label="Rows"
          tabs={groups.map((one) => ({
            label: `By ${one}`,
            href: listHref(self, {}, { by: one === groups[0] ? undefined : one }),
            current: one === by,
          }))}
        />
      }
    >
      <SurvivalByGroup rows={survival.rows} by={by} />
    </Section>
  )
}

function AtRisk({ at_risk, zone }: StillThereProps) {
  if (at_risk.length === 0) return null
  const all = at_risk.reduce((sum, { links }) => sum + links, 0)
  const columns: Column<(typeof at_risk)[number]>[] = [
    { label: 'Host', cell: ({ host, tenant_name }) => <Named name={host} sub={tenant_name} /> },
    { label: 'Last visit', class: 'wide-only', cell: ({ crawled_from }) => day(crawled_from, zone) },
    { label: 'Links', class: 'num', cell: ({ links }) => number(links) },
    { label: 'Day 131', class: 'num', cell: ({ day_131 }) => countedDay(day_131, zone) },
  ]
  return (
    <Section title="At risk" note={`${many(all, 'link')} that Google has not crawled for over 100 days`}>
      <p class="muted">
        In a public study of 1.4 million pages, 99% of those not crawled for 131 days were out of Google.
      </p>
      <DataTable caption="Hosts at risk" columns={columns} rows={at_risk} lines />
    </Section>
  )
}

export const PushButton = ({ action, n }: { action: string; n: number }) => (
  <Post action={action} icon="send" label={`Push ${many(n, 'link')} again`} />
)
