import { findRequestForInvite, readWaitlist } from '../../src/domains/signups/index.ts'
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
import { getAccessSettings } from '../../src/operations/access/get-access-settings.ts'
import { updateAccessSettings } from '../../src/operations/access/update-access-settings.ts'
import { getInvite } from '../../src/operations/invites/get-invite.ts'
import { revokeInvite } from '../../src/operations/invites/revoke-invite.ts'
import { sendInvite } from '../../src/operations/invites/send-invite.ts'
import { approveWaitlistRequest } from '../../src/operations/waitlist/approve-waitlist-request.ts'
import { declineWaitlistRequest } from '../../src/operations/waitlist/decline-waitlist-request.ts'
import type { Issue } from '../parts/form.tsx'
import { issuesIn } from '../refused.ts'
import { confirmPage, installPage, zoneOf } from '../shell.tsx'
import { createForm, INVITES, Invite, inviteList, REVOKE } from './invites.tsx'
import { Access, DeclineRequest, waitlist } from './waitlist.tsx'

const WAITLIST = '/app/platform/waitlist'
const ACCESS = '/app/platform/access'

export const inviteScreens: readonly Screen[] = [
  ...inviteList.screens,
  ...createForm.screens,
  platformPage('/invites/:id', (call) => invitePage(call)),
  platformAction('/invites/:id/send', send),
  platformPage('/invites/:id/revoke', async (call) => {
    const { id, email, note } = await call.call(getInvite, { id: call.params.id })
    const back = `${INVITES}/${id}`
    const crumbs = [
      { label: 'Invites', href: INVITES },
      { label: email ?? note ?? 'Invite', href: back },
    ]
    return confirmPage(call, REVOKE, { href: `${back}/revoke`, back, crumbs }, installPage)
  }),
  platformAction('/invites/:id/revoke', async (call) => {
    await call.call(revokeInvite, { id: call.params.id })
    return goTo(`${INVITES}/${call.params.id}`, { text: 'Invite withdrawn.' })
  }),
  ...waitlist.screens,
  platformAction('/waitlist/:id/approve', async (call) => {
    await call.call(approveWaitlistRequest, { id: call.params.id, expires_days: undefined })
    return goTo(WAITLIST, { text: 'Invited by e-mail.' })
  }),
  platformPage('/waitlist/:id/decline', (call) => declinePage(call)),
  platformAction('/waitlist/:id/decline', decline),
  platformPage('/access', (call) => accessPage(call)),
  platformAction('/access', async (call) => {
    await call.call(updateAccessSettings, { signup_mode: call.form.signup_mode })
    return goTo(ACCESS, { text: 'Saved.' })
  }),
]

async function invitePage(call: SignedInCall, more: { issues?: readonly Issue[]; email?: string } = {}) {
  const invite = await call.call(getInvite, { id: call.params.id })
  return installPage(call, 'Invite', <Invite {...more} invite={invite} list={INVITES} zone={zoneOf(call)} />)
}

async function send(call: SignedInCall): Promise<Reply> {
  const { email } = call.form
  try {
    await call.call(sendInvite, { id: call.params.id, email })
    return goTo(`${INVITES}/${call.params.id}`, { text: 'Invite sent.' })
  } catch (error) {
    const issues = issuesIn(error, ['conflict', 'rate_limited'])
    return htmlResponse(await invitePage(call, { issues, email }), (error as Fault).status)
  }
}

function declinePage(call: SignedInCall, issues?: readonly Issue[]) {
  const { id, email } = call.read((tx) => readWaitlist(tx, findRequestForInvite(tx, call.params.id!).id))
  return installPage(call, 'Decline', <DeclineRequest id={id} email={email} self={WAITLIST} issues={issues} />)
}

async function decline(call: SignedInCall): Promise<Reply> {
  const { note, send_email } = call.form
  try {
    await call.call(declineWaitlistRequest, { id: call.params.id, note, send_email })
    return goTo(WAITLIST, { text: send_email ? 'Declined. An e-mail was sent.' : 'Declined. No e-mail was sent.' })
  } catch (error) {
    return htmlResponse(await declinePage(call, issuesIn(error, ['conflict'])), (error as Fault).status)
  }
}

async function accessPage(call: SignedInCall) {
  const access = await call.call(getAccessSettings, {})
  return installPage(call, 'Access', <Access access={access} self={ACCESS} />)
}
