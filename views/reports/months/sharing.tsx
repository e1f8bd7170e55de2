/** Sharing of a month's report, and the agency's text in it. */
import type { MonthReportFacts } from '../../../src/features/reports/index.ts'
import type { Reader } from '../../../src/kernel/language/reader.ts'
import { say } from '../../../src/kernel/language/say.ts'
import { LinkButton } from '../../parts/button.tsx'
import { Chip } from '../../parts/chips.tsx'
import { CopyField } from '../../parts/forms/copy.tsx'
import { ConfirmLink, type Question } from '../../parts/forms/dialogs.tsx'
import { Form, type FormSchema, type Issue } from '../../parts/forms/form.tsx'
import { Post } from '../../parts/forms/post.tsx'
import { Card } from '../../parts/page/card.tsx'
import { periodWord } from '../../parts/text/period-word.ts'
import type { LeftOutProps } from '../left-out.tsx'
import { type MonthProps, Openings, STATES } from './month.tsx'

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

export const Sharing = (props: StudioProps) => {
  const { report, zone: to } = props
  return (
    <Card title={say(to, 'Sharing')} aside={<Chip to={to} {...STATES[report.state]} />} body>
      {report.state === 'shared' ? <IsShared {...props} /> : <NotShared {...props} />}
    </Card>
  )
}

const IsShared = ({ report, url, list, month, hides, zone: to }: StudioProps) => {
  const self = `${list}/${month}`
  return (
    <div class="stack">
      {url ? (
        <CopyField
          id="report-url"
          to={to}
          label={say(to, 'Address')}
          value={url}
          hint={say(to, 'Anyone with this address can read the report without signing in, until you stop sharing it.')}
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
  )
}

const NotShared = ({ report, list, month, zone: to }: StudioProps) => {
  const self = `${list}/${month}`
  return (
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
  )
}

export const Words = ({
  report,
  list,
  month,
  words,
  issues,
  values,
  zone: to,
}: StudioProps & { words: FormSchema }) => (
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
