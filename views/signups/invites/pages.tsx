import { goTo, platformPage, type Screen } from '../../../src/doors/pages/web.ts'
import { getInvite, revokeInvite } from '../../../src/features/signups/operations/invites.ts'
import { approveWaitlistRequest } from '../../../src/features/signups/operations/waitlist.ts'
import { platformAct } from '../../screens/act.ts'
import { askScreen } from '../../screens/ask-screen.ts'
import { createForm, INVITES, inviteList, invitePage, REVOKE, sendForm } from './invites.tsx'
import { accessForm, accessPage, declineForm, declinePage, securityForm, WAITLIST, waitlist } from './waitlist.tsx'

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
