/** Sign-in forms of suppliers and engines, for the platform's pages and the set-up of an install. */
import { engineFields, SLOT_ADAPTERS } from '../../src/domains/checks/index.ts'
import type { EngineSlot } from '../../src/domains/jobs/index.ts'
import { RouteFields, Thresholds } from '../../src/domains/providers/index.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { type FieldSchema, Form, type FormSchema } from '../parts/forms/form.tsx'
import { listHref } from '../parts/lists/list.ts'
import type { RefusedForm } from '../screens/form-screen.tsx'
import type { EngineData, RouteData, SlotNeeds } from './props.ts'
import { keyOf, nameOf } from './vendors.ts'

/** Supplier and sign-in: the fields that a first test needs. */
export const ROUTE_SIGN_IN = ['adapter', 'api_key', 'base_url']
/** The price of the primary, beside its sign-in. */
export const ROUTE_PRICE = 'cost_per_indexed_usd'

type SignInProps = { action: string; sent?: RefusedForm | undefined }

const VERB = 'Save and test for free'

type RouteFormProps = SignInProps & { route: RouteData; price: number | null }

export const RouteForm = ({ action, sent, route, price }: RouteFormProps) => (
  <Form
    action={action}
    id="primary"
    {...given(sent, { ...route, [ROUTE_PRICE]: price })}
    schema={named({ properties: { ...RouteFields.properties, ...Thresholds.properties } })}
    fields={[...ROUTE_SIGN_IN, ROUTE_PRICE]}
    hints={{
      api_key: route?.api_key ? 'Blank keeps the one that is there.' : 'Stored encrypted; not shown again.',
      base_url: 'Leave blank for the supplier’s own address.',
      [ROUTE_PRICE]: 'Blank: the list price, if one is published. Without a price the margin is not known.',
    }}
    verb={VERB}
    wide
  />
)

type EngineFormProps = SignInProps & {
  slot: EngineSlot
  /** The engine whose fields are shown. */
  adapter: string
  engine: EngineData | null
  wants: SlotNeeds
}

export const EngineForm = ({ action, sent, slot, adapter, engine, wants }: EngineFormProps) => (
  <>
    <EngineChoice slot={slot} href={action} adapter={adapter} />
    <Form
      action={action}
      id={slot}
      {...given(sent, engine)}
      schema={engineFields(SLOT_ADAPTERS[slot])}
      fields={[...secretsOf(adapter, wants), 'base_url', 'cost_usd']}
      hidden={{ adapter }}
      hints={{
        ...Object.fromEntries(
          secretsOf(adapter, wants).map((secret, at) => [secret, hintOf(engine, adapter, secret, at === 0)]),
        ),
        base_url: 'Blank: where the vendor says.',
        cost_usd: 'What a check costs in your plan. Blank or 0: the list price, or a high one where none is published.',
      }}
      verb="Save and test"
      wide
    />
  </>
)

/** The engines of a slot, each as a link to its own fields. */
export const EngineChoice = ({ slot, href, adapter }: { slot: EngineSlot; href: string; adapter: string }) => (
  <nav class="chips" aria-label="Engine">
    {SLOT_ADAPTERS[slot].map((one) => (
      <a class="pick" href={listHref(href, {}, { adapter: one })} aria-current={one === adapter && 'true'}>
        {nameOf(one)}
      </a>
    ))}
  </nav>
)

/** The first that was asked for and that the slot has. */
export function adapterOf(slot: EngineSlot, ...asked: (string | undefined)[]): string {
  const adapters: readonly string[] = SLOT_ADAPTERS[slot]
  return asked.find((one) => one && adapters.includes(one)) ?? adapters[0]!
}

/** The fields of a supplier or engine, with known names for its adapters. */
export function named({ properties, required }: FormSchema): FormSchema {
  const adapter = properties.adapter as FieldSchema
  const choices = (adapter.enum ?? []).map((value) => ({ const: value, title: nameOf(String(value)) }))
  return {
    properties: { ...properties, adapter: { title: 'Supplier', anyOf: choices } },
    required: [...(required ?? []), 'adapter'],
  }
}

/** Values of a form: sent, else stored, without secrets. */
const given = (sent: RefusedForm | undefined, kept: object | null) => ({
  values: { ...kept, login: undefined, password: undefined, api_key: undefined, ...sent?.values },
  issues: sent?.issues ?? [],
})

export const wantsOf = ({ app }: SignedInCall): SlotNeeds =>
  Object.fromEntries([...app.engines].map(([name, { secrets }]) => [name, secrets]))

export const SECRETS = ['login', 'password', 'api_key'] as const
type Secret = (typeof SECRETS)[number]

export const secretsOf = (adapter: string, wants: SlotNeeds): Secret[] =>
  SECRETS.filter((secret) => wants[adapter]?.includes(secret))

export const hintOf = (engine: EngineData | null, adapter: string, secret: Secret, isFirst: boolean): string =>
  engine?.adapter === adapter && engine[secret]
    ? `Now: ${engine[secret].hint}. Leave blank to keep it.`
    : `${isFirst ? `${keyOf(adapter)} ` : ''}Stored encrypted.`
