import { canSetUp, setUp } from '../../src/doors/pages/sign-in/accounts.ts'
import {
  action,
  type Call,
  goTo,
  htmlResponse,
  page,
  publicAction,
  publicPage,
  type Reply,
  type Screen,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import { forbidden, notFound } from '../../src/kernel/operation/fault.ts'
import { getEmailSettings, testEmail, updateEmailSettings } from '../../src/operations/emails/settings.ts'
import { checkSiteAddress, dismissSetup, getSetup } from '../../src/operations/setup.ts'
import { issuesIn } from '../form-refusal.ts'
import { fieldsOf, type Issue } from '../parts/forms/form.tsx'
import { parseForm } from '../parts/forms/form-values.ts'
import { act } from '../screens/act.ts'
import { publicPageOf } from '../shell.tsx'
import { SetupAccount, SetupAddress, SetupMail, type SetupMailProps } from './setup.tsx'
import { enginePage, goOn, supplierPage, tryEngine, trySupplier } from './suppliers.tsx'

/** Steps after the account. The admin may skip each one; the dashboard lists it until it is done. */
const ofAdmin =
  (handle: (call: SignedInCall) => Promise<Reply> | Reply) =>
  (call: SignedInCall): Promise<Reply> | Reply => {
    if (!call.caller.platform) throw forbidden('Only the platform admin sets the install up.')
    return handle(call)
  }

export const setupScreens: readonly Screen[] = [
  publicPage('/setup', (call) => accountPage(call, {}, [])),
  publicAction('/setup', createAccount),
  page('/setup/address', ofAdmin(addressPage)),
  act('/setup/address', checkSiteAddress, ({ base }) => goTo(`${base}/setup/address`)),
  page('/setup/mail', ofAdmin(mailPage)),
  action('/setup/mail', ofAdmin(tryMail)),
  page('/setup/suppliers', ofAdmin(supplierPage)),
  action('/setup/suppliers', ofAdmin(trySupplier)),
  page('/setup/engine', ofAdmin(enginePage)),
  action('/setup/engine', ofAdmin(tryEngine)),
  act('/setup/dismiss', dismissSetup, ({ base }) =>
    goTo(base, { text: 'Hidden. The operator’s pages have all of it.' }),
  ),
]

async function addressPage(call: SignedInCall): Promise<Reply> {
  const { app, base } = call
  const { address: check } = await call.call(getSetup, {})
  const props = { check, action: `${base}/setup/address`, later_href: `${base}/setup/mail` }
  return publicPageOf(call, 'Site address', <SetupAddress site_url={app.config.site_url} {...props} />)
}

const MAIL_FIELDS = ['host', 'port', 'secure', 'user', 'password', 'from_address', 'from_name'] as const

async function mailPage(call: SignedInCall, more: Partial<SetupMailProps> = {}) {
  const { base } = call
  const { password: _, ...values } = await call.call(getEmailSettings, {})
  const fields = fieldsOf(updateEmailSettings.input, MAIL_FIELDS)
  const props = { fields, values, action: `${base}/setup/mail`, later_href: `${base}/setup/suppliers`, ...more }
  return publicPageOf(call, 'E-mail', <SetupMail {...props} />)
}

/** Saves first, so that a failed test does not lose the typed values. */
async function tryMail(call: SignedInCall): Promise<Reply> {
  const { password: _, ...values } = call.form
  try {
    await call.call(updateEmailSettings, parseForm(updateEmailSettings.input, call.form, MAIL_FIELDS))
  } catch (error) {
    return htmlResponse(await mailPage(call, { values, issues: issuesIn(error) }), 422)
  }
  const { status, to, error } = await call.call(testEmail, { to: undefined })
  if (status === 'sent') return goOn(call, 'mail', `Test e-mail sent to ${to}`)
  const refusal = error ?? 'Enter the mail server and the sender.'
  return htmlResponse(await mailPage(call, { values, refusal }), 422)
}

/** The one-time address. It is 404 once the install has users, or with an invalid token. */
function accountPage(call: Call, values: Record<string, string>, issues: Issue[]) {
  const token = call.query.token ?? ''
  if (!canSetUp(call.app, token)) throw notFound('set-up page')
  const content = <SetupAccount action={`/setup?token=${encodeURIComponent(token)}`} values={values} issues={issues} />
  return publicPageOf(call, 'Set up Signalpost', content)
}

async function createAccount(call: Call) {
  const { workspace = '', name = '', email = '', password = '' } = call.form
  try {
    const { tenant_id, cookie } = await setUp(call, { workspace, name, email, password })
    return goTo(`/app/w/${tenant_id}/setup/address`, undefined, [cookie])
  } catch (error) {
    return htmlResponse(accountPage(call, { workspace, name, email }, issuesIn(error)), 422)
  }
}
