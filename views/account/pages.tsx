import {
  action,
  type Call,
  goTo,
  page,
  pageVisitorAt,
  publicPage,
  type Screen,
  SIGN_IN,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import { notFound } from '../../src/kernel/operation/fault.ts'
import { deleteOauthGrant, deleteSession } from '../../src/operations/account/sessions.ts'
import { getUnverifiedAccounts } from '../../src/operations/users/accounts.ts'
import { act } from '../screens/act.ts'
import { drawPage, preferencesOf, zoneOf } from '../shell.tsx'
import { accountForms, accountPage } from './account.tsx'
import { changedBy, cookiesOf } from './browser.tsx'
import { UNVERIFIED, UnverifiedAccounts } from './unverified.tsx'

export const ownAccountScreens: readonly Screen[] = [
  publicPage('/app/account', toOwnAccount),
  page('/account', (call) => accountPage(call)),
  page('/account/unproved', async (call) => {
    if (!call.caller.platform) throw notFound('page')
    const { accounts } = await call.call(getUnverifiedAccounts, {})
    return drawPage(call, UNVERIFIED, <UnverifiedAccounts accounts={accounts} zone={zoneOf(call)} />)
  }),
  ...accountForms,
  action('/account/browser', setBrowser),
  act('/account/sessions/:sid/end', deleteSession, ({ base }) =>
    goTo(`${base}/account`, { text: 'Signed out there.' }),
  ),
  act('/account/apps/:id/disconnect', deleteOauthGrant, ({ base }, { added }) => {
    const people = added.length > 0 ? ` People whom it added stay: ${added.join(', ')}.` : ''
    return goTo(`${base}/account`, { text: `Disconnected. Its tokens no longer work.${people}` })
  }),
]

/** With script the page is loaded again where it is, in its new look. */
function setBrowser(call: SignedInCall) {
  const { base, form, partial } = call
  const cookies = cookiesOf(changedBy(preferencesOf(call), form))
  const { headers } = goTo(`${base}/account`, { text: 'Saved for this browser.' }, cookies)
  if (partial) headers.delete('location')
  if (partial) headers.set('hx-refresh', 'true')
  return new Response(null, { status: partial ? 200 : 303, headers })
}

/** Password managers are sent here, from `/.well-known/change-password`. */
async function toOwnAccount(call: Call) {
  const visitor = await pageVisitorAt(call)
  if (!visitor) return goTo(`${SIGN_IN}?next=${encodeURIComponent('/app/account')}`)
  if (!visitor.caller) return goTo('/app')
  return goTo(`/app/w/${visitor.caller.tenant_id}/account`, undefined, visitor.cookie ? [visitor.cookie] : [])
}
