import { action, goTo, htmlResponse, page, type Screen, SIGN_IN, type SignedInCall } from '../../src/doors/pages/web.ts'
import { notFound } from '../../src/kernel/operation/fault.ts'
import { changePassword } from '../../src/operations/account/change-password.ts'
import { deleteOauthGrant } from '../../src/operations/account/delete-oauth-grant.ts'
import { deleteProfile } from '../../src/operations/account/delete-profile.ts'
import { deleteSession } from '../../src/operations/account/delete-session.ts'
import { getProfile } from '../../src/operations/account/get-profile.ts'
import { listOauthGrants } from '../../src/operations/account/list-oauth-grants.ts'
import { listSessions } from '../../src/operations/account/list-sessions.ts'
import { updateProfile } from '../../src/operations/account/update-profile.ts'
import { getUnverifiedAccounts } from '../../src/operations/users/get-unverified-accounts.ts'
import { domainOfCall } from '../branding.ts'
import { preferencesFrom } from '../document.tsx'
import { many } from '../parts/format.ts'
import { askedOf } from '../parts/list.ts'
import { issuesIn } from '../refused.ts'
import { appPage, preferencesOf, zoneOf } from '../shell.tsx'
import { Account } from './account.tsx'
import { cookiesOf, type Profile, type Refused } from './profile.tsx'
import { UnprovedAccounts } from './unproved.tsx'

export const ownAccountScreens: readonly Screen[] = [
  page('/account', (call) => accountPage(call)),
  page('/account/unproved', unprovedPage),
  action('/account', (call) => saved(call, 'profile', ['name', 'time_zone', 'locale'], () => 'Saved.')),
  action('/account/email', setAddress),
  action('/account/browser', setBrowser),
  action('/account/password', setPassword),
  action('/account/delete', leaveForGood),
  action('/account/sessions/:sid/end', async (call) => {
    await call.call(deleteSession, { sid: call.params.sid })
    return goTo(`${call.base}/account`, { text: 'Signed out there.' })
  }),
  action('/account/apps/:id/disconnect', async (call) => {
    const { added } = await call.call(deleteOauthGrant, { id: call.params.id })
    const people = added.length > 0 ? ` People whom it added stay: ${added.join(', ')}.` : ''
    return goTo(`${call.base}/account`, { text: `Disconnected. Its tokens no longer work.${people}` })
  }),
]

async function accountPage(call: SignedInCall, refused?: Refused) {
  const { app, base, query } = call
  const sessions = await call.call(listSessions, { ...askedOf(listSessions, query), sort: 'last_seen_at' })
  const { items: apps } = await call.call(listOauthGrants, { page_size: 200 })
  const profile = await call.call(getProfile, {})
  return appPage(
    call,
    'Your account',
    <Account
      profile={profile}
      sessions={sessions}
      apps={apps}
      preferences={preferencesOf(call)}
      self={`${base}/account`}
      connect={domainOfCall(call) ? undefined : `${base}/connect`}
      refused={refused}
      now={app.clock.now()}
      zone={zoneOf(call)}
    />,
  )
}

async function unprovedPage(call: SignedInCall) {
  if (!call.caller.platform) throw notFound('page')
  const { accounts } = await call.call(getUnverifiedAccounts, {})
  return appPage(call, 'Accounts to look at', <UnprovedAccounts accounts={accounts} zone={zoneOf(call)} />)
}

/** Changes the profile by fields of a form, or shows the page again with what was wrong. */
async function saved(
  call: SignedInCall,
  form: Refused['form'],
  names: ('name' | 'time_zone' | 'locale' | 'email' | 'current_password')[],
  said: (profile: Profile) => string,
) {
  const values = Object.fromEntries(names.map((name) => [name, call.form[name] ?? '']))
  try {
    const text = said(await call.call(updateProfile, values))
    return goTo(`${call.base}/account`, { text })
  } catch (error) {
    const issues = issuesIn(error, ['conflict', 'rate_limited'])
    return htmlResponse(await accountPage(call, { form, issues, values }), 422)
  }
}

function setAddress(call: SignedInCall) {
  const names: Parameters<typeof saved>[2] = call.form.current_password ? ['email', 'current_password'] : ['email']
  return saved(call, 'email', names, ({ pending_email, email, email_verified }) =>
    pending_email || !email_verified
      ? `A link was sent to ${pending_email ?? email}. Open it within a day.`
      : 'That is your address already.',
  )
}

function setBrowser({ base, form: { theme, density, keys, api } }: SignedInCall) {
  const cookies = cookiesOf(preferencesFrom({ theme, density, keys: keys ? 'on' : 'off', api: api ? 'on' : 'off' }))
  return goTo(`${base}/account`, { text: 'Saved for this browser.' }, cookies)
}

async function setPassword(call: SignedInCall) {
  const { current_password = '', new_password = '' } = call.form
  try {
    const { sessions_closed } = await call.call(changePassword, { current_password, new_password })
    const others =
      sessions_closed > 0 ? ` ${many(sessions_closed, 'other session is', 'other sessions are')} over.` : ''
    return goTo(`${call.base}/account`, { text: `Your password is changed.${others}` })
  } catch (error) {
    return htmlResponse(await accountPage(call, { form: 'password', issues: issuesIn(error) }), 422)
  }
}

async function leaveForGood(call: SignedInCall) {
  try {
    await call.call(deleteProfile, { confirm: call.form.confirm })
    return goTo(SIGN_IN, { text: 'Your account is deleted.' })
  } catch (error) {
    return htmlResponse(await accountPage(call, { form: 'delete', issues: issuesIn(error, ['conflict']) }), 422)
  }
}
