/** The agency's pages of a client's month reports: the list, and text to add before sharing. */

import type { MonthReportFacts } from '../../../src/features/reports/index.ts'
import { languageOf } from '../../../src/kernel/language/reader.ts'
import { EmptyState } from '../../kit/fold.tsx'
import { Button, LinkButton } from '../../parts/button.tsx'
import { Chip } from '../../parts/chips.tsx'
import { CopyField } from '../../parts/forms/copy.tsx'
import { ConfirmLink, type Question } from '../../parts/forms/dialogs.tsx'
import { Form, type FormSchema, type Issue } from '../../parts/forms/form.tsx'
import { Post } from '../../parts/forms/post.tsx'
import { type Column, DataTable } from '../../parts/lists/table.tsx'
import { Card } from '../../parts/page/card.tsx'
import { many, number } from '../../parts/text/format.ts'
import { isolated } from '../../parts/text/name.tsx'
import { periodWord } from '../../parts/text/period-word.ts'
import { When } from '../../parts/text/when.tsx'
import { headlineOf, ledeOf, ReportBody } from '../document.tsx'
import { LeftOut, type LeftOutProps } from '../left-out.tsx'
import { documentOfMonth, type MonthProps, Openings, STATES } from './month.tsx'

type MonthRow = MonthReportFacts & { pushes: number }

type MonthsProps = {
  months: readonly MonthRow[]
  self: string
  push?: string
  /** Whether the visitor may send a report. */
  sends: boolean
  /** Page of a client's approved and sent reports; null for visitors who make none. */
  scheduled: string | null
  zone: string
}

export const monthsHead = (name: string) => ({
  title: 'Reports',
  sub: `${isolated(name)}, month by month: all pushes of a month in one report.`,
})

/** Months with a push. */
export const Months = ({ months, self, push, sends, scheduled, zone }: MonthsProps) => (
  <Card
    foot={
      scheduled && (
        <a class="link" href={scheduled}>
          Scheduled reports
        </a>
      )
    }
  >
    <DataTable
      caption="Months"
      columns={columns(self, zone, sends)}
      rows={months}
      empty={
        <EmptyState icon="share-2" act={push && <LinkButton class="btn primary" href={push} label="New push" />}>
          Each month with a push gets a report.
        </EmptyState>
      }
    />
  </Card>
)

const columns = (self: string, zone: string, sends: boolean): Column<MonthRow>[] => [
  {
    label: 'Month',
    cell: (one) => (
      <>
        <a class="tap" href={`${self}/${one.month}`}>
          <b>{periodWord(one.month)}</b>
        </a>
        <span class="sub">
          {many(one.pushes, 'push', 'pushes')}
          {one.opened > 0 && `, opened ${many(one.opened, 'time')}`}
        </span>
      </>
    ),
  },
  { label: 'Pushes', class: 'num wide-only', cell: (one) => number(one.pushes) },
  { label: 'State', cell: (one) => <Chip {...STATES[one.state]} /> },
  {
    label: 'Opened',
    class: 'num wide-only',
    cell: (one) => (one.shared_at || one.opened > 0 ? number(one.opened) : '–'),
  },
  { label: 'Last opened', class: 'num when wide-only', cell: (one) => <When time={one.opened_at} zone={zone} /> },
  ...(sends
    ? [
        {
          label: 'Actions',
          class: 'num',
          word: null,
          cell: (one: MonthRow) => (
            <LinkButton
              class="btn small"
              href={`${self}/${one.month}/send`}
              label="Send"
              of={`the report of ${periodWord(one.month)}`}
            />
          ),
        },
      ]
    : []),
]

export type StudioProps = MonthProps & {
  report: MonthReportFacts
  url: string | null
  /** Its links on hosts of other clients. */
  left_out?: LeftOutProps | undefined
  /** The list of months, for the crumbs. */
  list: string
  /** The report is shared, but its address is hidden in "view as". */
  hides?: boolean | undefined
  /** Form of the agency's text; null for visitors who may only read. */
  words: FormSchema | null
  issues?: readonly Issue[]
  values?: Readonly<Record<string, unknown>>
  zone: string
}

export const studioHead = (props: StudioProps) => ({
  title: `Report of ${periodWord(props.month)}`,
  heading: periodWord(props.month),
  sub: `${isolated(props.client)}, ${many(documentOfMonth(props).pushes, 'push', 'pushes')}`,
  crumbs: [{ label: 'Reports', href: props.list }, { label: periodWord(props.month) }],
  menu: [{ label: 'Export CSV', icon: 'download' as const, href: props.csv, download: true, key: 'e' }],
})

/** A month as its reader sees it, below the agency's controls. */
export const Studio = (props: StudioProps) => {
  const { words } = props
  const report = documentOfMonth(props)
  return (
    <>
      {props.left_out && <LeftOut {...props.left_out} />}
      {words && <Sharing {...props} />}
      {words && <Words {...props} words={words} />}
      <h2>{words ? 'Preview' : 'Report'}</h2>
      <p class="lead" lang={languageOf(report.to)}>{`${headlineOf(report)}. ${ledeOf(report)}`}</p>
      {!words && <Button type="button" class="btn js-only" data-do="print" icon="printer" label="Print" />}
      <div class="report" lang={languageOf(report.to)}>
        <ReportBody {...report} />
      </div>
    </>
  )
}

const Sharing = ({ report, url, list, month, hides, zone }: StudioProps) => {
  const self = `${list}/${month}`
  return (
    <Card title="Sharing" aside={<Chip {...STATES[report.state]} />} body>
      {report.state === 'shared' ? (
        <div class="stack">
          {url ? (
            <CopyField
              id="report-url"
              label="Address"
              value={url}
              hint="Anyone with this address can read the report without signing in, until you stop sharing it."
            />
          ) : (
            <p>
              {hides
                ? 'Only people of the workspace see the address.'
                : 'The address still works but cannot be shown again. Renew it to get a new one.'}
            </p>
          )}
          <div class="row">
            <ConfirmLink href={`${self}/stop`} {...stopping(month)}>
              Stop sharing
            </ConfirmLink>
            <ConfirmLink href={`${self}/renew`} {...renewing(month)}>
              Renew the address
            </ConfirmLink>
            <LinkButton href={`${self}/send`} icon="send" label="Send report" />
            {url && <LinkButton href={url} icon="link-2" label="Open as the reader" />}
          </div>
          <p class="muted">
            <Openings of={report} zone={zone} />. Your own visits do not count.
          </p>
        </div>
      ) : (
        <div class="stack">
          <p>
            {report.state === 'stopped'
              ? 'Sharing is stopped: the old address shows that the report is no longer shared. Share again to get a new one.'
              : 'Only people of your workspace can read it. Share it to get an address that you can send.'}
          </p>
          {report.opened > 0 && (
            <p>
              <Openings of={report} zone={zone} />. Your own visits do not count.
            </p>
          )}
          <div class="row">
            <Post action={`${self}/share`} class="btn primary" icon="share-2">
              {report.state === 'stopped' ? 'Share again' : 'Share'}
            </Post>
            <LinkButton href={`${self}/send`} icon="send" label="Send report" />
          </div>
        </div>
      )}
    </Card>
  )
}

const Words = ({ report, list, month, words, issues, values }: StudioProps & { words: FormSchema }) => (
  <Card title="Your comment" body>
    <Form
      action={`${list}/${month}`}
      schema={words}
      values={values ?? report}
      issues={issues}
      hints={{
        comment: 'Shown above the pages, as plain text.',
        contact: 'Contact on this client’s reports. Default: the person who shares it.',
      }}
      verb={report.state === 'shared' ? 'Save' : 'Save draft'}
    />
  </Card>
)

export const renewing = (month: string): Question => ({
  title: `Renew the address of ${periodWord(month)}?`,
  body: 'The address that you sent stops working. You get a new one to send.',
  verb: 'Renew',
})

export const stopping = (month: string): Question => ({
  title: `Stop sharing ${periodWord(month)}?`,
  body: 'The address stops working. You can share the report again with a new address.',
  verb: 'Stop sharing',
})
