import {
  goTo,
  platformAction,
  platformPage,
  type Reply,
  type Screen,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import { activateUser } from '../../src/operations/users/activate-user.ts'
import { approveUser } from '../../src/operations/users/approve-user.ts'
import { declineUser } from '../../src/operations/users/decline-user.ts'
import { deleteUser } from '../../src/operations/users/delete-user.ts'
import { deleteUserSession } from '../../src/operations/users/delete-user-session.ts'
import { getUser } from '../../src/operations/users/get-user.ts'
import { removeUserMembership } from '../../src/operations/users/remove-user-membership.ts'
import { resetFactors } from '../../src/operations/users/reset-factors.ts'
import { resetUserPassword } from '../../src/operations/users/reset-user-password.ts'
import { suspendUser } from '../../src/operations/users/suspend-user.ts'
import { askScreen } from '../screens/ask-screen.ts'
import { drawPage } from '../shell.tsx'
import { QUESTIONS, ResetLink, userForms, userPage } from './user.tsx'
import { createForm, USERS, userList } from './users.tsx'

const crumbs = (_: SignedInCall, { id, email }: { id: string; email: string }) => [
  { label: 'Users', href: USERS },
  { label: email, href: `${USERS}/${id}` },
]

type Does = (call: SignedInCall, id: string) => Promise<unknown>

const done = async (call: SignedInCall, does: Does, text: string, to = `${USERS}/${call.params.id}`) => {
  await does(call, call.params.id!)
  return goTo(to, { text })
}

/** An act on a person, and the notice after it. */
const act = (path: string, does: Does, text: string) =>
  platformAction(`/users/:id/${path}`, (call) => done(call, does, text))

const ask = (name: keyof typeof QUESTIONS, does: (call: SignedInCall) => Promise<Reply>) =>
  askScreen({
    at: `/users/:id/${name}`,
    operator: true,
    of: (call) => call.call(getUser, { id: call.params.id }),
    question: QUESTIONS[name],
    crumbs,
    does,
  })

export const userScreens: readonly Screen[] = [
  ...userList.screens,
  ...createForm.screens,
  platformPage('/users/:id', (call) => userPage(call)),
  ...userForms,
  act('approve', (call, id) => call.call(approveUser, { id }), 'Approved. They get an e-mail.'),
  act('decline', (call, id) => call.call(declineUser, { id }), 'Declined. No e-mail was sent.'),
  act('activate', (call, id) => call.call(activateUser, { id }), 'The account is active again.'),
  ...ask('suspend', (call) =>
    done(call, (_, id) => call.call(suspendUser, { id }), 'Suspended. Nobody can act for them now.'),
  ),
  ...ask('factors', (call) =>
    done(call, (_, id) => call.call(resetFactors, { id }), 'Their second factors are removed.'),
  ),
  ...ask('delete', (call) => done(call, (_, id) => call.call(deleteUser, { id }), 'The account is deleted.', USERS)),
  ...ask('reset', (call) =>
    done(call, (_, id) => call.call(resetUserPassword, { id, send_email: true }), 'The e-mail is on its way.'),
  ),
  ...ask('link', async (call) => {
    const { reset_url } = await call.call(resetUserPassword, { id: call.params.id, send_email: false })
    const user = await call.call(getUser, { id: call.params.id })
    const head = { title: 'New password', crumbs: crumbs(call, user), operator: true, kind: 'settings' }
    return drawPage(call, head, <ResetLink url={reset_url!} back={`${USERS}/${user.id}`} />)
  }),
  act(
    'memberships/:tid/remove',
    (call, id) => call.call(removeUserMembership, { id, tid: call.params.tid }),
    'They left the workspace.',
  ),
  act('sessions/:sid/end', (call, id) => call.call(deleteUserSession, { id, sid: call.params.sid }), 'Session ended.'),
]
