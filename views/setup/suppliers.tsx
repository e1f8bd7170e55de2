/** The last steps of the first run: a supplier and an engine. A test puts each into use. */

import { engineFields, SLOT_ADAPTERS } from '../../src/domains/checks/index.ts'
import { RouteFields, Thresholds } from '../../src/domains/providers/index.ts'
import { goTo, htmlResponse, type Reply, type SignedInCall } from '../../src/doors/pages/web.ts'
import { getIntegrations, testIntegration, updateIntegrations } from '../../src/operations/checks.ts'
import { getCrawlSettings, testCrawlRoute, updateCrawlSettings } from '../../src/operations/crawl.ts'
import { getSetup } from '../../src/operations/setup.ts'
import { refusedPage } from '../form-refusal.ts'
import type { Issue } from '../parts/forms/form.tsx'
import { issuesOfPart, parseForm } from '../parts/forms/form-values.ts'
import type { RefusedForm } from '../screens/form-screen.tsx'
import { publicPageOf } from '../shell.tsx'
import { ROUTE_PRICE, ROUTE_SIGN_IN, signInOf, wantsOf } from '../suppliers/forms.tsx'
import { SetupEngine, type SetupEngineProps, SetupSupplier, type SetupSupplierProps } from './setup.tsx'
import { nextStep } from './tasks.ts'

const ENGINE = 'scan_standard'

export async function supplierPage(call: SignedInCall, more: Partial<SetupSupplierProps> = {}) {
  const { routes, cost_per_indexed_usd: price } = await call.call(getCrawlSettings, {})
  const at = { action: `${call.base}/setup/suppliers`, later_href: `${call.base}/setup/engine` }
  return publicPageOf(call, 'Crawl supplier', <SetupSupplier route={routes.primary} price={price} {...at} {...more} />)
}

export async function trySupplier(call: SignedInCall): Promise<Reply> {
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

export async function enginePage(call: SignedInCall, more: Partial<SetupEngineProps> = {}) {
  const { engines } = await call.call(getIntegrations, {})
  const props = { engine: engines[ENGINE], wants: wantsOf(call), action: `${call.base}/setup/engine` }
  return publicPageOf(call, 'Check engine', <SetupEngine {...props} later_href={call.base} {...more} />)
}

export async function tryEngine(call: SignedInCall): Promise<Reply> {
  const { engines } = await call.call(getIntegrations, {})
  const save = (engine: Record<string, unknown>) => call.call(updateIntegrations, { engines: { [ENGINE]: engine } })
  try {
    const given = parseForm(engineFields(SLOT_ADAPTERS[ENGINE]), call.form, signInOf(ENGINE, wantsOf(call)))
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
export async function goOn(call: SignedInCall, after: 'mail' | 'supplier' | 'engine', found: string): Promise<Reply> {
  const { done } = await call.call(getSetup, {})
  const next = nextStep(done, after, call.base)
  if (next) return goTo(next, { text: found })
  return done.supplier
    ? goTo(call.base, { text: `${found}. Signalpost is ready: push your first links.` })
    : goTo(call.base, { text: `${found}. No crawl supplier is connected yet, so nothing can be pushed.`, tone: 'info' })
}
