import {
  answerInvitation,
  INVITATIONS,
  invitationsOf,
  isVerified,
  sendVerification,
  type Visitor,
} from '../../src/doors/pages/sign-in/accounts.ts'
import {
  type Call,
  goTo,
  publicAction,
  publicPage,
  type Reply,
  type Screen,
  visitorAt,
} from '../../src/doors/pages/web.ts'
import { say } from '../../src/kernel/language/say.ts'
import { faceOfPerson } from '../branding.ts'
import { publicPageOf } from '../shell.tsx'
import { Invitations } from './invitations.tsx'
import { signInTo } from './pages.tsx'

/** Each person answers their own invitations, with or without a workspace. */
export const invitationScreens: readonly Screen[] = [
  publicPage(INVITATIONS, (call) => asVisitor(call, (visitor) => invitationsPage(call, visitor))),
  publicAction(`${INVITATIONS}/:tenant/accept`, (call) =>
    asVisitor(call, (visitor) => {
      const tenant_id = answerInvitation(call, visitor, 'accept')
      return goTo(`/app/w/${tenant_id}`, { text: 'Welcome. You are a member of this workspace now.' })
    }),
  ),
  publicAction(`${INVITATIONS}/:tenant/decline`, (call) =>
    asVisitor(call, (visitor) => {
      const { to } = faceOfPerson(call, visitor.user.id)
      answerInvitation(call, visitor, 'decline')
      return goTo(INVITATIONS, { text: say(to, 'Declined. You can be invited again.') })
    }),
  ),
  publicAction(`${INVITATIONS}/prove`, (call) =>
    asVisitor(call, (visitor) => {
      const { to } = faceOfPerson(call, visitor.user.id)
      sendVerification(call.app, visitor)
      return goTo(INVITATIONS, { text: say(to, 'The e-mail is on its way.') })
    }),
  ),
]

async function asVisitor(call: Call, answer: (visitor: Visitor) => Reply): Promise<Reply> {
  const visitor = await visitorAt(call)
  return visitor ? answer(visitor) : goTo(signInTo(INVITATIONS))
}

function invitationsPage(call: Call, visitor: Visitor) {
  const { app } = call
  const props = { email: visitor.user.email, proved: isVerified(app, visitor), offers: invitationsOf(app, visitor) }
  const face = faceOfPerson(call, visitor.user.id)
  const content = <Invitations to={face.to} {...props} self={INVITATIONS} />
  return publicPageOf(call, say(face.to, 'Your invitations'), content, face)
}
