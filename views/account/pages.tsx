import { unprovedAccounts } from '../../src/domains/accounts/index.ts'
import { action, goTo, htmlResponse, page, type Screen, type SignedInCall } from '../../src/doors/web.ts'
import { notFound } from '../../src/kernel/fault.ts'
import { changePassword } from '../../src/operations/account/change-password.ts'
import { deleteOauthGrant } from '../../src/operations/account/delete-oauth-grant.ts'
import { deleteSession } from '../../src/operations/account/delete-session.ts'
import { listOauthGrants } from '../../src/operations/account/list-oauth-grants.ts'
import { listSessions } from '../../src/operations/account/list-sessions.ts'
import type { Issue } from '../parts/form.tsx'
import { many } from '../parts/format.ts'
import { askedOf } from '../parts/list.ts'
import { issuesIn } from '../refused.ts'
import { appPage, zoneOf } from '../shell.tsx'
import { Account } from './account.tsx'
import { UnprovedAccounts } from './unproved.tsx'

export const ownAccountScreens: readonly Screen[] = [
  page('/account', (call) => accountPage(call)),
  page('/account/unproved', unprovedPage),
  action('/account/password', setPassword),
  action('/account/sessions/:sid/end', async (call) => {
    await call.call(deleteSession, { sid: call.params.sid })
    return goTo(`${call.base}/account`, { text: 'Signed out there.' })
  }),
  action('/account/apps/:id/disconnect', async (call) => {
    await call.call(deleteOauthGrant, { id: call.params.id })
    return goTo(`${call.base}/account`, { text: 'Disconnected. Its tokens are good for nothing.' })
  }),
]

async function accountPage(call: SignedInCall, issues: readonly Issue[] = []) {
  const { base, visitor, query } = call
  const sessions = await call.call(listSessions, { ...askedOf(listSessions, query), sort: 'last_seen_at' })
  const { items: apps } = await call.call(listOauthGrants, { page_size: 200 })
  const props = { user: visitor.user, sessions, apps, self: `${base}/account`, issues, zone: zoneOf(call) }
  return appPage(call, 'Your account', <Account {...props} />)
}

function unprovedPage(call: SignedInCall) {
  if (!call.caller.platform) throw notFound('page')
  const accounts = call.read((tx) => unprovedAccounts(tx))
  return appPage(call, 'Accounts to look at', <UnprovedAccounts accounts={accounts} zone={zoneOf(call)} />)
}

async function setPassword(call: SignedInCall) {
  const { current_password = '', new_password = '' } = call.form
  try {
    const { sessions_closed } = await call.call(changePassword, { current_password, new_password })
    const others =
      sessions_closed > 0 ? ` ${many(sessions_closed, 'other session is', 'other sessions are')} over.` : ''
    return goTo(`${call.base}/account`, { text: `Your password is changed.${others}` })
  } catch (error) {
    return htmlResponse(await accountPage(call, issuesIn(error)), 422)
  }
}
