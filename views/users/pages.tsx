import { goTo, platformPage, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import {
  deleteUserSession,
  removeUserMembership,
  resetFactors,
  resetUserPassword,
} from '../../src/operations/users/access.ts'
import { deleteUser, getUser } from '../../src/operations/users/accounts.ts'
import { activateUser, approveUser, declineUser, suspendUser } from '../../src/operations/users/decisions.ts'
import { platformAct } from '../screens/act.ts'
import { askScreen } from '../screens/ask-screen.ts'
import { drawPage } from '../shell.tsx'
import { QUESTIONS, ResetLink, userForms, userPage } from './user.tsx'
import { createForm, USERS, userList } from './users.tsx'

const crumbs = (_: SignedInCall, { id, email }: { id: string; email: string }) => [
  { label: 'Users', href: USERS },
  { label: email, href: `${USERS}/${id}` },
]

/** Back to the person, with a message. */
const said =
  (text: string) =>
  ({ params }: SignedInCall) =>
    goTo(`${USERS}/${params.id}`, { text })

const asked = (name: keyof typeof QUESTIONS) => ({
  at: `/users/:id/${name}`,
  operator: true,
  of: (call: SignedInCall) => call.call(getUser, { id: call.params.id }),
  question: QUESTIONS[name],
  crumbs,
})

export const userScreens: readonly Screen[] = [
  ...userList.screens,
  ...createForm.screens,
  platformPage('/users/:id', (call) => userPage(call)),
  ...userForms,
  platformAct('/users/:id/approve', approveUser, said('Approved. They get an e-mail.')),
  platformAct('/users/:id/decline', declineUser, said('Declined. No e-mail was sent.')),
  platformAct('/users/:id/activate', activateUser, said('The account is active again.')),
  ...askScreen({ ...asked('suspend'), operation: suspendUser, done: said('Suspended. Nobody can act for them now.') }),
  ...askScreen({ ...asked('factors'), operation: resetFactors, done: said('Their second factors are removed.') }),
  ...askScreen({
    ...asked('delete'),
    operation: deleteUser,
    done: () => goTo(USERS, { text: 'The account is deleted.' }),
  }),
  ...askScreen({
    ...asked('reset'),
    operation: resetUserPassword,
    more: { send_email: true },
    done: said('The e-mail is on its way.'),
  }),
  ...askScreen({
    ...asked('link'),
    operation: resetUserPassword,
    more: { send_email: false },
    async done(call, { reset_url }) {
      const user = await call.call(getUser, { id: call.params.id })
      const head = { title: 'New password', crumbs: crumbs(call, user), operator: true, kind: 'settings' }
      return drawPage(call, head, <ResetLink url={reset_url!} back={`${USERS}/${user.id}`} />)
    },
  }),
  platformAct('/users/:id/memberships/:tid/remove', removeUserMembership, said('They left the workspace.')),
  platformAct('/users/:id/sessions/:sid/end', deleteUserSession, said('Session ended.')),
]
