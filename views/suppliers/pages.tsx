/** Pages of suppliers and check engines: one list, with a panel for each. */
import { ENGINES } from '../../src/domains/jobs/index.ts'
import { ROUTES } from '../../src/domains/providers/index.ts'
import {
  goTo,
  movedTo,
  type PlannedCall,
  platformAction,
  platformPage,
  type Screen,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import { notFound } from '../../src/kernel/operation/fault.ts'
import { getIntegrations, updateIntegrations } from '../../src/operations/checks.ts'
import { getCrawlSettings, getJobSync, updateCrawlSettings } from '../../src/operations/crawl.ts'
import {
  deleteSupplier,
  finishSupplierConnect,
  getSupplier,
  syncSupplier,
} from '../../src/operations/providers/suppliers.ts'
import { getProviderScoreboard, getProviders, getUpstreamBalance } from '../../src/operations/providers/usage.ts'
import type { Question } from '../parts/forms/dialogs.tsx'
import { callScreen, platformAct } from '../screens/act.ts'
import { confirmPage, drawPage, installPage, zoneOf } from '../shell.tsx'
import { wantsOf } from './forms.tsx'
import { supplierForms } from './forms-of.ts'
import { SUPPLIERS, type Subject, type SuppliersProps } from './props.ts'
import { Suppliers } from './suppliers.tsx'
import { nameOf } from './vendors.ts'
import { DISCONNECT_ACCOUNT, DISCONNECT_ENGINE, DISCONNECT_ROUTE, ENGINE_WORDS } from './words.ts'

const SUBJECTS: readonly Subject[] = [...ROUTES, ...ENGINES, 'search_console']

export const forms = supplierForms((call, of, refused) => suppliersPage(call, of, refused))

const back = (of: Subject, text: string, tone: 'ok' | 'bad' = 'ok') => goTo(`${SUPPLIERS}/${of}`, { text, tone })

/** A question before something is disconnected, and the act at the same address. */
const disconnect = (
  path: string,
  of: (call: SignedInCall) => Subject,
  question: (call: SignedInCall) => Question | Promise<Question>,
  planned: (call: SignedInCall) => PlannedCall,
): Screen[] => [
  platformPage(path, async (call) => {
    const href = `/app/platform${path.replace(':of', call.params.of ?? '')}`
    const crumbs = [{ label: 'Suppliers', href: SUPPLIERS }]
    return confirmPage(call, await question(call), { href, back: `${SUPPLIERS}/${of(call)}`, crumbs }, installPage)
  }),
  callScreen(platformAction, path, (call) => ({ ...planned(call), done: () => back(of(call), 'Removed.') })),
]

const subjectOf = ({ params: { of } }: SignedInCall): Subject => {
  const subject = SUBJECTS.find((one) => one === of)
  if (!subject) throw notFound('supplier')
  return subject
}
const isRoute = (of: Subject): of is 'primary' | 'fallback' => of === 'primary' || of === 'fallback'

async function questionOf(call: SignedInCall): Promise<Question> {
  const of = subjectOf(call)
  if (of === 'search_console') return DISCONNECT_ENGINE('Search Console')
  if (!isRoute(of)) return DISCONNECT_ENGINE(ENGINE_WORDS[of].title)
  const route = (await call.call(getCrawlSettings, {})).routes[of]
  return DISCONNECT_ROUTE(route ? nameOf(route.adapter) : `the ${of} supplier`)
}

function removal(call: SignedInCall): PlannedCall {
  const of = subjectOf(call)
  if (isRoute(of)) return { operation: updateCrawlSettings, input: { routes: { [of]: null } } }
  const input = of === 'search_console' ? { search_console: null } : { engines: { [of]: null } }
  return { operation: updateIntegrations, input }
}

export const supplierScreens: readonly Screen[] = [
  platformPage('/suppliers', (call) => suppliersPage(call)),
  ...Object.values(forms).flatMap(({ screens }) => screens),
  ...disconnect(
    '/suppliers/account/disconnect',
    () => 'primary',
    () => DISCONNECT_ACCOUNT,
    () => ({ operation: deleteSupplier, input: {} }),
  ),
  ...disconnect('/suppliers/:of/disconnect', subjectOf, questionOf, removal),
  platformPage('/suppliers/:of', (call) => suppliersPage(call, subjectOf(call))),
  platformAct('/suppliers/ask', getUpstreamBalance, () => back('primary', 'Balances fetched.'), { refresh: '1' }),
  platformAct(
    '/suppliers/share',
    updateCrawlSettings,
    ({ form }) => goTo(SUPPLIERS, { text: `The main supplier now gets ${form.main_pct}% of new pushes.` }),
    ({ form }) => ({ fallback_share_pct: 100 - Number(form.main_pct) }),
  ),
  platformAct('/suppliers/account/finish', finishSupplierConnect, () => back('primary', 'Account connected.')),
  platformAct('/suppliers/account/sync', syncSupplier, (_, { synced }) =>
    back('primary', synced?.message ?? 'Fetched.', synced?.ok === false ? 'bad' : 'ok'),
  ),
  // Old pages that are merged into this one.
  ...['/engines', '/providers'].map((path) => platformPage(path, () => movedTo(SUPPLIERS))),
]

async function suppliersPage(call: SignedInCall, of?: Subject, refused?: SuppliersProps['refused']) {
  const props: SuppliersProps = {
    crawl: await call.call(getCrawlSettings, {}),
    sync: await call.call(getJobSync, {}),
    account: await call.call(getSupplier, {}),
    engines: await call.call(getIntegrations, {}),
    providers: await call.call(getProviders, {}),
    duel: (await call.call(getProviderScoreboard, { page_size: '1' })).duel,
    wants: wantsOf(call),
    forms,
    self: SUPPLIERS,
    of,
    adapter: call.query.adapter,
    refused,
    zone: zoneOf(call),
  }
  return drawPage(call, { ...SUPPLIERS_HEAD, act: addAct(props) }, <Suppliers {...props} />)
}

export const SUPPLIERS_HEAD = {
  title: 'Suppliers',
  sub: 'Services that crawl your links and check the index.',
  operator: true,
  kind: 'suppliers',
}

/** Link to the first supplier that is not connected yet. */
function addAct({ crawl, engines, of }: SuppliersProps) {
  const free = ROUTES.find((name) => !crawl.routes[name]) ?? ENGINES.find((slot) => !engines.engines[slot]) ?? null
  return free && !of ? { label: 'Add supplier', icon: 'plus' as const, href: `${SUPPLIERS}/${free}` } : null
}
