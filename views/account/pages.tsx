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
import { say } from '../../src/kernel/language/say.ts'
import { notFound } from '../../src/kernel/operation/fault.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { deleteOauthGrant, deleteSession } from '../../src/operations/account/sessions.ts'
import { getUnverifiedAccounts } from '../../src/operations/users/accounts.ts'
import { type Column, DataTable, Named } from '../parts/lists/table.tsx'
import { When } from '../parts/text/when.tsx'
import { ROLE_WORDS } from '../parts/text/words.ts'
import { act } from '../screens/act.ts'
import { drawPage, preferencesOf, zoneOf } from '../shell.tsx'
import { accountForms, accountPage } from './account.tsx'
import { changedBy, cookiesOf } from './browser.tsx'

type Unverified = AnswerOf<typeof getUnverifiedAccounts>['accounts'][number]

const UNVERIFIED = {
  title: 'Unverified accounts',
  sub: 'The person who made an account may know its password. Ask these people whether it is theirs, or remove it.',
  kind: 'settings',
}

const UnverifiedAccounts = ({ accounts, zone = 'UTC' }: { accounts: readonly Unverified[]; zone?: string }) => (
  <DataTable caption="Accounts" columns={columns(zone)} rows={accounts} lines />
)

const columns = (zone: string): Column<Unverified>[] => [
  {
    label: 'Account',
    cell: (one) => <Named name={one.email} sub={one.made_by ? `Made by ${one.made_by}` : 'Maker unknown'} />,
  },
  { label: 'Rights', cell: (one) => one.places.map(({ name, role }) => `${name}: ${ROLE_WORDS[role]}`).join(', ') },
  { label: 'Created', class: 'num when', cell: (one) => <When time={one.created_at} zone={zone} /> },
]

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
  act('/account/sessions/:sid/end', deleteSession, (call) =>
    goTo(`${call.base}/account`, { text: say(zoneOf(call), 'Signed out there.') }),
  ),
  act('/account/apps/:id/disconnect', deleteOauthGrant, (call, { added }) => {
    const to = zoneOf(call)
    const text =
      added.length > 0
        ? say(to, 'Disconnected. Its tokens no longer work. People whom it added stay: {people}.', {
            people: added.join(', '),
          })
        : say(to, 'Disconnected. Its tokens no longer work.')
    return goTo(`${call.base}/account`, { text })
  }),
]

/** With script the page is loaded again where it is, in its new look. */
function setBrowser(call: SignedInCall) {
  const { base, form, partial } = call
  const cookies = cookiesOf(changedBy(preferencesOf(call), form))
  const { headers } = goTo(`${base}/account`, { text: say(zoneOf(call), 'Saved for this browser.') }, cookies)
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
