/** A client's month over all its pushes, under the agency's name: one sheet of paper, good enough to hand on. */
import type { MonthFigures } from '../../src/domains/reports/index.ts'
import type { Time } from '../../src/kernel/time/clock.ts'
import { Card, CardBody, Facts, SimulatedBanner } from '../parts/card.tsx'
import { LineChart } from '../parts/chart.tsx'
import { Download } from '../parts/copy.tsx'
import { dayAndMonth, fullDay, longDay, longMonth, many, number, percent, signed } from '../parts/format.ts'
import { type Column, DataTable } from '../parts/table.tsx'
import { By } from './by.tsx'
import { ACTORS, CAUSE_WORDS } from './causes.ts'

export type MonthProps = {
  month: string
  figures: MonthFigures
  client: { name: string; logo_url?: string | null }
  prepared_by: string
  comment: string
  contact: string
  at: Time
  /** Where its file is. */
  csv: string
}

type Section = MonthFigures['sections'][number]
type Missing = MonthFigures['missing'][number]
type Push = MonthFigures['pushes'][number]

/** Rows of a table that go on the sheet; the file has all. */
const MOST_ROWS = 8
const MOST_PUSHES = 6

/** Its head stands above it where it is the whole page. */
export const MonthReport = (props: MonthProps) => {
  const { figures, comment, prepared_by } = props
  return (
    <>
      {figures.simulated && <SimulatedBanner />}
      <p class="lead">{headline(figures)}</p>
      {comment !== '' && (
        <Card title={`From ${prepared_by}`}>
          <CardBody>
            <p class="lines">{comment}</p>
          </CardBody>
        </Card>
      )}
      <div class="grid sheet">
        <Numbers figures={figures} />
        <Card class="w8" title="Visible pages by day">
          <CardBody>
            <LineChart
              caption="Visible pages by day"
              tone="brand"
              names={['Visible']}
              points={figures.curve.map(({ day, visible }) => ({ label: dayAndMonth(noon(day)), values: [visible] }))}
            />
          </CardBody>
        </Card>
        {figures.sections.length > 0 && <Sections figures={figures} />}
        {figures.missing.length > 0 && <NotVisible figures={figures} />}
        {figures.pushes.length > 0 && <Pushes figures={figures} />}
      </div>
      <p class="hint">{counted(figures)}</p>
    </>
  )
}

/** Whose it is, who made it, and of when. */
export const MonthHead = ({ month, figures, client, prepared_by, contact, at, csv }: MonthProps) => (
  <>
    <header class="head">
      <By client={client} lines={[`Prepared by ${prepared_by}${contact ? ` · ${contact}` : ''}`]} />
      <div class="actions">
        <Download href={csv} />
      </div>
    </header>
    <div>
      <h1>{monthWord(month)}</h1>
      <p class="muted">{rangeOf(figures, at)}</p>
    </div>
  </>
)

/** The month in one sentence. */
export function headline({ pages, credits, missing, pushes }: MonthFigures): string {
  if (pushes.length === 0) return 'Nothing was pushed in this month.'
  const waiting = missing.find(({ cause }) => cause === 'waiting')?.pages ?? 0
  const { total, visible, gained } = pages
  return [
    total === 0
      ? 'No page was pushed: something stood in the way of each.'
      : `${number(visible)} of ${many(total, 'page')} pushed ${visible === 1 ? 'is' : 'are'} visible in search, ${number(gained)} of them gained since their push.`,
    waiting > 0 && `${many(waiting, 'page is', 'pages are')} still being watched.`,
    credits.returned > 0 &&
      `${many(credits.returned, 'credit')} came back for pages that were not sent or not taken up.`,
  ]
    .filter(Boolean)
    .join(' ')
}

const Numbers = ({ figures: { ordered, pages, credits } }: { figures: MonthFigures }) => (
  <Card class="w4">
    <CardBody>
      {pages.total > 0 && <p class="big">{percent(pages.visible / pages.total)}</p>}
      <Facts
        facts={[
          { label: 'Pages pushed', value: number(pages.total) },
          ...(ordered > pages.total ? [{ label: 'Left out', value: number(ordered - pages.total) }] : []),
          { label: 'Seen before their push', value: number(pages.before) },
          { label: 'Visible now', value: number(pages.visible) },
          { label: 'Credits used', value: number(credits.used) },
          { label: 'Credits back', value: number(credits.returned) },
          {
            label: 'Gained',
            value: <span class={[pages.gained > 0 && 'up']}>{signed(pages.gained)}</span>,
            class: 'total',
          },
        ]}
      />
    </CardBody>
  </Card>
)

export const Sections = ({ figures: { sections } }: { figures: Pick<MonthFigures, 'sections'> }) => (
  <Card title="Gains by section">
    <DataTable caption="Gains by section" columns={sectionColumns} rows={sections} />
  </Card>
)

const sectionColumns: Column<Section>[] = [
  {
    label: 'Section',
    cell: ({ name, more }) => <b class="break">{more > 0 ? `${name} (${number(more)})` : name}</b>,
  },
  { label: 'Pages', class: 'num', cell: ({ pages }) => number(pages.total) },
  { label: 'Visible', class: 'num', cell: ({ pages }) => number(pages.visible) },
  { label: 'Share', class: 'num wide-only', cell: ({ pages }) => percent(shareOf(pages)) },
  { label: 'Gained', class: 'num', cell: ({ pages }) => signed(pages.gained) },
]

const shareOf = ({ total, visible }: Section['pages']): number | null => (total === 0 ? null : visible / total)

export const NotVisible = ({ figures: { missing } }: { figures: Pick<MonthFigures, 'missing'> }) => (
  <Card
    title="Not visible, and who can change that"
    foot={missing.length > MOST_ROWS && <span>The CSV has every page with its cause.</span>}
  >
    <DataTable caption="Not visible" columns={missingColumns} rows={largest(missing)} />
  </Card>
)

/** The causes with the most pages, in the order they came. */
const largest = (missing: readonly Missing[]): Missing[] => {
  const kept = new Set(missing.toSorted((a, b) => b.pages - a.pages).slice(0, MOST_ROWS))
  return missing.filter((one) => kept.has(one))
}

const missingColumns: Column<Missing>[] = [
  { label: 'Pages', class: 'num', cell: ({ pages }) => number(pages) },
  {
    label: 'What is the matter',
    cell: ({ cause, who }) => (
      <>
        <b>{CAUSE_WORDS[cause].word}</b>
        <span class="sub">{`${ACTORS[who]}. ${CAUSE_WORDS[cause].does}`}</span>
      </>
    ),
  },
  { label: 'Who can act', class: 'wide-only', cell: ({ who }) => ACTORS[who] },
  { label: 'What helps', class: 'wide-only', cell: ({ cause }) => CAUSE_WORDS[cause].does },
]

function Pushes({ figures: { pushes } }: { figures: MonthFigures }) {
  const rest = pushes.length - MOST_PUSHES
  return (
    <Card
      title="Pushes of the month"
      foot={rest > 0 && <span>{`and ${many(rest, 'more push', 'more pushes')}: the CSV has the pages of all.`}</span>}
    >
      <DataTable caption="Pushes" columns={pushColumns} rows={pushes.toReversed().slice(0, MOST_PUSHES)} />
    </Card>
  )
}

const pushColumns: Column<Push>[] = [
  {
    label: 'Push',
    cell: ({ name, created_at }) => (
      <>
        <b class="break">{name}</b>
        <span class="sub">{fullDay(created_at)}</span>
      </>
    ),
  },
  { label: 'Ordered', class: 'num wide-only', cell: ({ created_at }) => fullDay(created_at) },
  { label: 'Pages', class: 'num', cell: ({ pages }) => number(pages.total) },
  { label: 'Visible', class: 'num', cell: ({ pages }) => number(pages.visible) },
  { label: 'Gained', class: 'num', cell: ({ pages }) => signed(pages.gained) },
]

/** What the numbers mean, for whoever did not push. */
function counted({ watched_until, pages }: MonthFigures): string {
  return [
    'Visible means that search showed the page when it was last asked; every answer is kept.',
    'A page that was pushed twice counts in each push.',
    pages.total > pages.before && 'Gained are pages visible now that were not seen before their push.',
    watched_until && `Search is asked until ${longDay(watched_until)}; this page keeps up with it.`,
  ]
    .filter(Boolean)
    .join(' ')
}

const noon = (day: string): Time => `${day}T12:00:00.000Z`

/** `November 2026`. */
export const monthWord = (month: string): string => longMonth(noon(`${month}-15`))

/** `Pushes of 1 November 2026 to 30 November 2026, as of 22 November 2026.` */
const rangeOf = ({ from, to }: Pick<MonthFigures, 'from' | 'to'>, at: Time): string =>
  `Pages pushed from ${longDay(noon(from))} to ${longDay(noon(to))}, as search shows them on ${longDay(at)}.`
