/** Members of a workspace, their roles, and invitations. */

import { sendsMail } from '../../src/doors/pages/people.ts'
import { goTo, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { said, say, type Text, text } from '../../src/kernel/language/say.ts'
import { lower, type Role } from '../../src/kernel/operation/caller.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { addMember, listMembers, removeMember, updateMemberRole } from '../../src/operations/members.ts'
import { getSecurityRule, setSecurityRule } from '../../src/operations/tenants/rules.ts'
import { zoneOf } from '../frame/reader.ts'
import { mayGive } from '../frame/visitor.ts'
import { Section } from '../kit/fold.tsx'
import { ActMenu } from '../kit/menu.tsx'
import { Chip } from '../parts/chips.tsx'
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
import { Invited, RoleNotes } from './notes.tsx'

export type MemberRow = AnswerOf<typeof listMembers>['items'][number]

const removeQuestion = (to: Reader): Question => ({
  title: say(to, 'Remove this member?'),
  points: [
    say(to, 'They lose access to this workspace. Their account stays.'),
    say(to, 'API keys they made here and apps they connected stop at once.'),
  ],
  body: say(to, 'You can invite them again at any time.'),
  verb: say(to, 'Remove member'),
})

const MAKE: Record<Role, Text> = {
  client_viewer: text('Make viewer'),
  member: text('Make member'),
  admin: text('Make admin'),
  owner: text('Make owner'),
}

/** Roles up to the visitor's own, at an own domain the lowest; none if the visitor may not change members. */
const rolesOf = (view: ListState): readonly Role[] =>
  view.may(addMember) ? rolesUpTo(view.own_domain ? 'client_viewer' : view.role) : []

const columns = (view: ListState): Column<MemberRow>[] => [
  {
    label: text('Name'),
    sort: 'name',
    cell: (row) => (
      <Named name={row.name} sub={row.email}>
        {!row.joined && <Chip to={view.zone} word={text('Invited')} icon="clock" tone="info" />}
        {row.second_factor !== 'none' && (
          <Chip to={view.zone} word={text('Second factor')} icon="shield-check" tone="ok" />
        )}
        {row.status === 'suspended' && <UserStatusChip to={view.zone} status="suspended" />}
      </Named>
    ),
  },
  { label: text('Role'), cell: (row) => say(view.zone, ROLE_WORDS[row.role]) },
  timeColumn(text('Since'), 'created_at', view.zone, 'wide-only'),
  ...(view.may(addMember)
    ? [{ label: text('Actions'), class: 'end', cell: (row: MemberRow) => actsOf(row, view, rolesOf(view)) }]
    : []),
]

/** A role above the visitor's own cannot be changed. */
const actsOf = (row: MemberRow, { self, zone }: ListState, roles: readonly Role[]) => (
  <ActMenu
    to={zone}
    id={`member-${row.uid}`}
    label={say(zone, 'Actions for {name}', { name: row.name })}
    acts={[
      ...(roles.includes(row.role) ? roles : []).map((role) =>
        role === row.role
          ? null
          : {
              label: say(zone, MAKE[role]),
              icon: 'user-cog' as const,
              post: `${self}/${row.uid}/role`,
              fields: { role },
            },
      ),
      {
        label: say(zone, 'Remove'),
        icon: 'trash-2',
        ask: `${self}/${row.uid}/remove`,
        question: removeQuestion(zone),
        danger: true,
      },
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
    title: text('People'),
    sub: text('They can open this workspace. People of workspaces above it can too.'),
    kind: 'settings',
    columns,
    empty: { icon: 'users', text: text('No people yet. People of the workspaces above can open it.') },
  },
  async (call) => (
    <>
      {may(call, addMember) && newMember(zoneOf(call), listOf(call), mayGive(call))}
      {may(call, setSecurityRule) && (await ruleSection(call))}
      <RoleNotes to={zoneOf(call)} />
    </>
  ),
)

const inviteForm: FormOf = formScreen({
  at: '/members',
  operation: addMember,
  fields: [],
  sentence: said('Invite {email} as {role}. Without an account yet, their name is {name}.', {
    ...{ email: '{email}', role: '{role}', name: '{name}' },
  }),
  words: { role: ROLE_WORDS },
  given: idOf,
  empty: { email: 'name@company.example', name: text('what they enter') },
  inputs: { email: { type: 'email', autocomplete: 'off' } },
  once: true,
  faults: ['plan_limit', 'conflict', 'forbidden'],
  verb: text('Invite person'),
  page: (call, refused) => memberList.draw(call, newMember(zoneOf(call), listOf(call), mayGive(call), refused)),
  done: (call, { email, invitation_url }) => {
    const to = zoneOf(call)
    const mailed = sendsMail(call.app)
    const list = listOf(call)
    if (invitation_url) {
      const title = mailed ? say(to, 'Invitation sent') : say(to, 'Invitation ready')
      const crumbs = [{ label: say(to, 'People'), href: list }, { label: email }]
      const shown = <Invited to={to} email={email} mailed={mailed} url={invitation_url} list={list} />
      return drawPage(call, { title, crumbs, kind: 'settings' }, shown)
    }
    const words = mailed
      ? say(to, '{email} is invited by e-mail.', { email })
      : say(to, '{email} is invited. They see it when they sign in.', { email })
    return goTo(list, { text: words })
  },
})

const ruleForm: FormOf = formScreen({
  at: '/members/security',
  operation: setSecurityRule,
  ...RULE_FORM,
  given: idOf,
  verb: text('Save rule'),
  tone: 'plain',
  page: async (call, refused) => memberList.draw(call, await ruleSection(call, refused)),
  done: (call) => goTo(listOf(call), { text: say(zoneOf(call), 'The rule is saved.') }),
})

const ruleSection = async (call: SignedInCall, refused?: RefusedForm) => {
  const to = zoneOf(call)
  const { second_factor, keys_too } = await call.call(getSecurityRule, idOf(call))
  return (
    <Section title={say(to, 'Second factor')} note={say(to, 'People here and in the workspaces below who need one.')}>
      {ruleForm.form(`${listOf(call)}/security`, { second_factor, keys_too }, { to }, refused)}
    </Section>
  )
}

export const newMember = (to: Reader, self: string, highest: Role, refused?: RefusedForm) => (
  <Section title={say(to, 'Invite a person')}>
    {inviteForm.form(self, { role: lower(highest, 'member') }, { to, schema: invitation(highest) }, refused)}
  </Section>
)

const invitation = (highest: Role): FormSchema => {
  const { properties, required } = addMember.input
  return { properties: { ...properties, role: { ...properties.role, enum: rolesUpTo(highest) } }, required }
}

export const memberScreens: readonly Screen[] = [
  ...memberList.screens,
  ...inviteForm.screens,
  ...ruleForm.screens,
  act(
    '/members/:uid/role',
    updateMemberRole,
    (call, { name, role }) => {
      const to = zoneOf(call)
      return goTo(listOf(call), { text: say(to, 'Role of {name}: {role}.', { name, role: say(to, ROLE_WORDS[role]) }) })
    },
    idOf,
  ),
  ...askScreen({
    at: '/members/:uid/remove',
    operation: removeMember,
    more: idOf,
    of: () => null,
    question: (_, call) => removeQuestion(zoneOf(call)),
    crumbs: (call) => [{ label: say(zoneOf(call), 'People'), href: listOf(call) }],
    done: (call) =>
      goTo(listOf(call), {
        text: say(zoneOf(call), 'Removed. Keys they made here and apps they connected have stopped.'),
      }),
  }),
]
