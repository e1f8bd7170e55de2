/** The shared report: a client's view of one push, under the agency's name, good enough to print and forward. */
import type { readReport } from '../../src/domains/reports/index.ts'
import type { Time } from '../../src/kernel/clock.ts'
import { type Comparison, isFinished, type Job, type Outcome, outcomeParts } from '../jobs/shapes.ts'
import { Bar, Legend } from '../parts/bar.tsx'
import { Card, CardBody, Empty, Facts, SimulatedBanner } from '../parts/card.tsx'
import { LineChart } from '../parts/chart.tsx'
import { VerdictChip } from '../parts/chips.tsx'
import { Download } from '../parts/copy.tsx'
import { longDay, many, number, percent, signed } from '../parts/format.ts'
import type { Paged } from '../parts/list.ts'
import { Avatar } from '../parts/person.tsx'
import { type Column, ListCard, UrlCell } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'

type Reported = ReturnType<typeof readReport>
export type ReportLink = Reported['links'][number]

export type ReportProps = {
  job: Pick<Job, 'name' | 'type' | 'status' | 'simulated'>
  client: { name: string; logo_url?: string | null }
  prepared_by: string
  at: Time
  outcome: Outcome
  comparison: Comparison
  /** Visible pages by day since the push, 0 to 7, as far as they are known. */
  curve: Reported['visible']
  links: Paged<ReportLink>
  /** Where the report is; its file stands below it. */
  self: string
  zone?: string
}

export function Report(props: ReportProps) {
  const { job, outcome, links, self, zone = 'UTC' } = props
  return (
    <>
      <ReportHead {...props} />
      {job.simulated && <SimulatedBanner />}
      <div class="grid">
        <Verdict {...props} />
        <Curve {...props} />
        <Card title="Outcome">
          <CardBody>
            <Bar large parts={outcomeParts(outcome, job.type)} />
            <Legend parts={outcomeParts(outcome, job.type)} />
          </CardBody>
        </Card>
        <ListCard title="Pages" caption="Pages" columns={columns(zone)} list={links} href={self} query={{}} />
      </div>
      <p class="hint">Every result is a stored search response taken on the date shown.</p>
    </>
  )
}

const ReportHead = ({ job, client, prepared_by, at, self, zone = 'UTC' }: ReportProps) => (
  <>
    <header class="head">
      <div class="row by">
        <Avatar name={client.name} logo_url={client.logo_url} />
        <div>
          <b>{client.name}</b>
          <p class="hint">{`Prepared by ${prepared_by}, ${longDay(at, zone)}`}</p>
        </div>
      </div>
      <div class="actions">
        <Download href={`${self}/csv`} />
      </div>
    </header>
    <div>
      <h1>{job.name}</h1>
      <p class="muted">How many of the submitted pages the search engine can see.</p>
    </div>
  </>
)

function Verdict({ job, outcome, comparison }: ReportProps) {
  const { before, after, gained } = comparison
  return (
    <Card class="w4">
      <CardBody>
        {outcome.indexed_rate !== null && <p class="big">{percent(outcome.indexed_rate)}</p>}
        <p>{sentence(job, outcome)}</p>
        {before !== null && after !== null && (
          <Facts
            facts={[
              { label: 'Visible before', value: number(before) },
              { label: 'Visible now', value: number(after) },
              {
                label: 'Gained',
                value: <span class={[(gained ?? 0) > 0 && 'up']}>{signed(gained ?? 0)}</span>,
                class: 'total',
              },
            ]}
          />
        )}
      </CardBody>
    </Card>
  )
}

/** The number above in words, with what is still open. */
export function sentence(job: Pick<Job, 'status' | 'type'>, outcome: Outcome): string {
  const [seen, waiting] = outcomeParts(outcome, job.type).map((part) => part.value) as [number, number]
  const skipped = outcome.states.flagged + outcome.states.visible + outcome.states.cancelled
  const pages = outcome.links - skipped
  const { visible } = outcome.states
  return [
    pages === 0
      ? `None of the ${many(outcome.links, 'page')} was pushed.`
      : `${number(seen)} of ${many(pages, 'page is', 'pages are')} visible.`,
    visible > 0 &&
      `${many(visible, pages === 0 ? 'was' : 'more was', pages === 0 ? 'were' : 'more were')} visible already.`,
    waiting > 0 && !isFinished(job) && `${many(waiting, 'is', 'are')} still being watched until day 7.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function Curve({ curve, comparison, job }: ReportProps) {
  const { before } = comparison
  return (
    <Card class="w8" title={job.type === 'index' ? 'Visible pages since the push' : 'Visible pages'}>
      {curve.length === 0 ? (
        <Empty icon="scan-search">No page was looked at yet.</Empty>
      ) : (
        <CardBody>
          <LineChart
            caption="Visible pages by day"
            tone="brand"
            names={before === null ? ['Visible'] : ['Visible', 'Before the push']}
            points={curve.map(({ day, visible }) => ({
              label: `Day ${day}`,
              values: before === null ? [visible] : [visible, before],
            }))}
            labels={5}
          />
        </CardBody>
      )}
    </Card>
  )
}

const columns = (zone: string): Column<ReportLink>[] => [
  { label: 'Page', cell: (link) => <UrlCell url={link.url} host_first /> },
  { label: 'Search engine', cell: (link) => <VerdictChip link={link} /> },
  { label: 'Checked', class: 'num when wide-only', cell: (link) => <When time={link.checked_at} zone={zone} /> },
]
