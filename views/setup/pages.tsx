import { engineFields, SLOT_ADAPTERS } from '../../src/domains/checks/index.ts'
import { RouteFields, Thresholds } from '../../src/domains/providers/index.ts'
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
import { getIntegrations, testIntegration, updateIntegrations } from '../../src/operations/checks.ts'
import { getCrawlSettings, testCrawlRoute, updateCrawlSettings } from '../../src/operations/crawl.ts'
import { getEmailSettings, testEmail, updateEmailSettings } from '../../src/operations/emails/settings.ts'
import { checkSiteAddress, dismissSetup, getSetup } from '../../src/operations/setup.ts'
import { issuesIn, refusedPage } from '../form-refusal.ts'
import { fieldsOf, type Issue } from '../parts/forms/form.tsx'
import { issuesOfPart, parseForm } from '../parts/forms/form-values.ts'
import { act } from '../screens/act.ts'
import type { RefusedForm } from '../screens/form-screen.tsx'
import { publicPageOf } from '../shell.tsx'
import { adapterOf, ROUTE_PRICE, ROUTE_SIGN_IN, SECRETS, wantsOf } from '../suppliers/forms.tsx'
import {
  SetupAccount,
  SetupAddress,
  SetupEngine,
  type SetupEngineProps,
  SetupMail,
  type SetupMailProps,
  SetupSupplier,
  type SetupSupplierProps,
} from './setup.tsx'
import { nextStep } from './tasks.ts'

const ENGINE = 'scan_standard'
const ENGINE_FIELDS = ['adapter', ...SECRETS, 'base_url', 'cost_usd']

async function supplierPage(call: SignedInCall, more: Partial<SetupSupplierProps> = {}) {
  const { routes, cost_per_indexed_usd: price } = await call.call(getCrawlSettings, {})
  const at = { action: `${call.base}/setup/suppliers`, later_href: `${call.base}/setup/engine` }
  return publicPageOf(call, 'Crawl supplier', <SetupSupplier route={routes.primary} price={price} {...at} {...more} />)
}

async function trySupplier(call: SignedInCall): Promise<Reply> {
  const { routes } = await call.call(getCrawlSettings, {})
  const save = (route: Record<string, unknown>, price: object = {}) =>
    call.call(updateCrawlSettings, { ...price, routes: { primary: route } })
  try {
    await save(
      { ...parseForm(RouteFields, call.form, ROUTE_SIGN_IN), enabled: routes.primary?.enabled ?? false },
      parseForm(Thresholds, call.form, ROUTE_PRICE in call.form ? [ROUTE_PRICE] : []),
    )
  } catch (error) {
    const draw = (issues: Issue[]) => supplierPage(call, { sent: sentOf(call, 'routes.primary', issues) })
    return refusedPage(error, draw, TRY_FAULTS)
  }
  const { ok, message } = await call.call(testCrawlRoute, { route: 'primary' })
  await save({ enabled: ok })
  if (!ok) return htmlResponse(await supplierPage(call, { failed: message }), 422)
  return goOn(call, 'supplier', message)
}

async function enginePage(call: SignedInCall, more: Partial<SetupEngineProps> = {}) {
  const { engines } = await call.call(getIntegrations, {})
  const engine = engines[ENGINE]
  const adapter = adapterOf(ENGINE, call.form.adapter, call.query.adapter, engine?.adapter)
  const props = { adapter, engine, wants: wantsOf(call), action: `${call.base}/setup/engine` }
  return publicPageOf(call, 'Check engine', <SetupEngine {...props} later_href={call.base} {...more} />)
}

async function tryEngine(call: SignedInCall): Promise<Reply> {
  const { engines } = await call.call(getIntegrations, {})
  const save = (engine: Record<string, unknown>) => call.call(updateIntegrations, { engines: { [ENGINE]: engine } })
  try {
    const given = parseForm(engineFields(SLOT_ADAPTERS[ENGINE]), call.form, ENGINE_FIELDS)
    await save({ ...given, enabled: engines[ENGINE]?.enabled ?? false })
  } catch (error) {
    const draw = (issues: Issue[]) => enginePage(call, { sent: sentOf(call, `engines.${ENGINE}`, issues) })
    return refusedPage(error, draw, TRY_FAULTS)
  }
  const { ok, message } = await call.call(testIntegration, { source: ENGINE })
  await save({ enabled: ok })
  if (!ok) return htmlResponse(await enginePage(call, { failed: message }), 422)
  return goOn(call, 'engine', message)
}

const TRY_FAULTS = ['conflict', 'upstream_unavailable'] as const

/** Sent values without secrets, and the issues of `part` of the operation's input. */
function sentOf({ form }: SignedInCall, part: string, issues: readonly Issue[]): RefusedForm {
  const { login: _, password: __, api_key: ___, ...values } = form
  return { values, issues: issuesOfPart(issues, part) }
}

/** Redirects to the next step, or home. The text says "ready" only when links can be pushed. */
async function goOn(call: SignedInCall, after: 'mail' | 'supplier' | 'engine', found: string): Promise<Reply> {
  const { done } = await call.call(getSetup, {})
  const next = nextStep(done, after, call.base)
  if (next) return goTo(next, { text: found })
  return done.supplier
    ? goTo(call.base, { text: `${found}. Signalpost is ready: push your first links.` })
    : goTo(call.base, { text: `${found}. No crawl supplier is connected yet, so nothing can be pushed.`, tone: 'info' })
}

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
