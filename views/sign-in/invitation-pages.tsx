import {
  acceptOffer,
  declineOffer,
  INVITATIONS,
  offersTo,
  sendProof,
  userById,
  type Visitor,
} from '../../src/domains/accounts/index.ts'
import {
  type Call,
  goTo,
  publicAction,
  publicPage,
  type Reply,
  type Screen,
  visitorAt,
} from '../../src/doors/pages/web.ts'
import { notFound } from '../../src/kernel/operation/fault.ts'
import { publicPageOf } from '../shell.tsx'
import { Invitations } from './invitations.tsx'
import { signInTo } from './who.ts'

/** A person answers for themself, whether they belong to a workspace yet or not. */
export const invitationScreens: readonly Screen[] = [
  publicPage(INVITATIONS, (call) => asVisitor(call, (visitor) => invitationsPage(call, visitor))),
  publicAction(`${INVITATIONS}/:tenant/accept`, (call) =>
    asVisitor(call, (visitor) => {
      const tenant_id = offered(call, visitor)
      acceptOffer(call.app, { user_id: visitor.user.id, tenant_id, ip: call.visit.ip })
      return goTo(`/app/w/${tenant_id}`, { text: 'Welcome. You belong to this workspace now.' })
    }),
  ),
  publicAction(`${INVITATIONS}/:tenant/decline`, (call) =>
    asVisitor(call, (visitor) => {
      declineOffer(call.app, { user_id: visitor.user.id, tenant_id: offered(call, visitor), ip: call.visit.ip })
      return goTo(INVITATIONS, { text: 'Declined. Whoever asked may ask again.' })
    }),
  ),
  publicAction(`${INVITATIONS}/prove`, (call) =>
    asVisitor(call, ({ user: { id } }) => {
      call.app.db.write((tx) => {
        const user = userById(tx, id)!
        return sendProof(tx, call.app, user, user.email) as undefined
      })
      return goTo(INVITATIONS, { text: 'The letter is on its way.' })
    }),
  ),
]

async function asVisitor(call: Call, answer: (visitor: Visitor) => Reply): Promise<Reply> {
  const visitor = await visitorAt(call)
  return visitor ? answer(visitor) : goTo(signInTo(INVITATIONS))
}

/** The workspace that the path names, where this address serves it. */
function offered({ app, params }: Call, { user, within }: Visitor): string {
  const tenant_id = params.tenant!
  if (!app.db.read((tx) => offersTo(tx, user.id, within)).some((one) => one.tenant_id === tenant_id))
    throw notFound('invitation')
  return tenant_id
}

function invitationsPage(call: Call, { user, within }: Visitor) {
  const { offers, proved } = call.app.db.read((tx) => ({
    offers: offersTo(tx, user.id, within),
    proved: userById(tx, user.id)!.email_verified_at !== null,
  }))
  return publicPageOf(
    call,
    'Your invitations',
    <Invitations email={user.email} proved={proved} offers={offers} self={INVITATIONS} />,
  )
}
