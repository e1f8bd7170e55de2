import { goTo, platformPage, type Screen, type SignedInCall } from '../../../src/doors/pages/web.ts'
import { getAccessSettings, updateAccessSettings } from '../../../src/features/signups/operations/access-settings.ts'
import { getInvite, revokeInvite } from '../../../src/features/signups/operations/invites.ts'
import {
  approveWaitlistRequest,
  declineWaitlistRequest,
  getWaitlistRequest,
  listWaitlist,
} from '../../../src/features/signups/operations/waitlist.ts'
import type { AnswerOf } from '../../../src/kernel/operation/operation.ts'
import { getSecuritySettings, updateSecuritySettings } from '../../../src/operations/security.ts'
import { Section } from '../../kit/fold.tsx'
import { Strip } from '../../kit/strip.tsx'
import { LinkButton } from '../../parts/button.tsx'
import { Chip } from '../../parts/chips.tsx'
import { Post } from '../../parts/forms/post.tsx'
import type { Column } from '../../parts/lists/table.tsx'
import { Banner } from '../../parts/page/card.tsx'
import { number } from '../../parts/text/format.ts'
import { RULE_FORM, RULE_WORDS, type StatusWord } from '../../parts/text/words.ts'
import { platformAct } from '../../screens/act.ts'
import { askScreen } from '../../screens/ask-screen.ts'
import { timeColumn } from '../../screens/columns.tsx'
import { type FormOf, formScreen, type RefusedForm } from '../../screens/form-screen.tsx'
import { listScreen } from '../../screens/list-screen.tsx'
import type { ListState } from '../../screens/list-spec.ts'
import { drawPage } from '../../shell.tsx'
import { createForm, INVITES, inviteList, invitePage, REVOKE, sendForm } from './invites.tsx'

type WaitlistRow = AnswerOf<typeof listWaitlist>['items'][number]

const STATUS: Record<WaitlistRow['status'], StatusWord> = {
  pending: { word: 'Waiting', icon: 'clock', tone: 'warn' },
  invited: { word: 'Invited', icon: 'send', tone: 'info' },
  declined: { word: 'Declined', icon: 'ban', tone: 'idle' },
  joined: { word: 'Joined', icon: 'check', tone: 'ok' },
}

const columns = ({ self, zone }: ListState): Column<WaitlistRow>[] => [
  {
    label: 'E-mail',
    sort: 'email',
    cell: (asked) => (
      <>
        <span class="name">{asked.email}</span>
        {asked.note && <small class="sub2 url">{shortened(asked.note)}</small>}
      </>
    ),
  },
  { label: 'Status', cell: (asked) => <Chip {...STATUS[asked.status]} /> },
  timeColumn('Requested', 'created_at', zone, 'wide-only'),
  { label: 'Actions', class: 'end', cell: (asked) => <Decide of={asked} self={self} /> },
]

const waitlist = listScreen({
  at: '/waitlist',
  operator: true,
  operation: listWaitlist,
  title: 'Waitlist',
  kind: 'settings',
  sub: 'Requests for an invite from the public page.',
  search: 'Search e-mail or note',
  views: { name: 'status', label: 'Status', choices: STATUS, first: 'pending' },
  columns,
  empty: { icon: 'clock', text: 'No request. Requests from /waitlist are listed here.' },
})

const shortened = (text: string): string => (text.length > 90 ? `${text.slice(0, 90)}…` : text)

const Decide = ({ of, self }: { of: WaitlistRow; self: string }) => {
  if (of.status === 'invited' && of.invite_id)
    return (
      <div class="row">
        <LinkButton class="btn small" href={`/app/platform/invites/${of.invite_id}`} label="Invite" />
      </div>
    )
  if (of.status === 'joined') return null
  return (
    <div class="row">
      <Post action={`${self}/${of.id}/approve`} class="btn small primary" label="Invite" of={of.email} />
      {of.status === 'pending' && (
        <LinkButton class="btn small" href={`${self}/${of.id}/decline`} label="Decline" of={of.email} />
      )}
    </div>
  )
}

const WAITLIST = '/app/platform/waitlist'
const ACCESS = '/app/platform/access'

/** No e-mail is sent unless the box is ticked. */
const declineForm: FormOf = formScreen({
  at: '/waitlist/:id/decline',
  operator: true,
  operation: declineWaitlistRequest,
  fields: ['note', 'send_email'],
  hints: { send_email: 'Otherwise no e-mail is sent.' },
  faults: ['conflict'],
  verb: 'Decline request',
  page: (call, refused) => declinePage(call, refused),
  done: ({ form }) =>
    goTo(WAITLIST, { text: form.send_email ? 'Declined. An e-mail was sent.' : 'Declined. No e-mail was sent.' }),
})

async function declinePage(call: SignedInCall, refused?: RefusedForm) {
  const { id, email } = await call.call(getWaitlistRequest, { id: call.params.id })
  const crumbs = [{ label: 'Waitlist', href: WAITLIST }, { label: 'Decline' }]
  const form = declineForm.form(`${WAITLIST}/${id}/decline`, {}, {}, refused)
  return drawPage(call, { title: `Decline ${email}?`, crumbs, operator: true, kind: 'settings' }, form)
}

const accessForm: FormOf = formScreen({
  at: '/access',
  operator: true,
  operation: updateAccessSettings,
  fields: [],
  sentence: 'New accounts {signup_mode}.',
  words: { signup_mode: { approval: 'wait for a platform admin', open: 'may act once their address is verified' } },
  given: () => ({}),
  verb: 'Save access',
  page: (call, refused) => accessPage(call, refused),
  done: () => goTo(ACCESS, { text: 'Saved.' }),
})

const securityForm: FormOf = formScreen({
  at: '/access/security',
  operator: true,
  operation: updateSecuritySettings,
  ...RULE_FORM,
  words: { ...RULE_FORM.words, second_factor: { ...RULE_WORDS, admins: 'Platform admins' } },
  verb: 'Save rule',
  tone: 'plain',
  page: (call, refused) => accessPage(call, undefined, refused),
  done: () => goTo(ACCESS, { text: 'The rule is saved.' }),
})

async function accessPage(call: SignedInCall, refused?: RefusedForm, rule_refused?: RefusedForm) {
  const access = await call.call(getAccessSettings, {})
  const rule = await call.call(getSecuritySettings, {})
  const sub = 'How people sign up, and what the free plan includes.'
  return drawPage(
    call,
    { title: 'Access', sub, operator: true, kind: 'settings' },
    <Access access={access} rule={rule} refused={refused} rule_refused={rule_refused} />,
  )
}

type AccessProps = {
  access: AnswerOf<typeof getAccessSettings>
  rule: AnswerOf<typeof getSecuritySettings>
  refused?: RefusedForm | undefined
  rule_refused?: RefusedForm | undefined
}

const Access = ({ access, rule, refused, rule_refused }: AccessProps) => {
  const { trial_index_credits, monthly_index_credits, monthly_check_credits } = access.free_plan
  return (
    <>
      {!access.can_sign_up && (
        <Banner tone="warn">
          <b>Nobody can sign up now.</b> No mail server is set up, so no address can be verified. The public pages say
          that you add people.
        </Banner>
      )}
      <Strip
        facts={[
          { label: 'Trial links per person', value: number(trial_index_credits), note: 'free plan' },
          { label: 'Links per month', value: number(monthly_index_credits) },
          { label: 'Checks per month', value: number(monthly_check_credits) },
        ]}
      />
      <Section title="Sign-up">
        {accessForm.form(
          ACCESS,
          access,
          { schema: { ...updateAccessSettings.input, required: ['signup_mode'] } },
          refused,
        )}
      </Section>
      <Section title="Second factor" note="People on this install who need one.">
        {securityForm.form(`${ACCESS}/security`, rule, {}, rule_refused)}
      </Section>
    </>
  )
}

export const inviteScreens: readonly Screen[] = [
  ...inviteList.screens,
  ...createForm.screens,
  platformPage('/invites/:id', (call) => invitePage(call)),
  ...sendForm.screens,
  ...askScreen({
    at: '/invites/:id/revoke',
    operator: true,
    operation: revokeInvite,
    of: (call) => call.call(getInvite, { id: call.params.id }),
    question: REVOKE,
    crumbs: (_, { id, email, note }) => [
      { label: 'Invites', href: INVITES },
      { label: email ?? note ?? 'Invite', href: `${INVITES}/${id}` },
    ],
    done: ({ params }) => goTo(`${INVITES}/${params.id}`, { text: 'Invite withdrawn.' }),
  }),
  ...waitlist.screens,
  platformAct('/waitlist/:id/approve', approveWaitlistRequest, () => goTo(WAITLIST, { text: 'Invited by e-mail.' })),
  platformPage('/waitlist/:id/decline', (call) => declinePage(call)),
  ...declineForm.screens,
  platformPage('/access', (call) => accessPage(call)),
  ...accessForm.screens,
  ...securityForm.screens,
]
