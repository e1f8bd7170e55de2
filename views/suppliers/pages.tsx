import { SearchConsoleInput, type ServiceAccount } from '../../src/domains/checks/index.ts'
import { ENGINES, type EngineSlot } from '../../src/domains/jobs/index.ts'
import { type RouteName, Thresholds } from '../../src/domains/providers/index.ts'
import {
  goTo,
  htmlResponse,
  type Markup,
  platformAction,
  platformPage,
  type Reply,
  type Screen,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import { type Fault, invalid, notFound } from '../../src/kernel/operation/fault.ts'
import { isFields } from '../../src/kernel/operation/shape.ts'
import { getIntegrations } from '../../src/operations/checks/get-integrations.ts'
import { testIntegration } from '../../src/operations/checks/test-integration.ts'
import { updateIntegrations } from '../../src/operations/checks/update-integrations.ts'
import { getCrawlSettings } from '../../src/operations/crawl/get-crawl-settings.ts'
import { getJobSync } from '../../src/operations/crawl/get-job-sync.ts'
import { resetCrawlBreaker } from '../../src/operations/crawl/reset-crawl-breaker.ts'
import { testCrawlRoute } from '../../src/operations/crawl/test-crawl-route.ts'
import { updateCrawlSettings } from '../../src/operations/crawl/update-crawl-settings.ts'
import { updateJobSync } from '../../src/operations/crawl/update-job-sync.ts'
import { connectSupplier } from '../../src/operations/providers/connect-supplier.ts'
import { deleteSupplier } from '../../src/operations/providers/delete-supplier.ts'
import { finishSupplierConnect } from '../../src/operations/providers/finish-supplier-connect.ts'
import { getSupplier } from '../../src/operations/providers/get-supplier.ts'
import { syncSupplier } from '../../src/operations/providers/sync-supplier.ts'
import type { Question } from '../parts/dialogs.tsx'
import { filled } from '../parts/filled.ts'
import { askedOf } from '../parts/list.ts'
import { confirmPage, installPage, zoneOf } from '../shell.tsx'
import { Engines, type EnginesProps } from './engines.tsx'
import { fieldsOfSlot, ROUTE_SIGN_IN } from './forms.tsx'
import { engineGiven, routeGiven, sentOf, wantsOf } from './given.ts'
import type { SentForm, SuppliersProps } from './props.ts'
import { Suppliers } from './suppliers.tsx'
import { ENGINE_WORDS, ROUTE_WORDS } from './words.ts'

const SUPPLIERS = '/app/platform/suppliers'
const ENGINES_PAGE = '/app/platform/engines'

const routeOf = ({ params: { route } }: SignedInCall): RouteName => {
  if (route !== 'primary' && route !== 'fallback') throw notFound('crawl route')
  return route
}

/** An engine's slot, or Search Console beside them. */
function sourceOf({ params: { source } }: SignedInCall): { source: EngineSlot | 'search_console'; title: string } {
  if (source === 'search_console') return { source, title: 'Search Console' }
  const slot = ENGINES.find((one) => one === source)
  if (!slot) throw notFound('check engine')
  return { source: slot, title: ENGINE_WORDS[slot].title }
}

const routeScreens: readonly Screen[] = [
  platformAction('/suppliers/routes/:route', (call) => {
    const name = routeOf(call)
    return saved(call, name, `routes.${name}`, suppliersPage, async () => {
      const route = routeGiven(call, [...ROUTE_SIGN_IN, 'enabled'])
      await call.call(updateCrawlSettings, { routes: { [name]: route } })
      return goTo(SUPPLIERS, { text: `${ROUTE_WORDS[name].title} saved. Test it: that costs nothing.` })
    })
  }),
  platformAction('/suppliers/routes/:route/test', async (call) => {
    const { ok, message } = await call.call(testCrawlRoute, { route: routeOf(call) })
    return goTo(SUPPLIERS, { text: message, tone: ok ? 'ok' : 'bad' })
  }),
  platformPage('/suppliers/routes/:route/disconnect', (call) =>
    ask(call, `${SUPPLIERS}/routes/${routeOf(call)}/disconnect`, SUPPLIERS, 'Suppliers', {
      title: `Disconnect the ${routeOf(call)} supplier?`,
      body: 'Its key is forgotten. Links that it has already are still looked at; what is not sent yet goes to the other route, or waits.',
      verb: 'Disconnect',
    }),
  ),
  platformAction('/suppliers/routes/:route/disconnect', async (call) => {
    await call.call(updateCrawlSettings, { routes: { [routeOf(call)]: null } })
    return goTo(SUPPLIERS, { text: 'Disconnected.' })
  }),
]

const engineScreens: readonly Screen[] = [
  platformPage('/engines', (call) => enginesPage(call)),
  platformAction('/engines/:source', (call) => {
    const { source, title } = sourceOf(call)
    const part = source === 'search_console' ? source : `engines.${source}`
    return saved(call, source, part, enginesPage, async () => {
      await call.call(updateIntegrations, source === 'search_console' ? consoleGiven(call) : slotGiven(call, source))
      return goTo(ENGINES_PAGE, { text: `${title} saved. Test it: that costs nothing.` })
    })
  }),
  platformAction('/engines/:source/test', async (call) => {
    const { ok, message } = await call.call(testIntegration, { source: sourceOf(call).source })
    return goTo(ENGINES_PAGE, { text: message, tone: ok ? 'ok' : 'bad' })
  }),
  platformPage('/engines/:source/disconnect', (call) => {
    const { source, title } = sourceOf(call)
    return ask(call, `${ENGINES_PAGE}/${source}/disconnect`, ENGINES_PAGE, 'Check engines', {
      title: `Disconnect ${title}?`,
      body: 'Its sign-in is forgotten. Looks that wait for it stay where they are until there is one again.',
      verb: 'Disconnect',
    })
  }),
  platformAction('/engines/:source/disconnect', async (call) => {
    const { source, title } = sourceOf(call)
    await call.call(
      updateIntegrations,
      source === 'search_console' ? { search_console: null } : { engines: { [source]: null } },
    )
    return goTo(ENGINES_PAGE, { text: `${title} is disconnected.` })
  }),
]

const slotGiven = (call: SignedInCall, slot: EngineSlot) => ({
  engines: { [slot]: engineGiven(call, slot, fieldsOfSlot(slot, wantsOf(call))) },
})

function consoleGiven({ form: { service_account, ...form } }: SignedInCall) {
  const given = filled(SearchConsoleInput.anyOf[0], form, ['properties', 'reserve_pct', 'base_url'])
  return {
    search_console: { ...given, ...(service_account?.trim() ? { service_account: keyFile(service_account) } : {}) },
  }
}

export const supplierScreens: readonly Screen[] = [
  platformPage('/suppliers', (call) => suppliersPage(call)),
  ...routeScreens,
  platformAction('/suppliers/thresholds', (call) =>
    saved(call, 'thresholds', '', suppliersPage, async () => {
      await call.call(updateCrawlSettings, filled(Thresholds, call.form))
      return goTo(SUPPLIERS, { text: 'Saved.' })
    }),
  ),
  platformAction('/suppliers/sync', (call) =>
    saved(call, 'sync', '', suppliersPage, async () => {
      await call.call(updateJobSync, askedOf(updateJobSync, call.form))
      return goTo(SUPPLIERS, { text: 'Saved.' })
    }),
  ),
  platformAction('/suppliers/reset', async (call) => {
    await call.call(resetCrawlBreaker, {})
    return goTo(SUPPLIERS, { text: 'The breaker is closed: new batches go to the primary again.' })
  }),
  platformAction('/suppliers/account', (call) =>
    saved(call, 'account', '', suppliersPage, async () => {
      await call.call(connectSupplier, askedOf(connectSupplier, call.form))
      return goTo(SUPPLIERS, { text: 'Enter the code on the page of the supplier.' })
    }),
  ),
  platformAction('/suppliers/account/finish', async (call) => {
    await call.call(finishSupplierConnect, {})
    return goTo(SUPPLIERS, { text: 'The account is connected.' })
  }),
  platformAction('/suppliers/account/sync', async (call) => {
    const { synced } = await call.call(syncSupplier, {})
    return goTo(SUPPLIERS, { text: synced?.message ?? 'Fetched.', tone: synced?.ok === false ? 'bad' : 'ok' })
  }),
  platformPage('/suppliers/account/disconnect', (call) =>
    ask(call, `${SUPPLIERS}/account/disconnect`, SUPPLIERS, 'Suppliers', {
      title: 'Disconnect the supplier account?',
      body: 'Its sign-in is deleted here. The supplier itself keeps the account.',
      verb: 'Disconnect',
    }),
  ),
  platformAction('/suppliers/account/disconnect', async (call) => {
    await call.call(deleteSupplier, {})
    return goTo(SUPPLIERS, { text: 'The account is disconnected.' })
  }),
  ...engineScreens,
]

async function saved(
  call: SignedInCall,
  form: string,
  part: string,
  draw: (call: SignedInCall, sent: SentForm) => Promise<Markup>,
  act: () => Promise<Reply>,
): Promise<Reply> {
  try {
    return await act()
  } catch (error) {
    return htmlResponse(await draw(call, sentOf(call, form, part, error)), (error as Fault).status)
  }
}

async function suppliersPage(call: SignedInCall, sent?: SentForm) {
  const props: SuppliersProps = {
    crawl: await call.call(getCrawlSettings, {}),
    sync: await call.call(getJobSync, {}),
    account: await call.call(getSupplier, {}),
    self: SUPPLIERS,
    sent,
    zone: zoneOf(call),
  }
  return installPage(call, 'Suppliers', <Suppliers {...props} />)
}

async function enginesPage(call: SignedInCall, sent?: SentForm) {
  const props: EnginesProps = {
    data: await call.call(getIntegrations, {}),
    self: ENGINES_PAGE,
    wants: wantsOf(call),
    sent,
    zone: zoneOf(call),
  }
  return installPage(call, 'Check engines', <Engines {...props} />)
}

const ask = (call: SignedInCall, href: string, back: string, label: string, question: Question) =>
  confirmPage(call, question, { href, back, crumbs: [{ label, href: back }] }, installPage)

/** The key file as Google gives it: JSON in a text field, whose fields the operation judges. */
function keyFile(text: string): ServiceAccount {
  const file = parsed(text)
  // `null` would take away the key that is there.
  if (isFields(file)) return file as ServiceAccount
  throw invalid({ path: 'search_console.service_account', message: 'is no key file: paste the whole file' })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
