/** Who asks for an invite, and how anybody gets in. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getAccessSettings } from '../../src/operations/access/get-access-settings.ts'
import { updateAccessSettings } from '../../src/operations/access/update-access-settings.ts'
import { declineWaitlistRequest } from '../../src/operations/waitlist/decline-waitlist-request.ts'
import type { listWaitlist } from '../../src/operations/waitlist/list-waitlist.ts'
import { Banner, Card, CardBody, Empty, Facts } from '../parts/card.tsx'
import { Chip } from '../parts/chips.tsx'
import { Form, type Issue } from '../parts/form.tsx'
import { number } from '../parts/format.ts'
import { listHref, type Paged, type Query } from '../parts/list.ts'
import { PageHead } from '../parts/page-head.tsx'
import { Post } from '../parts/post.tsx'
import { type Column, ListCard, Seg } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import type { Word } from '../parts/words.ts'

export type WaitlistRow = AnswerOf<typeof listWaitlist>['items'][number]

const STATUS: Record<WaitlistRow['status'], Word> = {
  pending: { word: 'Waits', icon: 'clock', tone: 'warn' },
  invited: { word: 'Invited', icon: 'send', tone: 'info' },
  declined: { word: 'Declined', icon: 'ban', tone: 'idle' },
  joined: { word: 'Joined', icon: 'check', tone: 'ok' },
}

const VIEWS = [
  ...Object.entries(STATUS).map(([status, { word }]) => ({ status, label: word })),
  { status: 'all', label: 'All' },
]

export type WaitlistProps = { list: Paged<WaitlistRow>; query: Query; self: string; zone?: string }

export const WaitlistPage = ({ list, query, self, zone = 'UTC' }: WaitlistProps) => (
  <>
    <PageHead title="Waitlist" sub="Who asked for an invite on the public page." />
    <ListCard
      caption="Waitlist"
      title="Requests"
      aside={
        <Seg
          label="Status"
          tabs={VIEWS.map(({ label, status }) => ({
            label,
            href: listHref(self, query, { status }),
            current: query.status === status,
          }))}
        />
      }
      columns={columns(self, zone)}
      list={list}
      href={self}
      query={query}
      order="created_at"
      empty={<Empty icon="clock">Nobody here. Whoever asks at /waitlist stands in this list.</Empty>}
    />
  </>
)

const columns = (self: string, zone: string): Column<WaitlistRow>[] => [
  {
    label: 'E-mail',
    sort: 'email',
    cell: (asked) => (
      <>
        <b>{asked.email}</b>
        <span class="sub">
          <Chip {...STATUS[asked.status]} /> {shortened(asked.note ?? '')}
        </span>
      </>
    ),
  },
  { label: 'What they wrote', class: 'wide-only', cell: (asked) => asked.note ?? <span class="muted">–</span> },
  { label: 'Status', class: 'wide-only', cell: (asked) => <Chip {...STATUS[asked.status]} /> },
  {
    label: 'Asked',
    sort: 'created_at',
    class: 'num when wide-only',
    cell: (asked) => <When time={asked.created_at} zone={zone} />,
  },
  { label: 'Actions', class: 'end', cell: (asked) => <Decide of={asked} self={self} /> },
]

/** On a phone the beginning says enough. */
const shortened = (text: string): string => (text.length > 90 ? `${text.slice(0, 90)}…` : text)

const Decide = ({ of, self }: { of: WaitlistRow; self: string }) => {
  if (of.status === 'invited' && of.invite_id)
    return (
      <a class="btn small" href={`/app/platform/invites/${of.invite_id}`}>
        Invite
      </a>
    )
  if (of.status === 'joined') return null
  return (
    <div class="row">
      <Post action={`${self}/${of.id}/approve`} class="btn small primary">
        Invite<span class="vh">{` ${of.email}`}</span>
      </Post>
      {of.status === 'pending' && (
        <a class="btn small" href={`${self}/${of.id}/decline`}>
          Decline<span class="vh">{` ${of.email}`}</span>
        </a>
      )}
    </div>
  )
}

type DeclineProps = { id: string; email: string; self: string; issues?: readonly Issue[] }

/** Nobody is told unless the box is ticked. */
export const DeclineRequest = ({ id, email, self, issues }: DeclineProps) => (
  <>
    <PageHead title={`Decline ${email}?`} crumbs={[{ label: 'Waitlist', href: self }, { label: 'Decline' }]} />
    <Card>
      <CardBody>
        <Form
          action={`${self}/${id}/decline`}
          schema={declineWaitlistRequest.input}
          fields={['note', 'send_email']}
          issues={issues}
          hints={{ send_email: 'Left empty, nobody is told.' }}
          verb="Decline"
        />
      </CardBody>
    </Card>
  </>
)

type AccessProps = { access: AnswerOf<typeof getAccessSettings>; self: string; issues?: readonly Issue[] }

export const Access = ({ access, self, issues }: AccessProps) => (
  <>
    <PageHead title="Access" sub="How people get in by themselves, and what they are given." />
    {!access.can_sign_up && (
      <Banner tone="warn">
        <b>Nobody can sign up at the moment.</b> No mail server is set up, so no address can be proved: the public pages
        say that you add people by hand.
      </Banner>
    )}
    <div class="grid">
      <Card title="Sign-up" class="w5">
        <CardBody>
          <Form
            action={self}
            schema={{ ...updateAccessSettings.input, required: ['signup_mode'] }}
            values={access}
            issues={issues}
            verb="Save"
          />
        </CardBody>
      </Card>
      <Card title="The free plan gives" class="w7">
        <CardBody>
          <Facts
            facts={[
              { label: 'Links to try, once a person', value: number(access.free_plan.trial_index_credits) },
              { label: 'Links a month', value: number(access.free_plan.monthly_index_credits) },
              { label: 'Checks a month', value: number(access.free_plan.monthly_check_credits) },
            ]}
          />
        </CardBody>
      </Card>
    </div>
  </>
)
