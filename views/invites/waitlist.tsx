/** Who asks for an invite, and how anybody gets in. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getAccessSettings } from '../../src/operations/access/get-access-settings.ts'
import { updateAccessSettings } from '../../src/operations/access/update-access-settings.ts'
import { declineWaitlistRequest } from '../../src/operations/waitlist/decline-waitlist-request.ts'
import { listWaitlist } from '../../src/operations/waitlist/list-waitlist.ts'
import { Banner, Card, CardBody, Facts } from '../parts/card.tsx'
import { Chip } from '../parts/chips.tsx'
import { Form, type Issue } from '../parts/form.tsx'
import { number } from '../parts/format.ts'
import { PageHead } from '../parts/page-head.tsx'
import { Post } from '../parts/post.tsx'
import type { Column } from '../parts/table.tsx'
import type { Word } from '../parts/words.ts'
import { timeColumn } from '../screens/columns.tsx'
import { listScreen } from '../screens/list-screen.tsx'
import type { View } from '../screens/list-spec.ts'

export type WaitlistRow = AnswerOf<typeof listWaitlist>['items'][number]

const STATUS: Record<WaitlistRow['status'], Word> = {
  pending: { word: 'Waiting', icon: 'clock', tone: 'warn' },
  invited: { word: 'Invited', icon: 'send', tone: 'info' },
  declined: { word: 'Declined', icon: 'ban', tone: 'idle' },
  joined: { word: 'Joined', icon: 'check', tone: 'ok' },
}

const columns = ({ self, zone }: View): Column<WaitlistRow>[] => [
  {
    label: 'E-mail',
    sort: 'email',
    cell: (asked) => (
      <>
        <b class="url">{asked.email}</b>
        {asked.note && <small class="sub2 url">{shortened(asked.note)}</small>}
      </>
    ),
  },
  { label: 'Status', cell: (asked) => <Chip {...STATUS[asked.status]} /> },
  timeColumn('Requested', 'created_at', zone, 'wide-only'),
  { label: 'Actions', class: 'end', cell: (asked) => <Decide of={asked} self={self} /> },
]

export const waitlist = listScreen({
  at: '/waitlist',
  operator: true,
  operation: listWaitlist,
  title: 'Waitlist',
  sub: 'Requests for an invite from the public page.',
  search: 'Search e-mail or note',
  views: { name: 'status', label: 'Status', choices: STATUS, first: 'pending' },
  columns,
  empty: { icon: 'clock', text: 'No request. Requests from /waitlist are listed here.' },
})

/** The beginning says enough in a list. */
const shortened = (text: string): string => (text.length > 90 ? `${text.slice(0, 90)}…` : text)

const Decide = ({ of, self }: { of: WaitlistRow; self: string }) => {
  if (of.status === 'invited' && of.invite_id)
    return (
      <div class="row">
        <a class="btn small" href={`/app/platform/invites/${of.invite_id}`}>
          Invite
        </a>
      </div>
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

/** No e-mail is sent unless the box is ticked. */
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
          hints={{ send_email: 'Without it no e-mail is sent.' }}
          verb="Decline"
        />
      </CardBody>
    </Card>
  </>
)

type AccessProps = { access: AnswerOf<typeof getAccessSettings>; self: string; issues?: readonly Issue[] }

export const Access = ({ access, self, issues }: AccessProps) => (
  <>
    <PageHead title="Access" sub="How people sign up, and what the free plan gives." />
    {!access.can_sign_up && (
      <Banner tone="warn">
        <b>Nobody can sign up now.</b> No mail server is set up, so no address can be verified. The public pages say
        that you add people.
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
      <Card title="Free plan" class="w7">
        <CardBody>
          <Facts
            facts={[
              { label: 'Trial links per person', value: number(access.free_plan.trial_index_credits) },
              { label: 'Links per month', value: number(access.free_plan.monthly_index_credits) },
              { label: 'Checks per month', value: number(access.free_plan.monthly_check_credits) },
            ]}
          />
        </CardBody>
      </Card>
    </div>
  </>
)
