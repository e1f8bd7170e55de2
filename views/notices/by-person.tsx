/** Recipients of e-mail about a workspace: the e-mails that each gets, and those of the last 7 days. */
import { RECIPIENT_STATUS } from '../emails/words.ts'
import { Section } from '../kit/fold.tsx'
import { Headline } from '../kit/strip.tsx'
import { LinkButton } from '../parts/button.tsx'
import { Chip } from '../parts/chips.tsx'
import { Post } from '../parts/forms/post.tsx'
import { Icon } from '../parts/icon.tsx'
import { type Column, Named } from '../parts/lists/table.tsx'
import { day, number } from '../parts/text/format.ts'
import { Name } from '../parts/text/name.tsx'
import { When } from '../parts/text/when.tsx'
import { gets, iconOfKind, KINDS, type Notices, nameOf, wordOfKind } from './rows.ts'

export type Recipient = Notices['recipients'][number]

/** A person with the last e-mail of each kind. */
export function columnsFor(notices: Notices, self: string, changes: boolean, zone: string): Column<Recipient>[] {
  const { last_sent } = notices
  const lastOf = ({ email }: Recipient) => last_sent.find((one) => one.email === email)
  return [
    { label: 'Recipient', cell: ({ name, email }) => <Named name={name ?? email} sub={name ? email : undefined} /> },
    {
      label: 'State',
      cell: ({ status, refused_at }) => <Chip {...RECIPIENT_STATUS[refused_at ? 'bounced' : status]} />,
    },
    { label: 'Gets', cell: (row) => <Gets of={row} notices={notices} self={self} changes={changes} /> },
    {
      label: 'Last e-mail',
      class: 'wide-only',
      cell(row) {
        const last = lastOf(row)
        return last ? (
          <>
            {wordOfKind(last.kind)}, <When time={last.sent_at} zone={zone} />
          </>
        ) : (
          <span class="muted">none lately</span>
        )
      },
    },
    {
      label: 'Remove',
      class: 'end',
      cell: ({ listed, email }) =>
        changes && listed ? (
          <Post action={`${self}/remove`} fields={{ email }} class="icon-btn">
            <Icon name="x" />
            <span class="vh">{`Remove ${email}`}</span>
          </Post>
        ) : null,
    },
  ]
}

type GetsProps = { of: Recipient; notices: Notices; self: string; changes: boolean }

/** A switch for each e-mail that is on, or a word where the visitor changes nothing. */
const Gets = ({ of: { email, name }, notices, self, changes }: GetsProps) => {
  const on = KINDS.filter((kind) => (kind === 'daily_digest' ? notices.digest : notices.events.includes(kind)))
  const got = on.filter((kind) => gets(notices, kind, email))
  if (!changes || on.length === 0) return <>{got.length === on.length ? 'all' : `${got.length} of ${on.length}`}</>
  return (
    <span class="gets">
      {on.map((kind) => {
        const of = `${wordOfKind(kind)} to ${name ?? email}`
        return (
          <Post
            action={`${self}/gets`}
            fields={{ email, kind }}
            class="icon-btn"
            pressed={got.includes(kind)}
            title={of}
          >
            <Icon name={iconOfKind(kind)} />
            <span class="vh">{of}</span>
          </Post>
        )
      })}
    </span>
  )
}

/** E-mails of the last 7 days, and addresses that cannot be reached. */
export const Lately = ({ notices, base, zone }: { notices: Notices; base: string; zone: string }) => {
  const { sent_7_days, last_sent, recipients } = notices
  const named = (email: string) => {
    const one = recipients.find((row) => row.email === email)
    return one ? nameOf(one) : email
  }
  const all = sent_7_days.reduce((sum, { letters }) => sum + letters, 0)
  const unreachable = recipients.filter(({ refused_at }) => refused_at)
  return (
    <aside class="lately" aria-label="Last 7 days">
      <Headline
        label="Last 7 days"
        figure={number(all)}
        unit={all === 1 ? ' e-mail' : ' e-mails'}
        of={sent_7_days.map(({ email, letters }) => `${letters} to ${named(email)}`).join(', ') || 'Nothing was sent'}
      />
      {last_sent.length > 0 && (
        <Section title="Sent last">
          <ul class="stack">
            {last_sent.slice(0, SHOWN).map(({ kind, email, sent_at }) => (
              <li>
                <small class="muted">{day(sent_at, zone)}</small> {wordOfKind(kind)} to <Name of={named(email)} />
              </li>
            ))}
          </ul>
          <LinkButton class="btn small" href={`${base}/emails`} icon="file-text" label="E-mail log" />
        </Section>
      )}
      <Section title="Not reachable">
        <p>
          {unreachable.length === 0
            ? 'Nobody: every address took its last e-mail.'
            : unreachable.map((one) => nameOf(one)).join(', ')}
        </p>
      </Section>
      <Section title="Try it">
        <p>The digest as it would go out now.</p>
        <Post action={`${base}/notifications/digest`} fields={{ to: 'me' }} class="btn small">
          Send me a test letter
        </Post>
      </Section>
    </aside>
  )
}

const SHOWN = 5

/** The words of the server that refuses an address, and another try. */
export const Refused = ({
  of: { email, refusal },
  self,
  changes,
}: {
  of: Recipient
  self: string
  changes: boolean
}) => (
  <p class="row">
    <span class="bad">{`${email}: ${refusal ?? 'refused'}`}</span>
    {changes && (
      <Post action={`${self}/try-again`} fields={{ email }} class="btn small">
        Try again<span class="vh">{` with ${email}`}</span>
      </Post>
    )}
  </p>
)
