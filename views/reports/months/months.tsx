/** The agency's pages of a client's month reports: the list, and text to add before sharing. */

import type { MonthReportFacts } from '../../../src/features/reports/index.ts'
import { languageOf, type Reader } from '../../../src/kernel/language/reader.ts'
import { say, text } from '../../../src/kernel/language/say.ts'
import { EmptyState } from '../../kit/fold.tsx'
import { Button, LinkButton } from '../../parts/button.tsx'
import { Chip } from '../../parts/chips.tsx'
import { CopyField } from '../../parts/forms/copy.tsx'
import { ConfirmLink, type Question } from '../../parts/forms/dialogs.tsx'
import { Form, type FormSchema, type Issue } from '../../parts/forms/form.tsx'
import { Post } from '../../parts/forms/post.tsx'
import { type Column, DataTable } from '../../parts/lists/table.tsx'
import { Card } from '../../parts/page/card.tsx'
import { number } from '../../parts/text/format.ts'
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
  zone: Reader
}

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
      {props.left_out && <LeftOut {...props.left_out} />}
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

const Sharing = ({ report, url, list, month, hides, zone: to }: StudioProps) => {
  const self = `${list}/${month}`
  return (
    <Card title={say(to, 'Sharing')} aside={<Chip to={to} {...STATES[report.state]} />} body>
      {report.state === 'shared' ? (
        <div class="stack">
          {url ? (
            <CopyField
              id="report-url"
              to={to}
              label={say(to, 'Address')}
              value={url}
              hint={say(
                to,
                'Anyone with this address can read the report without signing in, until you stop sharing it.',
              )}
            />
          ) : (
            <p>
              {hides
                ? say(to, 'Only people of the workspace see the address.')
                : say(to, 'The address still works but cannot be shown again. Renew it to get a new one.')}
            </p>
          )}
          <div class="row">
            <ConfirmLink href={`${self}/stop`} {...stopping(to, month)}>
              {say(to, 'Stop sharing')}
            </ConfirmLink>
            <ConfirmLink href={`${self}/renew`} {...renewing(to, month)}>
              {say(to, 'Renew the address')}
            </ConfirmLink>
            <LinkButton href={`${self}/send`} icon="send" label={say(to, 'Send report')} />
            {url && <LinkButton href={url} icon="link-2" label={say(to, 'Open as the reader')} />}
          </div>
          <p class="muted">
            <Openings of={report} zone={to} />. {say(to, 'Your own visits do not count.')}
          </p>
        </div>
      ) : (
        <div class="stack">
          <p>
            {report.state === 'stopped'
              ? say(
                  to,
                  'Sharing is stopped: the old address shows that the report is no longer shared. Share again to get a new one.',
                )
              : say(to, 'Only people of your workspace can read it. Share it to get an address that you can send.')}
          </p>
          {report.opened > 0 && (
            <p>
              <Openings of={report} zone={to} />. {say(to, 'Your own visits do not count.')}
            </p>
          )}
          <div class="row">
            <Post to={to} action={`${self}/share`} class="btn primary" icon="share-2">
              {report.state === 'stopped' ? say(to, 'Share again') : say(to, 'Share')}
            </Post>
            <LinkButton href={`${self}/send`} icon="send" label={say(to, 'Send report')} />
          </div>
        </div>
      )}
    </Card>
  )
}

const Words = ({ report, list, month, words, issues, values, zone: to }: StudioProps & { words: FormSchema }) => (
  <Card title={say(to, 'Your comment')} body>
    <Form
      to={to}
      labels={{ comment: say(to, 'Comment'), contact: say(to, 'Contact') }}
      action={`${list}/${month}`}
      schema={words}
      values={values ?? report}
      issues={issues}
      hints={{
        comment: say(to, 'Shown above the pages, as plain text.'),
        contact: say(to, 'Contact on this client’s reports. Default: the person who shares it.'),
      }}
      verb={report.state === 'shared' ? say(to, 'Save') : say(to, 'Save draft')}
    />
  </Card>
)

export const renewing = (to: Reader, month: string): Question => ({
  title: say(to, 'Renew the address of {period}?', { period: periodWord(month, to) }),
  body: say(to, 'The address that you sent stops working. You get a new one to send.'),
  verb: say(to, 'Renew'),
})

export const stopping = (to: Reader, month: string): Question => ({
  title: say(to, 'Stop sharing {period}?', { period: periodWord(month, to) }),
  body: say(to, 'The address stops working. You can share the report again with a new address.'),
  verb: say(to, 'Stop sharing'),
})
