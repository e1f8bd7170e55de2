/** One client: its latest result against the usual, what needs attention, its last pushes, and beside it the facts. */
import { countOf } from '../../src/domains/jobs/index.ts'
import type { Time } from '../../src/kernel/time/clock.ts'
import { Cases } from '../dashboard/sheet.tsx'
import type { Job } from '../jobs/shapes.ts'
import { type Part, StackBar } from '../kit/bars.tsx'
import { EmptyState, Section } from '../kit/fold.tsx'
import { Headline } from '../kit/strip.tsx'
import { linksHref } from '../links/doors.ts'
import { StatusChip } from '../parts/chips.tsx'
import { countedDay, many, number, percent, weekday } from '../parts/format.ts'
import { ClientFacts } from './client-facts.tsx'
import type { ClientProps } from './client-props.ts'
import { WeekLine } from './week-line.tsx'

export const ClientPage = (props: ClientProps) => {
  const { client, overview, desk, edits, idempotency_key } = props
  const needs = client.archived ? [] : overview.cases
  return (
    <div class="split client">
      <div>
        <Lead {...props} />
        {edits && needs.length > 0 && (
          <Section title="Needs attention">
            <Cases cases={needs} of={client.id} desk={desk} idempotency_key={idempotency_key} />
          </Section>
        )}
        <Pushes {...props} />
      </div>
      <ClientFacts {...props} />
    </div>
  )
}

/** The latest day of sending that is final: the same figure as in the list of clients. */
const Lead = ({ overview: { standing, weeks }, client, base, zone }: ClientProps) => {
  const { last, usual, sent_30d, rate } = standing
  if (last === null)
    return (
      <section class="c-lead">
        <Headline
          label="Indexed"
          figure={sent_30d === 0 ? '–' : (percent(rate).match(/\d+/)?.[0] ?? '–')}
          unit={rate === null ? '' : '%'}
          of={sent_30d === 0 ? 'No push in 30 days' : `${many(sent_30d, 'link')} pushed in 30 days, most still waiting`}
        />
        <WeekLine weeks={weeks} usual={usual} zone={zone} />
      </section>
    )
  const href = linksHref(base, { moment: 'sent', from: last.day, to: last.day, tenant_id: client.id })
  return (
    <section class="c-lead">
      <Headline
        label="Indexed by day 7"
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
        change={changeOf(last.rate, usual)}
      />
      <WeekLine weeks={weeks} usual={usual} zone={zone} />
    </section>
  )
}

function changeOf(rate: number, usual: number | null) {
  if (usual === null) return null
  const points = Math.round(rate * 100) - Math.round(usual * 100)
  if (points === 0) return { text: `As usual: ${percent(usual)}`, tone: 'same' as const }
  const tone = points <= -10 ? ('down' as const) : points >= 10 ? ('up' as const) : ('same' as const)
  const words = `${many(Math.abs(points), 'point')} ${points < 0 ? 'below' : 'above'} the usual ${percent(usual)}`
  return { text: words, tone }
}

const Pushes = ({ client, pushes, now, zone }: ClientProps) => (
  <Section
    title="Pushes"
    aside={
      pushes.total > 0 && (
        <a class="link" href={`/app/w/${client.id}/jobs?type=index`}>
          All {number(pushes.total)}
        </a>
      )
    }
  >
    {pushes.items.length > 0 ? (
      <ul class="rows push-rows">
        {pushes.items.map((push) => (
          <Push of={push} now={now} zone={zone} />
        ))}
      </ul>
    ) : (
      <EmptyState icon="send" act={!client.archived && <a href={`/app/w/${client.id}/push`}>Push its first links</a>}>
        No push yet.
      </EmptyState>
    )}
  </Section>
)

const Push = ({ of, now, zone }: { of: Job; now: Time; zone: string }) => (
  <li class="row">
    <p>
      <a class="cover" href={`/app/w/${of.tenant_id}/jobs/${of.id}`} data-row>
        {of.name}
      </a>
      <small>{`${weekday(of.created_at, zone)}, by ${of.created_by}`}</small>
    </p>
    <span class="mini">
      <StackBar parts={partsOf(of)} />
    </span>
    <span class="end">
      <b class="fig">{number(of.outcome.states.indexed)}</b> <span class="soft">of {number(of.link_count)}</span>
    </span>
    <StatusChip job={of} now={now} />
  </li>
)

/** What became of its links, and of those not sent nothing. */
function partsOf({ outcome: { states }, link_count }: Job): Part[] {
  const { indexed, not_indexed } = states
  const unsent = countOf(states, 'skipped') + states.failed
  return [
    { label: 'indexed', value: indexed, tone: 'in' },
    { label: 'waiting', value: Math.max(0, link_count - indexed - not_indexed - unsent), tone: 'wait' },
    { label: 'not indexed', value: not_indexed, tone: 'out' },
    { label: 'not sent', value: unsent, tone: 'track' },
  ]
}
