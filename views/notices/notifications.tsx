/** Who gets letters about a workspace, which, and the digest as it would go out now. */
import type { NoticeEvent } from '../../src/domains/notices/index.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { previewDigestNow } from '../../src/operations/digest/preview-digest.ts'
import type { getNotifications } from '../../src/operations/notifications/get-notifications.ts'
import { updateNotifications } from '../../src/operations/notifications/update-notifications.ts'
import { LetterFrame } from '../emails/letter.tsx'
import { Banner, Card, CardBody, Empty } from '../parts/card.tsx'
import { Chip } from '../parts/chips.tsx'
import { Tick } from '../parts/field.tsx'
import { Form, type Issue } from '../parts/form.tsx'
import { many } from '../parts/format.ts'
import { PageHead } from '../parts/page-head.tsx'
import { Post } from '../parts/post.tsx'
import { type Column, DataTable } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import type { Word } from '../parts/words.ts'

export type Notices = AnswerOf<typeof getNotifications>
type Recipient = Notices['recipients'][number]

export type NotificationsProps = {
  notices: Notices
  digest: AnswerOf<typeof previewDigestNow>
  self: string
  workspace: string
  /** Whether the visitor may change them. */
  changes: boolean
  values?: Readonly<Record<string, unknown>>
  issues?: readonly Issue[]
  zone?: string
}

export const Notifications = (props: NotificationsProps) => {
  const { notices, digest, self, workspace, changes, zone = 'UTC' } = props
  return (
    <>
      <PageHead
        title="Notifications"
        sub={`E-mail about ${workspace} and the workspaces below it: recipients, events and times.`}
        actions={
          changes && (
            <>
              <a class="btn" href={self.replace(/notifications$/, 'emails')}>
                E-mail log
              </a>
              <Post action={`${self}/digest`} fields={{ to: 'me' }}>
                Send me the digest
              </Post>
              {digest.recipients > 0 && (
                <Post action={`${self}/digest`}>{`Send it to ${many(digest.recipients, 'recipient')}`}</Post>
              )}
            </>
          )
        }
      />
      <Recipients {...props} />
      {changes && (
        <div class="grid">
          <Told {...props} />
          <Daily {...props} />
        </div>
      )}
      {!digest.changed && <Banner>Nothing is new since the last digest.</Banner>}
      <LetterFrame title="Preview of the digest" src={`${self}/digest`} text={digest.text} />
      <p class="hint">
        {notices.next_digest_at ? (
          <>
            Next digest: <When time={notices.next_digest_at} zone={zone} exact />.
          </>
        ) : (
          'No digest is scheduled.'
        )}
      </p>
    </>
  )
}

const STATUS: Record<Recipient['status'], Word> = {
  active: { word: 'Active', icon: 'check', tone: 'ok' },
  waiting: { word: 'Not confirmed yet', icon: 'clock', tone: 'warn' },
  unsubscribed: { word: 'Unsubscribed', icon: 'ban', tone: 'idle' },
  gone: { word: 'No longer a member', icon: 'ban', tone: 'idle' },
}
const REFUSED: Word = { word: 'Refused', icon: 'triangle-alert', tone: 'bad' }

const Recipients = ({ notices, self, changes, values, issues }: NotificationsProps) => (
  <Card title="Recipients">
    {notices.recipients.length > 0 ? (
      <DataTable caption="Recipients" columns={columns(self, changes)} rows={notices.recipients} />
    ) : (
      <Empty icon="bell">No recipients yet.</Empty>
    )}
    {changes && (
      <CardBody>
        <Form
          action={`${self}/recipients`}
          id="list"
          schema={updateNotifications.input}
          fields={['to_admins', 'recipients']}
          values={values ?? { to_admins: notices.to_admins, recipients: listed(notices) }}
          issues={issues?.filter(({ path }) => /^(recipients|to_admins|email|$)/.test(path))}
          hints={{
            recipients: 'One address a line. People who are not members confirm by e-mail first.',
          }}
          verb="Save recipients"
        />
      </CardBody>
    )}
  </Card>
)

const listed = ({ recipients }: Notices): string[] => recipients.flatMap((one) => (one.listed ? [one.email] : []))

const columns = (self: string, changes: boolean): Column<Recipient>[] => [
  {
    label: 'Who',
    cell: (row) => (
      <>
        <b>{row.name ?? row.email}</b>
        <div class="muted">{row.name ? row.email : row.listed ? 'Listed' : 'Owner or admin'}</div>
      </>
    ),
  },
  {
    label: 'State',
    cell: (row) => (
      <>
        <Chip {...(row.refused_at ? REFUSED : STATUS[row.status])} />
        {row.refusal && <div class="muted">{row.refusal}</div>}
      </>
    ),
  },
  {
    label: 'Actions',
    class: 'end',
    cell: (row) =>
      changes &&
      row.refused_at && (
        <Post action={`${self}/try-again`} fields={{ email: row.email }} class="btn small">
          Try again<span class="vh">{` with ${row.email}`}</span>
        </Post>
      ),
  },
]

const EVENT_WORDS: Record<NoticeEvent, [label: string, hint: string]> = {
  job_finished: ['Jobs that finish', 'One e-mail for jobs that finish together.'],
  low_credits: ['Credits that run low', 'Once a day at most.'],
  indexnow_site_failing: ['IndexNow keys that are not accepted', 'Its pings stop after seven days.'],
  plan_past_due: ['A payment of the plan that is due', 'Paid features lock seven days later.'],
}

const Told = ({ notices, self, values, issues }: NotificationsProps) => {
  const events = values ? [values.events].flat() : notices.events
  return (
    <Card title="Sent at once" class="w6">
      <CardBody>
        <Form
          action={`${self}/events`}
          id="told"
          schema={updateNotifications.input}
          fields={['low_index', 'low_check']}
          values={values ?? notices}
          issues={issues?.filter(({ path }) => /^(low_|events)/.test(path))}
          labels={{ low_index: 'Low index credits', low_check: 'Low check credits' }}
          hints={{ low_index: 'Sent when fewer are available. Empty: never.', low_check: 'Empty: never.' }}
          verb="Save"
        >
          {Object.entries(EVENT_WORDS).map(([event, [label, hint]]) => (
            <Tick
              name="events"
              id={`told-${event}`}
              value={event}
              label={label}
              hint={hint}
              checked={events.includes(event)}
            />
          ))}
        </Form>
      </CardBody>
    </Card>
  )
}

const Daily = ({ notices, self, values, issues }: NotificationsProps) => (
  <Card title="The daily digest" class="w6">
    <CardBody>
      <Form
        action={`${self}/daily`}
        id="daily"
        schema={updateNotifications.input}
        fields={['digest', 'digest_hour', 'time_zone', 'skip_if_unchanged']}
        values={values ?? notices}
        issues={issues?.filter(({ path }) => /^(digest|time_zone|skip)/.test(path))}
        verb="Save"
      />
    </CardBody>
  </Card>
)
