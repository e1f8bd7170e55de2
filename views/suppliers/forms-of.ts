/** Forms of the panels, each with its operation and the test that follows. */
import Type from 'typebox'
import { engineFields, SearchConsoleInput, type ServiceAccount, SLOT_ADAPTERS } from '../../src/domains/checks/index.ts'
import { ENGINES, type EngineSlot } from '../../src/domains/jobs/index.ts'
import { ROUTES, RouteFields, type RouteName, Thresholds } from '../../src/domains/providers/index.ts'
import { Place } from '../../src/domains/tenants/index.ts'
import { goTo, type Markup, type SignedInCall } from '../../src/doors/pages/web.ts'
import { invalid } from '../../src/kernel/operation/fault.ts'
import { isFields } from '../../src/kernel/operation/shape.ts'
import { testIntegration, updateIntegrations } from '../../src/operations/checks.ts'
import { resetCrawlBreaker, testCrawlRoute, updateCrawlSettings, updateJobSync } from '../../src/operations/crawl.ts'
import { connectSupplier } from '../../src/operations/providers/suppliers.ts'
import { updateProviderBalance } from '../../src/operations/providers/usage.ts'
import type { Rule } from '../parts/forms/rule.tsx'
import { PLACE_CHOICES } from '../parts/text/place-words.ts'
import { type FormOf, formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { named, SECRETS } from './forms.tsx'
import { type FormName, SUPPLIERS, type Subject, type SupplierForms } from './props.ts'

type Redraw = (call: SignedInCall, of: Subject, refused: RefusedForm & { form: string }) => Promise<Markup>

const PRICE = 'Price (blank: the list price, if one is published; else the margin is not known)'

const RULES: Record<RouteName, readonly Rule[]> = {
  primary: [
    {
      label: 'Pause',
      text: 'after {failover_errors} failures in {failover_window_min} min, try again after {failover_cooldown_min} min',
    },
    {
      label: 'Use the fallback',
      text: 'at {failover_allowance_pct} % of the allowance, or below {failover_day3_min_rate_pct} % indexed by day 3',
    },
    { label: PRICE, text: '$ {cost_per_indexed_usd} per indexed link' },
  ],
  fallback: [{ label: PRICE, text: '$ {fallback_cost_per_indexed_usd} per indexed link' }],
}

const SPEND: Rule = {
  label: 'Spend (blank: no limit; blank price: the list price, or a high one)',
  text: 'up to {daily_cap} checks and $ {daily_cap_usd} a day, at $ {cost_usd} per check',
}

const FAULTS = ['conflict', 'upstream_unavailable'] as const

export function supplierForms(redraw: Redraw): SupplierForms {
  const page = (form: FormName, of: Subject) => (call: SignedInCall, refused: RefusedForm) =>
    redraw(call, of, { form, ...refused })
  const shared = { operator: true, faults: FAULTS, class: undefined } as const
  const routes = ROUTES.map((name) => [name, routeForm(name, page(name, name))] as const)
  const engines = ENGINES.map((slot) => [slot, engineForm(slot, page(slot, slot))] as const)
  return {
    ...(Object.fromEntries([...routes, ...engines]) as Record<RouteName | EngineSlot, FormOf>),
    search_console: consoleForm(page('search_console', 'search_console')),
    balance: formScreen({
      ...shared,
      at: '/suppliers/balance',
      id: 'balance',
      operation: updateProviderBalance,
      fields: ['credits', 'as_of', 'plan_tier', 'cost_per_credit_usd', 'next_bill_at', 'monthly_allowance'],
      labels: { as_of: 'As of, UTC', next_bill_at: 'Next bill, UTC' },
      hints: {
        as_of: 'Blank: now.',
        cost_per_credit_usd: 'Blank: the price of the plan.',
        next_bill_at: 'The allowance starts again then.',
      },
      inputs: { as_of: { type: 'datetime-local' }, next_bill_at: { type: 'datetime-local' } },
      read: (form) => ({ ...form, as_of: moment(form.as_of), next_bill_at: moment(form.next_bill_at) }),
      verb: 'Save balance',
      page: page('balance', 'primary'),
      done: () => goTo(`${SUPPLIERS}/primary`, { text: 'Balance saved.' }),
    }),
    sync: formScreen({
      ...shared,
      at: '/suppliers/sync',
      id: 'sync',
      operation: updateJobSync,
      fields: ['frequency', 'time', 'tz'],
      verb: 'Save',
      page: page('sync', 'primary'),
      done: () => goTo(`${SUPPLIERS}/primary`, { text: 'Saved.' }),
    }),
    place: placeForm(page('place', 'scan_standard')),
    account: formScreen({
      ...shared,
      at: '/suppliers/account',
      id: 'account',
      operation: connectSupplier,
      fields: Object.keys(connectSupplier.input.properties),
      // A new code needs no addresses: blank fields keep the last ones.
      read: (form) => Object.fromEntries(Object.entries(form).filter(([, value]) => value)),
      verb: 'Get code',
      page: page('account', 'primary'),
      done: () => goTo(`${SUPPLIERS}/primary`, { text: 'Enter the code on the supplier’s page.' }),
    }),
  }
}

type DrawPage = (call: SignedInCall, refused: RefusedForm) => Promise<Markup>

const routeForm = (name: RouteName, page: DrawPage): FormOf => {
  const fields = ['adapter', 'api_key', 'base_url', 'enabled'] as const
  const schema = Type.Object({ ...RouteFields.properties, ...Thresholds.properties })
  return formScreen({
    at: `/suppliers/${name}`,
    operator: true,
    id: name,
    operation: updateCrawlSettings,
    fields,
    rules: RULES[name],
    part: {
      name: `routes.${name}`,
      schema,
      drawn: named(schema),
      input: ({ adapter, api_key, base_url, enabled, ...rules }) => ({
        ...rules,
        routes: { [name]: { adapter, api_key, base_url, enabled } },
      }),
    },
    given: () => ({}),
    faults: FAULTS,
    wide: true,
    verb: 'Save and test',
    page,
    async done(call, { routes }) {
      if (!routes[name]?.enabled) return saved(name)
      const { ok, message } = await call.call(testCrawlRoute, { route: name })
      if (ok && routes[name].breaker) await call.call(resetCrawlBreaker, {})
      return saved(name, { ok, message })
    },
  })
}

const engineForm = (slot: EngineSlot, page: DrawPage): FormOf => {
  const schema = engineFields(SLOT_ADAPTERS[slot])
  return formScreen({
    at: `/suppliers/${slot}`,
    operator: true,
    id: slot,
    operation: updateIntegrations,
    fields: ['adapter', ...SECRETS, 'base_url', 'enabled'],
    rules: [SPEND],
    part: { name: `engines.${slot}`, schema, input: (fields) => ({ engines: { [slot]: fields } }) },
    given: () => ({}),
    faults: FAULTS,
    wide: true,
    verb: 'Save and test',
    page,
    done: async (call, { engines }) =>
      saved(slot, engines[slot]?.enabled ? await call.call(testIntegration, { source: slot }) : undefined),
  })
}

const placeForm = (page: DrawPage): FormOf =>
  formScreen({
    at: '/suppliers/place',
    operator: true,
    id: 'place',
    operation: updateIntegrations,
    fields: Object.keys(Place.properties),
    part: { name: 'search_place', schema: Place, input: (search_place) => ({ search_place }) },
    words: PLACE_CHOICES,
    hints: { country: 'Google shows other results in other countries.', device: 'Serper searches as a computer only.' },
    given: () => ({}),
    tone: 'plain',
    verb: 'Save place',
    page,
    done: () => goTo(`${SUPPLIERS}/scan_standard`, { text: 'Saved. New checks read these search results.' }),
  })

const consoleForm = (page: DrawPage): FormOf => {
  const { properties } = SearchConsoleInput.anyOf[0]
  const schema = Type.Object({ ...properties, service_account: KEY_FILE })
  return formScreen({
    at: '/suppliers/search_console',
    operator: true,
    id: 'search_console',
    operation: updateIntegrations,
    fields: ['service_account', 'properties', 'reserve_pct', 'base_url'],
    part: {
      name: 'search_console',
      schema,
      input: ({ service_account, ...fields }) => ({
        search_console: {
          ...fields,
          ...(service_account ? { service_account: keyFile(String(service_account)) } : {}),
        },
      }),
    },
    given: () => ({}),
    faults: FAULTS,
    wide: true,
    verb: 'Save and test',
    page,
    done: async (call, { search_console: console }) =>
      saved(
        'search_console',
        console?.service_account ? await call.call(testIntegration, { source: 'search_console' }) : undefined,
      ),
  })
}

const KEY_FILE = Type.Optional(Type.String({ title: 'Key file of the service account (JSON)', maxLength: 25_000 }))

const saved = (of: Subject, test?: { ok: boolean; message: string }) =>
  goTo(`${SUPPLIERS}/${of}`, { text: `Saved. ${test?.message ?? ''}`.trim(), tone: test?.ok === false ? 'bad' : 'ok' })

/** The browser's field has minutes without a zone; here they are UTC. */
const moment = (text = ''): string => (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? `${text}:00Z` : text)

/** Google's key file: JSON in a text field. The operation checks its fields. */
function keyFile(text: string): ServiceAccount {
  const file = parsed(text)
  // `null` would remove the stored key.
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
