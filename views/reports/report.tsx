/** The shared report: a client's view of one push, under the agency's name, good enough to print and forward. */
import { countOf } from '../../src/domains/jobs/index.ts'
import type { ReportedPages, readReport } from '../../src/domains/reports/index.ts'
import type { Time } from '../../src/kernel/clock.ts'
import { type Comparison, isFinished, type Job, type Outcome, outcomeParts } from '../jobs/shapes.ts'
import { Bar, Legend } from '../parts/bar.tsx'
import { Card, CardBody, Empty, Facts, SimulatedBanner } from '../parts/card.tsx'
import { LineChart } from '../parts/chart.tsx'
import { VerdictChip } from '../parts/chips.tsx'
import { Download } from '../parts/copy.tsx'
import { longDay, many, number, percent, signed } from '../parts/format.ts'
import type { Paged } from '../parts/list.ts'
import { type Column, ListCard, UrlCell } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import { verdict } from '../parts/words.ts'
import { By } from './by.tsx'

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
  pages: Reported['pages']
  curve: Reported['visible']
  links: Paged<ReportLink>
  /** All of them, for print, where the list is one page of several. */
  paper?: readonly ReportLink[]
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
        {job.type === 'index' && <Curve {...props} />}
        <Card title="Outcome">
          <CardBody>
            <Bar large parts={outcomeParts(outcome, job.type)} />
            <Legend parts={outcomeParts(outcome, job.type)} />
          </CardBody>
        </Card>
        <ListCard title="Pages" caption="Pages" columns={columns(zone)} list={links} href={self} query={{}} />
        {props.paper && <Paper links={props.paper} total={links.total} zone={zone} />}
      </div>
      <p class="hint">Every result is a stored search response taken on the date shown.</p>
    </>
  )
}

const ReportHead = ({ job, client, prepared_by, at, self, zone = 'UTC' }: ReportProps) => (
  <>
    <header class="head">
      <By client={client} lines={[`Prepared by ${prepared_by}, ${longDay(at, zone)}`]} />
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

function Verdict({ job, outcome, pages, comparison }: ReportProps) {
  const { before, after, gained } = comparison
  return (
    <Card class={job.type === 'index' ? 'w4' : undefined}>
      <CardBody>
        {pages.total > 0 && <p class="big">{percent(pages.visible / pages.total)}</p>}
        <p>{sentence(job, outcome, pages)}</p>
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
export function sentence(
  { status, type }: Pick<Job, 'status' | 'type'>,
  outcome: Outcome,
  pages: ReportedPages,
): string {
  const already = outcome.states.visible
  const waiting = isFinished({ status }) ? 0 : countOf(outcome.states, 'waiting')
  const pushed = pages.total - already
  return [
    pushed === 0
      ? `None of the ${many(outcome.links, 'page')} was pushed.`
      : `${number(pages.visible)} of ${many(pages.total, 'page is', 'pages are')} visible.`,
    already > 0 && pushed === 0 && `${many(already, 'was', 'were')} visible already.`,
    already > 0 && pushed > 0 && `${many(already, 'of them was', 'of them were')} visible already and not pushed.`,
    waiting > 0 && type === 'index' && `${many(waiting, 'is', 'are')} still being watched until day 7.`,
    waiting > 0 && type === 'check' && `${many(waiting, 'is', 'are')} still being looked at.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function Curve({ curve, comparison }: ReportProps) {
  const { before } = comparison
  return (
    <Card class="w8" title="Visible pages since the push">
      {curve.length === 0 ? (
        <Empty icon="send">The curve starts with the first page that is sent.</Empty>
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
            labels={8}
          />
        </CardBody>
      )}
    </Card>
  )
}

/** Every page in one line each, on paper alone. */
const Paper = ({ links, total, zone }: { links: readonly ReportLink[]; total: number; zone: string }) => (
  <section class="paper" aria-hidden="true">
    <h2>Pages</h2>
    <ol>
      {links.map((link) => (
        <li>
          {[link.url, verdict(link).word, link.checked_at && longDay(link.checked_at, zone)]
            .filter(Boolean)
            .join(' · ')}
        </li>
      ))}
    </ol>
    {total > links.length && <p>{`and ${many(total - links.length, 'more page')}: all are in the CSV file.`}</p>}
  </section>
)

const columns = (zone: string): Column<ReportLink>[] => [
  { label: 'Page', cell: (link) => <UrlCell url={link.url} host_first /> },
  { label: 'Search engine', cell: (link) => <VerdictChip link={link} /> },
  { label: 'Checked', class: 'num when wide-only', cell: (link) => <When time={link.checked_at} zone={zone} /> },
]
