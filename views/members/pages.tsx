/** Members of a workspace, their roles, and invitations. */

import { sendsMail } from '../../src/doors/pages/people.ts'
import { goTo, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { lower, ROLES, type Role } from '../../src/kernel/operation/caller.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { addMember, listMembers, removeMember, updateMemberRole } from '../../src/operations/members.ts'
import { getSecurityRule, setSecurityRule } from '../../src/operations/tenants/rules.ts'
import { mayGive } from '../frame/visitor.ts'
import { Fold, Section } from '../kit/fold.tsx'
import { ActMenu } from '../kit/menu.tsx'
import { LinkButton } from '../parts/button.tsx'
import { Chip } from '../parts/chips.tsx'
import { CopyField } from '../parts/forms/copy.tsx'
import type { Question } from '../parts/forms/dialogs.tsx'
import type { FormSchema } from '../parts/forms/form.tsx'
import { type Column, Named } from '../parts/lists/table.tsx'
import { ROLE_WORDS, RULE_FORM, rolesUpTo } from '../parts/text/words.ts'
import { act } from '../screens/act.ts'
import { askScreen } from '../screens/ask-screen.ts'
import { timeColumn } from '../screens/columns.tsx'
import { type FormOf, formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { listScreen } from '../screens/list-screen.tsx'
import type { ListState } from '../screens/list-spec.ts'
import { drawPage, may } from '../shell.tsx'
import { UserStatusChip } from '../users/users.tsx'

export type MemberRow = AnswerOf<typeof listMembers>['items'][number]

const REMOVE: Question = {
  title: 'Remove this member?',
  points: [
    'They lose access to this workspace. Their account stays.',
    'API keys they made here and apps they connected stop at once.',
  ],
  body: 'You can invite them again at any time.',
  verb: 'Remove member',
}

/** Roles up to the visitor's own, at an own domain the lowest; none if the visitor may not change members. */
const rolesOf = (view: ListState): readonly Role[] =>
  view.may(addMember) ? rolesUpTo(view.own_domain ? 'client_viewer' : view.role) : []

const columns = (view: ListState): Column<MemberRow>[] => [
  {
    label: 'Name',
    sort: 'name',
    cell: (row) => (
      <Named name={row.name} sub={row.email}>
        {!row.joined && <Chip word="Invited" icon="clock" tone="info" />}
        {row.second_factor !== 'none' && <Chip word="Second factor" icon="shield-check" tone="ok" />}
        {row.status === 'suspended' && <UserStatusChip status="suspended" />}
      </Named>
    ),
  },
  { label: 'Role', cell: (row) => ROLE_WORDS[row.role] },
  timeColumn('Since', 'created_at', view.zone, 'wide-only'),
  ...(view.may(addMember)
    ? [{ label: 'Actions', class: 'end', cell: (row: MemberRow) => actsOf(row, view.self, rolesOf(view)) }]
    : []),
]

/** A role above the visitor's own cannot be changed. */
const actsOf = (row: MemberRow, self: string, roles: readonly Role[]) => (
  <ActMenu
    id={`member-${row.uid}`}
    label={`Actions for ${row.name}`}
    acts={[
      ...(roles.includes(row.role) ? roles : []).map((role) =>
        role === row.role
          ? null
          : {
              label: `Make ${ROLE_WORDS[role].toLowerCase()}`,
              icon: 'user-cog' as const,
              post: `${self}/${row.uid}/role`,
              fields: { role },
            },
      ),
      { label: 'Remove', icon: 'trash-2', ask: `${self}/${row.uid}/remove`, question: REMOVE, danger: true },
    ]}
  />
)

const idOf = ({ caller }: SignedInCall) => ({ id: caller.tenant_id })
const listOf = ({ base }: SignedInCall): string => `${base}/members`

export const memberList = listScreen(
  {
    at: '/members',
    operation: listMembers,
    given: idOf,
    title: 'People',
    sub: 'They can open this workspace. People of workspaces above it can too.',
    kind: 'settings',
    columns,
    empty: { icon: 'users', text: 'No people yet. People of the workspaces above can open it.' },
  },
  async (call) => (
    <>
      {may(call, addMember) && newMember(listOf(call), mayGive(call))}
      {may(call, setSecurityRule) && (await ruleSection(call))}
      <RoleNotes />
    </>
  ),
)

const inviteForm: FormOf = formScreen({
  at: '/members',
  operation: addMember,
  fields: [],
  sentence: 'Invite {email} as {role}. Without an account yet, their name is {name}.',
  given: idOf,
  empty: { email: 'name@company.example', name: 'what they enter' },
  inputs: { email: { type: 'email', autocomplete: 'off' } },
  once: true,
  faults: ['plan_limit', 'conflict', 'forbidden'],
  verb: 'Invite person',
  page: (call, refused) => memberList.draw(call, newMember(listOf(call), mayGive(call), refused)),
  done: (call, { email, invitation_url }) =>
    invitation_url
      ? drawPage(
          call,
          {
            title: sendsMail(call.app) ? 'Invitation sent' : 'Invitation ready',
            crumbs: [{ label: 'People', href: listOf(call) }, { label: email }],
            kind: 'settings',
          },
          <Invited email={email} mailed={sendsMail(call.app)} url={invitation_url} list={listOf(call)} />,
        )
      : goTo(listOf(call), {
          text: sendsMail(call.app)
            ? `${email} is invited by e-mail.`
            : `${email} is invited. They see it when they sign in.`,
        }),
})

const ruleForm: FormOf = formScreen({
  at: '/members/security',
  operation: setSecurityRule,
  ...RULE_FORM,
  given: idOf,
  verb: 'Save rule',
  tone: 'plain',
  page: async (call, refused) => memberList.draw(call, await ruleSection(call, refused)),
  done: (call) => goTo(listOf(call), { text: 'The rule is saved.' }),
})

const ruleSection = async (call: SignedInCall, refused?: RefusedForm) => {
  const { second_factor, keys_too } = await call.call(getSecurityRule, idOf(call))
  return (
    <Section title="Second factor" note="People here and in the workspaces below who need one.">
      {ruleForm.form(`${listOf(call)}/security`, { second_factor, keys_too }, {}, refused)}
    </Section>
  )
}

export const newMember = (self: string, highest: Role, refused?: RefusedForm) => (
  <Section title="Invite a person">
    {inviteForm.form(self, { role: lower(highest, 'member') }, { schema: invitation(highest) }, refused)}
  </Section>
)

const invitation = (highest: Role): FormSchema => {
  const { properties, required } = addMember.input
  return { properties: { ...properties, role: { ...properties.role, enum: rolesUpTo(highest) } }, required }
}

type InvitedProps = { email: string; mailed: boolean; url: string; list: string }

export const Invited = ({ email, mailed, url, list }: InvitedProps) => (
  <>
    <p>
      {mailed ? `${email} got an e-mail with this link.` : 'This install sends no e-mail. Send this link yourself.'}
    </p>
    <CopyField
      id="invitation"
      label={mailed ? 'Invitation link, to send yourself' : `Invitation link for ${email}`}
      value={url}
      hint="Works once, within 7 days."
    />
    <LinkButton class="btn primary" href={list} label="Show people" />
  </>
)

const MAY: Record<Role, string> = {
  client_viewer: 'Reads pushes, links and reports.',
  member: 'Pushes and checks links, and shares reports.',
  admin: 'Runs the workspace as well: clients, people, keys, credits, IndexNow sites.',
  owner: 'Everything. The last owner cannot be removed.',
}

export const RoleNotes = () => (
  <Fold summary="What each role may do">
    <dl class="roles">
      {ROLES.map((role) => (
        <>
          <dt>{ROLE_WORDS[role]}</dt>
          <dd>{MAY[role]}</dd>
        </>
      ))}
    </dl>
  </Fold>
)

export const memberScreens: readonly Screen[] = [
  ...memberList.screens,
  ...inviteForm.screens,
  ...ruleForm.screens,
  act(
    '/members/:uid/role',
    updateMemberRole,
    (call, { name, role }) => goTo(listOf(call), { text: `${name} is ${ROLE_WORDS[role].toLowerCase()} now.` }),
    idOf,
  ),
  ...askScreen({
    at: '/members/:uid/remove',
    operation: removeMember,
    more: idOf,
    of: () => null,
    question: REMOVE,
    crumbs: (call) => [{ label: 'People', href: listOf(call) }],
    done: (call) => goTo(listOf(call), { text: 'Removed. Keys they made here and apps they connected have stopped.' }),
  }),
]
