/** Recipients of e-mail about a workspace: the e-mails that each gets, and those of the last 7 days. */
import type { Reader } from '../../src/kernel/language/reader.ts'
import { inARow, say, text } from '../../src/kernel/language/say.ts'
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
import { Say } from '../parts/text/say.tsx'
import { When } from '../parts/text/when.tsx'
import { gets, iconOfKind, KINDS, type Notices, nameOf, wordOfKind } from './rows.ts'

export type Recipient = Notices['recipients'][number]

/** A person with the last e-mail of each kind. */
export function columnsFor(notices: Notices, self: string, changes: boolean, zone: Reader): Column<Recipient>[] {
  const { last_sent } = notices
  const lastOf = ({ email }: Recipient) => last_sent.find((one) => one.email === email)
  return [
    {
      label: text('Recipient'),
      cell: ({ name, email }) => <Named name={name ?? email} sub={name ? email : undefined} />,
    },
    {
      label: text('State'),
      cell: ({ status, refused_at }) => <Chip to={zone} {...RECIPIENT_STATUS[refused_at ? 'bounced' : status]} />,
    },
    { label: text('Gets'), cell: (row) => <Gets to={zone} of={row} notices={notices} self={self} changes={changes} /> },
    {
      label: text('Last e-mail'),
      class: 'wide-only',
      cell(row) {
        const last = lastOf(row)
        return last ? (
          <>
            {wordOfKind(last.kind, zone)}, <When time={last.sent_at} zone={zone} />
          </>
        ) : (
          <span class="muted">{say(zone, 'none lately')}</span>
        )
      },
    },
    {
      label: text('Remove'),
      class: 'end',
      cell: ({ listed, email }) =>
        changes && listed ? (
          <Post to={zone} action={`${self}/remove`} fields={{ email }} class="icon-btn">
            <Icon name="x" />
            <span class="vh">{say(zone, 'Remove {name}', { name: email })}</span>
          </Post>
        ) : null,
    },
  ]
}

type GetsProps = { to: Reader; of: Recipient; notices: Notices; self: string; changes: boolean }

/** A switch for each e-mail that is on, or a word where the visitor changes nothing. */
const Gets = ({ to, of: { email, name }, notices, self, changes }: GetsProps) => {
  const on = KINDS.filter((kind) => (kind === 'daily_digest' ? notices.digest : notices.events.includes(kind)))
  const got = on.filter((kind) => gets(notices, kind, email))
  if (!changes || on.length === 0) {
    const all = got.length === on.length
    return <>{all ? say(to, 'all') : say(to, '{seen} of {all}', { seen: got.length, all: on.length })}</>
  }
  return (
    <span class="gets">
      {on.map((kind) => {
        const of = say(to, '{letter} to {reader}', { letter: wordOfKind(kind, to), reader: name ?? email })
        return (
          <Post
            to={to}
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
export const Lately = ({ notices, base, zone }: { notices: Notices; base: string; zone: Reader }) => {
  const { sent_7_days, last_sent, recipients } = notices
  const named = (email: string) => {
    const one = recipients.find((row) => row.email === email)
    return one ? nameOf(one) : email
  }
  const all = sent_7_days.reduce((sum, { letters }) => sum + letters, 0)
  const unreachable = recipients.filter(({ refused_at }) => refused_at)
  return (
    <aside class="lately" aria-label={say(zone, 'Last 7 days')}>
      <Headline
        label={say(zone, 'Last 7 days')}
        figure={number(all, zone)}
        unit={` ${say(zone, '{all, plural, one {e-mail} other {e-mails}}', { all })}`}
        of={
          inARow(
            zone,
            sent_7_days.map(({ email, letters }) =>
              say(zone, '{letters} to {reader}', { letters, reader: named(email) }),
            ),
          ) || say(zone, 'Nothing was sent')
        }
      />
      {last_sent.length > 0 && (
        <Section title={say(zone, 'Sent last')}>
          <ul class="stack">
            {last_sent.slice(0, SHOWN).map(({ kind, email, sent_at }) => (
              <li>
                <small class="muted">{day(sent_at, zone)}</small>{' '}
                <Say
                  to={zone}
                  text="{letter} to <name>{reader}</name>"
                  values={{ letter: wordOfKind(kind, zone), reader: email }}
                  tags={{ name: () => <Name of={named(email)} /> }}
                />
              </li>
            ))}
          </ul>
          <LinkButton class="btn small" href={`${base}/emails`} icon="file-text" label={say(zone, 'E-mail log')} />
        </Section>
      )}
      <Section title={say(zone, 'Not reachable')}>
        <p>
          {unreachable.length === 0
            ? say(zone, 'Nobody: every address took its last e-mail.')
            : inARow(
                zone,
                unreachable.map((one) => nameOf(one)),
              )}
        </p>
      </Section>
      <Section title={say(zone, 'Try it')}>
        <p>{say(zone, 'The digest as it would go out now.')}</p>
        <Post to={zone} action={`${base}/notifications/digest`} fields={{ to: 'me' }} class="btn small">
          {say(zone, 'Send me a test letter')}
        </Post>
      </Section>
    </aside>
  )
}

const SHOWN = 5

/** The words of the server that refuses an address, and another try. */
export const Refused = ({
  to,
  of: { email, refusal },
  self,
  changes,
}: {
  to: Reader
  of: Recipient
  self: string
  changes: boolean
}) => (
  <p class="row">
    <span class="bad">{`${email}: ${refusal ?? say(to, 'refused')}`}</span>
    {changes && (
      <Post to={to} action={`${self}/try-again`} fields={{ email }} class="btn small">
        <Say
          to={to}
          text="Try again<vh> with {email}</vh>"
          values={{ email }}
          tags={{ vh: (inner) => <span class="vh">{inner}</span> }}
        />
      </Post>
    )}
  </p>
)
