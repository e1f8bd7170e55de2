/** The shared report: a client's view of one push, under the agency's name, good enough to print and forward. */
import { countOf } from '../../src/domains/jobs/index.ts'
import type { Actor, PushFigures, ReportedPages, readReport } from '../../src/domains/reports/index.ts'
import { DAY, plus, type Time } from '../../src/kernel/time/clock.ts'
import { type Comparison, isFinished, type Job, type Outcome, outcomeParts } from '../jobs/shapes.ts'
import { Bar, Legend } from '../parts/bar.tsx'
import { Card, CardBody, Empty, type Fact, Facts, SimulatedBanner } from '../parts/card.tsx'
import { LineChart } from '../parts/chart.tsx'
import { VerdictChip } from '../parts/chips.tsx'
import { Download } from '../parts/copy.tsx'
import { longDay, many, number, percent, signed } from '../parts/format.ts'
import type { Paged } from '../parts/list.ts'
import { type Column, ListCard, UrlCell } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import { verdict } from '../parts/words.ts'
import { By } from './by.tsx'
import { NotVisible, Sections } from './month.tsx'

type Reported = ReturnType<typeof readReport>
export type ReportLink = Reported['links'][number]

export type ReportProps = {
  job: Pick<Job, 'name' | 'type' | 'status' | 'simulated' | 'sent_at' | 'created_at' | 'drip_days'>
  client: { name: string; logo_url?: string | null }
  prepared_by: string
  /** Whom the reader may ask; may be empty. */
  contact: string
  at: Time
  outcome: Outcome
  comparison: Comparison
  /** Visible pages by day since the push, 0 to 7, as far as they are known. */
  pages: Reported['pages']
  curve: Reported['visible']
  /** Where pages are gained, and why others are not visible; null for a check. */
  figures: PushFigures | null
  links: Paged<ReportLink>
  /** All of them, for print, where the list is one page of several. */
  paper?: readonly ReportLink[]
  /** Where the report is; its file stands below it. */
  self: string
  zone?: string
}

export function Report(props: ReportProps) {
  const { job, outcome, figures, links, self, zone = 'UTC' } = props
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
        {figures && <Meaning figures={figures} />}
        {figures && figures.sections.length > 1 && <Sections figures={figures} />}
        {figures && figures.missing.length > 0 && <NotVisible figures={figures} />}
        <ListCard title="Pages" caption="Pages" columns={columns(zone)} list={links} href={self} query={{}} />
        {props.paper && <Paper links={props.paper} total={links.total} zone={zone} />}
      </div>
      <p class="hint">
        Visible means that search showed the page when it was last asked. Every result is a stored search response taken
        on the date shown.
      </p>
    </>
  )
}

const ReportHead = ({ job, client, prepared_by, contact, at, self, zone = 'UTC' }: ReportProps) => (
  <>
    <header class="head">
      <By client={client} lines={[`Prepared by ${prepared_by}${contact ? ` · ${contact}` : ''}`]} />
      <div class="actions">
        <Download href={`${self}/csv`} />
      </div>
    </header>
    <div>
      <h1>{job.name}</h1>
      <p class="muted">{rangeOf(job, at, zone)}</p>
    </div>
  </>
)

/** `Pages pushed from 2 November 2026 to 6 November 2026, as search shows them on 9 November 2026.` */
function rangeOf({ type, created_at, sent_at, drip_days }: ReportProps['job'], at: Time, zone: string): string {
  const shown = `as search shows them on ${longDay(at, zone)}.`
  if (type === 'check') return `Pages looked at from ${longDay(created_at, zone)} on, ${shown}`
  if (!sent_at) return `Pages ordered on ${longDay(created_at, zone)}; none was sent yet.`
  const [first, last] = [sent_at, plus(sent_at, Math.max(0, drip_days - 1) * DAY)].map((time) => longDay(time, zone))
  return `Pages pushed ${first === last ? `on ${first}` : `from ${first} to ${last}`}, ${shown}`
}

const Verdict = ({ job, outcome, pages, comparison }: ReportProps) => (
  <Card class={job.type === 'index' ? 'w4' : undefined}>
    <CardBody>
      {pages.total > 0 && <p class="big">{percent(pages.visible / pages.total)}</p>}
      <p>{sentence(job, outcome, pages)}</p>
      <Facts facts={factsOf(job, outcome, pages, comparison)} />
    </CardBody>
  </Card>
)

/** What was seen before, where that was looked up; else what became of all. */
function factsOf(
  { type }: Pick<Job, 'type'>,
  { links, states }: Outcome,
  pages: ReportedPages,
  { before, after, gained }: Comparison,
): Fact[] {
  if (before !== null && after !== null)
    return [
      { label: 'Visible before', value: number(before) },
      { label: 'Visible now', value: number(after) },
      {
        label: 'Gained',
        value: <span class={[(gained ?? 0) > 0 && 'up']}>{signed(gained ?? 0)}</span>,
        class: 'total',
      },
    ]
  return [
    { label: type === 'index' ? 'Pages pushed' : 'Pages', value: number(pages.total) },
    ...(links > pages.total ? [{ label: 'Left out', value: number(links - pages.total) }] : []),
    { label: 'Still being watched', value: number(countOf(states, 'waiting')) },
    { label: 'Visible now', value: number(pages.visible), class: 'total' },
  ]
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

/** What follows for whoever owns the site, in sentences. */
const Meaning = ({ figures }: { figures: PushFigures }) => (
  <Card title="What this means">
    <CardBody>
      <ul class="stack">
        {meaning(figures).map((line) => (
          <li>{line}</li>
        ))}
      </ul>
    </CardBody>
  </Card>
)

/** Visible pages first, then what is left to time, to the owner of the site, to the agency and to the search engine. */
export function meaning({ pages, missing }: Pick<PushFigures, 'pages' | 'missing'>): string[] {
  const of = (who: Actor) => missing.reduce((sum, one) => sum + (one.who === who ? one.pages : 0), 0)
  const line = (n: number, one: string, more: string): string[] => (n > 0 ? [many(n, one, more)] : [])
  return [
    ...line(
      pages.visible,
      'page can be found: whoever searches for what it is about can come upon it.',
      'pages can be found: whoever searches for what they are about can come upon them.',
    ),
    ...line(
      of('nobody'),
      'page is still being watched: search often takes days.',
      'pages are still being watched: search often takes days.',
    ),
    ...line(
      of('client'),
      'page waits for the owner of the site: something on the site stands in its way, told below.',
      'pages wait for the owner of the site: something on the site stands in their way, told below.',
    ),
    ...line(of('agency'), 'page is up to the agency.', 'pages are up to the agency.'),
    ...line(
      of('engine'),
      'page was sent, and search does not show it. That is its own decision; content and links of the page sway it.',
      'pages were sent, and search does not show them. That is its own decision; content and links of the pages sway it.',
    ),
  ]
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
