/** One client: latest result against the usual, cases, last pushes, and facts beside them. */
import { isBelow, LOW_SHARE, points } from '../../src/domains/figures/index.ts'
import { LAST_LOOK_DAY } from '../../src/domains/plans/index.ts'
import { PushRow } from '../jobs/push-row.tsx'
import { EmptyState, Section } from '../kit/fold.tsx'
import { Headline } from '../kit/strip.tsx'
import { WeekChart } from '../kit/week-chart.tsx'
import { linksHref } from '../links/count-links.ts'
import { countedDay, many, number, percent } from '../parts/text/format.ts'
import { ClientFacts } from './client-facts.tsx'
import type { ClientProps } from './client-props.ts'
import { pushHref } from './clients.tsx'

export const ClientPage = (props: ClientProps) => {
  const { sections, panel } = props
  return (
    <div class="split client">
      <div>
        <Lead {...props} />
        {sections}
        <Pushes {...props} />
      </div>
      {panel ?? <ClientFacts {...props} />}
    </div>
  )
}

/** Result of the latest final day of sending, as in the list of clients. */
const Lead = (props: ClientProps) => {
  const { overview, client, base, zone } = props
  const { standing } = overview
  const { last, sent_30d } = standing
  if (last === null)
    return (
      <section class="c-lead">
        <Headline
          label={`Indexed by day ${LAST_LOOK_DAY}`}
          figure="–"
          of={
            sent_30d === 0
              ? 'No push in 30 days'
              : `${many(sent_30d, 'link')} pushed in 30 days, known from day ${LAST_LOOK_DAY} on`
          }
        />
        <Weeks {...props} />
      </section>
    )
  const href = linksHref(base, { moment: 'sent', from: last.day, to: last.day, tenant_id: client.id })
  return (
    <section class="c-lead">
      <Headline
        label={`Indexed by day ${LAST_LOOK_DAY}`}
        figure={String(Math.round(last.rate * 100))}
        unit="%"
        of={
          <>
            <b>{`${number(Math.round(last.rate * last.links))} of`}</b>{' '}
            <a href={href}>
              <b>{many(last.links, 'link')}</b>
            </a>
            <br />
            {`pushed ${countedDay(last.day, zone)}`}
          </>
        }
        change={changeOf(standing)}
      />
      <Weeks {...props} />
    </section>
  )
}

function Weeks({ overview: { weeks, standing }, zone }: ClientProps) {
  const final = weeks.filter((week) => week.final).toReversed()
  if (final.length < 2) return null
  const points = final.map(({ week, ...of }) => ({ monday: week, ...of }))
  return <WeekChart weeks={points} usual={standing.usual} zone={zone} height={168} />
}

function changeOf({ last, usual, off_usual }: ClientProps['overview']['standing']) {
  const tone = off_usual === null ? ('same' as const) : isBelow(off_usual) ? ('down' as const) : ('up' as const)
  if (usual === null) return off_usual && { text: `Low: below ${percent(LOW_SHARE)}`, tone }
  const change = points(last!.rate, usual)
  if (change === 0) return { text: `As usual: ${percent(usual)}`, tone }
  return {
    text: `${many(Math.abs(change), 'point')} ${change < 0 ? 'below' : 'above'} the usual ${percent(usual)}`,
    tone,
  }
}

const Pushes = ({ client, jobs, base, names, now, zone }: ClientProps) => (
  <Section
    title="Pushes"
    aside={
      jobs.total > 0 && (
        <a class="link" href={`/app/w/${client.id}/jobs?type=index`}>
          All {number(jobs.total)}
        </a>
      )
    }
  >
    {jobs.items.length > 0 ? (
      <ul class="rows push-rows">
        {jobs.items.map((push) => (
          <PushRow of={push} names={names} now={now} zone={zone} />
        ))}
      </ul>
    ) : (
      <EmptyState icon="send" act={!client.archived && <a href={pushHref(base, client.id)}>Push its first links</a>}>
        No push yet.
      </EmptyState>
    )}
  </Section>
)
