/** The list of a client's month reports, and the page of one. */

import type { MonthReportFacts } from '../../../src/features/reports/index.ts'
import { languageOf, type Reader } from '../../../src/kernel/language/reader.ts'
import { say, text } from '../../../src/kernel/language/say.ts'
import { EmptyState } from '../../kit/fold.tsx'
import { Button, LinkButton } from '../../parts/button.tsx'
import { Chip } from '../../parts/chips.tsx'
import { type Column, DataTable } from '../../parts/lists/table.tsx'
import { Card } from '../../parts/page/card.tsx'
import { number } from '../../parts/text/format.ts'
import { isolated } from '../../parts/text/name.tsx'
import { periodWord } from '../../parts/text/period-word.ts'
import { When } from '../../parts/text/when.tsx'
import { headlineOf, ledeOf, ReportBody } from '../document.tsx'
import { LeftOut } from '../left-out.tsx'
import { documentOfMonth, STATES } from './month.tsx'
import { Sharing, type StudioProps, Words } from './sharing.tsx'

type MonthRow = MonthReportFacts & { pushes: number }

type MonthsProps = {
  months: readonly MonthRow[]
  self: string
  push?: string
  /** Whether the visitor may send a report. */
  sends: boolean
  /** Page of a client's approved and sent reports; null for visitors who make none. */
  scheduled: string | null
  zone: Reader
}

export const monthsHead = (to: Reader, name: string) => ({
  title: say(to, 'Reports'),
  sub: say(to, '{client}, month by month: all pushes of a month in one report.', { client: isolated(name) }),
})

/** Months with a push. */
export const Months = ({ months, self, push, sends, scheduled, zone }: MonthsProps) => (
  <Card
    foot={
      scheduled && (
        <a class="link" href={scheduled}>
          {say(zone, 'Scheduled reports')}
        </a>
      )
    }
  >
    <DataTable
      to={zone}
      caption={text('Months')}
      columns={columns(self, zone, sends)}
      rows={months}
      empty={
        <EmptyState
          icon="share-2"
          act={push && <LinkButton class="btn primary" href={push} label={say(zone, 'New push')} />}
        >
          {say(zone, 'Each month with a push gets a report.')}
        </EmptyState>
      }
    />
  </Card>
)

const columns = (self: string, zone: Reader, sends: boolean): Column<MonthRow>[] => [
  {
    label: text('Month'),
    cell: (one) => (
      <>
        <a class="tap" href={`${self}/${one.month}`}>
          <b>{periodWord(one.month, zone)}</b>
        </a>
        <span class="sub">{countsOf(zone, one)}</span>
      </>
    ),
  },
  { label: text('Pushes'), class: 'num wide-only', cell: (one) => number(one.pushes, zone) },
  { label: text('State'), cell: (one) => <Chip to={zone} {...STATES[one.state]} /> },
  {
    label: text('Opened'),
    class: 'num wide-only',
    cell: (one) => (one.shared_at || one.opened > 0 ? number(one.opened, zone) : '–'),
  },
  { label: text('Last opened'), class: 'num when wide-only', cell: (one) => <When time={one.opened_at} zone={zone} /> },
  ...(sends
    ? [
        {
          label: text('Actions'),
          class: 'num',
          word: null,
          cell: (one: MonthRow) => (
            <LinkButton
              class="btn small"
              href={`${self}/${one.month}/send`}
              label={say(zone, 'Send')}
              of={say(zone, 'the report of {period}', { period: periodWord(one.month, zone) })}
            />
          ),
        },
      ]
    : []),
]

const countsOf = (to: Reader, { pushes, opened }: MonthRow): string =>
  opened > 0
    ? say(
        to,
        '{pushes, plural, one {# push} other {# pushes}}, opened {opened, plural, one {# time} other {# times}}',
        { pushes, opened },
      )
    : say(to, '{pushes, plural, one {# push} other {# pushes}}', { pushes })

export const studioHead = ({ zone: to, ...props }: StudioProps) => ({
  title: say(to, 'Report of {period}', { period: periodWord(props.month, to) }),
  heading: periodWord(props.month, to),
  sub: say(to, '{client}, {pushes, plural, one {# push} other {# pushes}}', {
    client: isolated(props.client),
    pushes: documentOfMonth(props).pushes,
  }),
  crumbs: [{ label: say(to, 'Reports'), href: props.list }, { label: periodWord(props.month, to) }],
  menu: [{ label: say(to, 'Export CSV'), icon: 'download' as const, href: props.csv, download: true, key: 'e' }],
})

/** A month as its reader sees it, below the agency's controls. */
export const Studio = (props: StudioProps) => {
  const { words, zone: to } = props
  const report = documentOfMonth(props)
  return (
    <>
      {props.left_out && <LeftOut to={to} {...props.left_out} />}
      {words && <Sharing {...props} />}
      {words && <Words {...props} words={words} />}
      <h2>{words ? say(to, 'Preview') : say(to, 'Report')}</h2>
      <p class="lead" lang={languageOf(report.to)}>{`${headlineOf(report)}. ${ledeOf(report)}`}</p>
      {!words && <Button type="button" class="btn js-only" data-do="print" icon="printer" label={say(to, 'Print')} />}
      <div class="report" lang={languageOf(report.to)}>
        <ReportBody {...report} />
      </div>
    </>
  )
}
