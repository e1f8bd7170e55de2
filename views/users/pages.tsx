import {
  goTo,
  htmlResponse,
  platformAction,
  platformPage,
  type Reply,
  type Screen,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import type { Fault } from '../../src/kernel/operation/fault.ts'
import { listTenants } from '../../src/operations/tenants/list-tenants.ts'
import { activateUser } from '../../src/operations/users/activate-user.ts'
import { addUserMembership } from '../../src/operations/users/add-user-membership.ts'
import { approveUser } from '../../src/operations/users/approve-user.ts'
import { declineUser } from '../../src/operations/users/decline-user.ts'
import { deleteUser } from '../../src/operations/users/delete-user.ts'
import { deleteUserSession } from '../../src/operations/users/delete-user-session.ts'
import { getUser } from '../../src/operations/users/get-user.ts'
import { removeUserMembership } from '../../src/operations/users/remove-user-membership.ts'
import { resetUserPassword } from '../../src/operations/users/reset-user-password.ts'
import { suspendUser } from '../../src/operations/users/suspend-user.ts'
import { updateUser } from '../../src/operations/users/update-user.ts'
import { issuesIn } from '../refused.ts'
import { confirmPage, installPage, zoneOf } from '../shell.tsx'
import { QUESTIONS, ResetLink, User, type UserProps } from './user.tsx'
import { createForm, USERS, userList } from './users.tsx'

const question = (act: keyof typeof QUESTIONS) =>
  platformPage(`/users/:id/${act}`, async (call) => {
    const { id, name, email } = await call.call(getUser, { id: call.params.id })
    const back = `${USERS}/${id}`
    const crumbs = [
      { label: 'Users', href: USERS },
      { label: email, href: back },
    ]
    return confirmPage(call, QUESTIONS[act], { href: `${back}/${act}`, back, crumbs, sub: name }, installPage)
  })

/** An act on one person, and the word for whoever did it. */
const act = (path: string, does: (call: SignedInCall, id: string) => Promise<unknown>, text: string) =>
  platformAction(`/users/:id/${path}`, async (call) => {
    await does(call, call.params.id!)
    return goTo(path === 'delete' ? USERS : `${USERS}/${call.params.id}`, { text })
  })

export const userScreens: readonly Screen[] = [
  ...userList.screens,
  ...createForm.screens,
  platformPage('/users/:id', (call) => userPage(call)),
  platformAction('/users/:id', edit),
  act('approve', (call, id) => call.call(approveUser, { id }), 'Approved. They get an e-mail.'),
  act('decline', (call, id) => call.call(declineUser, { id }), 'Declined. Nobody was told.'),
  act('activate', (call, id) => call.call(activateUser, { id }), 'The account is open again.'),
  question('suspend'),
  act('suspend', (call, id) => call.call(suspendUser, { id }), 'Suspended. Nobody can act for them now.'),
  question('delete'),
  act('delete', (call, id) => call.call(deleteUser, { id }), 'The account is deleted.'),
  question('reset'),
  act('reset', (call, id) => call.call(resetUserPassword, { id, send_email: true }), 'The letter is on its way.'),
  question('link'),
  platformAction('/users/:id/link', handOver),
  platformAction('/users/:id/memberships', letIn),
  act(
    'memberships/:tid/remove',
    (call, id) => call.call(removeUserMembership, { id, tid: call.params.tid }),
    'They left the workspace.',
  ),
  act(
    'sessions/:sid/end',
    (call, id) => call.call(deleteUserSession, { id, sid: call.params.sid }),
    'That session is over.',
  ),
]

async function userPage(call: SignedInCall, more: Pick<UserProps, 'refused'> = {}) {
  const user = await call.call(getUser, { id: call.params.id })
  const places = await placesOf(call)
  return installPage(call, user.name, <User {...more} user={user} list={USERS} places={places} zone={zoneOf(call)} />)
}

/** Workspaces to choose from; people are added to others on the pages of these. */
async function placesOf(call: SignedInCall) {
  return (await call.call(listTenants, { page_size: 200, sort: 'name' })).items
}

async function edit(call: SignedInCall): Promise<Reply> {
  const { name, email, platform_admin = 'false' } = call.form
  const was = await call.call(getUser, { id: call.params.id })
  const asked = { id: was.id, name, platform_admin, email: email === was.email ? undefined : email }
  return done(call, 'edit', { name, email, platform_admin: platform_admin === 'true' }, () =>
    call.call(updateUser, asked),
  )
}

function letIn(call: SignedInCall): Promise<Reply> {
  const { tenant_id, role } = call.form
  return done(call, 'membership', { tenant_id, role }, () =>
    call.call(addUserMembership, { id: call.params.id, tenant_id, role }),
  )
}

/** Back to the person, or the form once more with what is wrong. */
async function done(
  call: SignedInCall,
  form: 'edit' | 'membership',
  values: Record<string, unknown>,
  work: () => Promise<unknown>,
): Promise<Reply> {
  try {
    await work()
    return goTo(`${USERS}/${call.params.id}`, { text: 'Saved.' })
  } catch (error) {
    const issues = issuesIn(error, ['conflict', 'plan_limit', 'rate_limited'])
    return htmlResponse(await userPage(call, { refused: { form, values, issues } }), (error as Fault).status)
  }
}

async function handOver(call: SignedInCall): Promise<Reply> {
  const { reset_url } = await call.call(resetUserPassword, { id: call.params.id, send_email: false })
  const user = await call.call(getUser, { id: call.params.id })
  return installPage(call, 'New password', <ResetLink user={user} url={reset_url!} list={USERS} />)
}
