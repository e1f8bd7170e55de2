/** What is asked of a supplier and of an engine: on the platform's pages, and when an install is set up. */
import { engineFields, SLOT_ADAPTERS } from '../../src/domains/checks/index.ts'
import type { EngineSlot } from '../../src/domains/jobs/index.ts'
import { RouteFields, type RouteName } from '../../src/domains/providers/index.ts'
import { Form } from '../parts/forms/form.tsx'
import { named } from './named.ts'
import type { EngineData, RouteData, SentForm, Wants } from './props.ts'
import { ADAPTER_WORDS } from './words.ts'

type Asked = {
  action: string
  /** Of a form on the page, this one or another. */
  sent?: SentForm | undefined
  verb: string
  wide?: boolean
}

/** Who they are and how one signs in there: all that a first try takes. */
export const ROUTE_SIGN_IN = ['adapter', 'api_key', 'base_url']

type RouteFormProps = Asked & { name: RouteName; route: RouteData; fields?: readonly string[] }

export const RouteForm = ({ name, route, sent, fields = [...ROUTE_SIGN_IN, 'enabled'], ...form }: RouteFormProps) => (
  <Form
    {...form}
    {...given(name, sent, route)}
    schema={named(RouteFields)}
    fields={fields}
    hints={{
      api_key: route?.api_key ? 'Blank keeps the one that is there.' : 'Sealed; never shown again.',
      base_url: 'Leave blank for the supplier’s own address.',
    }}
  />
)

type EngineFormProps = Asked & {
  slot: EngineSlot
  engine: EngineData | null
  wants: Wants
  fields?: readonly string[]
}

export const EngineForm = ({ slot, engine, wants, sent, fields, ...form }: EngineFormProps) => (
  <Form
    {...form}
    {...given(slot, sent, engine)}
    schema={named(engineFields(SLOT_ADAPTERS[slot]))}
    fields={fields ?? fieldsOfSlot(slot, wants)}
    hints={hintsOf(slot, wants, engine)}
  />
)

/** The values of a form: as sent, else as stored; secrets never. */
const given = (id: string, sent: SentForm | undefined, kept: RouteData | EngineData | null) => {
  const mine = sent?.form === id ? sent : undefined
  const blank = { login: undefined, password: undefined, api_key: undefined }
  return { id, values: { enabled: true, ...kept, ...blank, ...mine?.values }, issues: mine?.issues ?? [] }
}

export const SECRETS = ['login', 'password', 'api_key'] as const
const CAPS = ['daily_cap', 'daily_cap_usd', 'cost_usd']

/** Secrets that none of its adapters takes are not asked for. */
const secretsOf = (slot: EngineSlot, wants: Wants): string[] =>
  SECRETS.filter((secret) => SLOT_ADAPTERS[slot].some((adapter) => wants[adapter]?.includes(secret)))

export const signInOf = (slot: EngineSlot, wants: Wants): string[] => ['adapter', ...secretsOf(slot, wants), 'base_url']

export const fieldsOfSlot = (slot: EngineSlot, wants: Wants): string[] => [
  'adapter',
  ...secretsOf(slot, wants),
  ...CAPS,
  'base_url',
  'enabled',
]

/** Which adapters want a secret, and that a blank keeps the one there. */
function hintsOf(slot: EngineSlot, wants: Wants, engine: EngineData | null): Record<string, string> {
  const kept = (secret: (typeof SECRETS)[number]) =>
    engine?.[secret] ? ` There is ${engine[secret].hint}; blank keeps it.` : ''
  const secrets = SECRETS.map((secret) => {
    const users = SLOT_ADAPTERS[slot].filter((adapter) => wants[adapter]?.includes(secret))
    return [secret, `For ${users.map((adapter) => ADAPTER_WORDS[adapter]).join(', ')}.${kept(secret)}`]
  })
  return {
    ...Object.fromEntries(secrets),
    daily_cap: 'Blank: no limit. What is beyond it waits for midnight UTC.',
    daily_cap_usd: 'Blank: no limit.',
    cost_usd: 'Where the vendor does not say it itself.',
    base_url: 'Blank: where the vendor says.',
  }
}
