/** Adds a client, then each filled part. A refused part shows its reason at its field; the others stay done. */

import {
  action,
  goTo,
  htmlResponse,
  page,
  type Reply,
  type Screen,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import type { Role } from '../../src/kernel/operation/caller.ts'
import { Fault, type FaultCode } from '../../src/kernel/operation/fault.ts'
import { newId } from '../../src/kernel/secrets/ids.ts'
import { getBranding, putBranding } from '../../src/operations/branding.ts'
import { allocateCredits, getCredits } from '../../src/operations/credits/balances.ts'
import { addIndexnowSite } from '../../src/operations/indexnow/sites.ts'
import { addMember } from '../../src/operations/members.ts'
import { createSubTenant, getTenant } from '../../src/operations/tenants/workspaces.ts'
import { issuesIn, refusedPage } from '../form-refusal.ts'
import { mayGive } from '../frame/visitor.ts'
import { Form, type FormSchema, fieldOf, type Issue } from '../parts/forms/form.tsx'
import { Banner } from '../parts/page/card.tsx'
import { many } from '../parts/text/format.ts'
import { ROLE_WORDS, rolesUpTo } from '../parts/text/words.ts'
import { type OneCall, oneCall } from '../screens/act.ts'
import { assertMay, drawPage } from '../shell.tsx'

const PARTS = ['hosts', 'logo_url', 'credits', 'email'] as const
type MissingPart = (typeof PARTS)[number]

type NewClientProps = {
  action: string
  /** The client, if it was added and only these parts are missing. */
  made?: { name: string; done: string; parts: readonly MissingPart[] }
  values?: Readonly<Record<string, string | undefined>>
  issues?: readonly Issue[]
  /** Index credits that can be transferred. */
  available: number
  /** The highest role that the visitor may give. */
  highest: Role
  /** Whether the plan includes logos of clients. */
  logo: boolean
  idempotency_key: string
}

const NewClient = ({ action, made, values, issues, idempotency_key, ...rest }: NewClientProps) => {
  const parts = (made?.parts ?? PARTS).filter((part) => part !== 'logo_url' || rest.logo)
  const fields = [...(made ? [] : ['name', 'kind']), ...parts.flatMap((part) => FIELDS[part])]
  return (
    <>
      {made && (
        <Banner tone="warn">
          <b>{`${made.name} is added${made.done && `, with ${made.done}`}.`}</b> Correct the rest, or leave it empty.
        </Banner>
      )}
      <Form
        action={action}
        schema={schemaOf(rest.highest)}
        fields={fields}
        values={{ kind: 'client', role: 'client_viewer', ...values }}
        issues={issues}
        labels={LABELS}
        words={{ role: ROLE_WORDS }}
        hints={{ ...HINTS, credits: `${many(rest.available, 'index credit')} can be transferred.` }}
        hidden={{ idempotency_key }}
        verb={made ? 'Save' : 'Add client'}
      />
    </>
  )
}

const FIELDS: Record<MissingPart, readonly string[]> = {
  hosts: ['hosts'],
  logo_url: ['logo_url'],
  credits: ['credits'],
  email: ['email', 'role'],
}

const LABELS = { hosts: 'Hosts', logo_url: 'Logo', credits: 'Credits', email: 'Person', role: 'Their role' }

const HINTS = {
  kind: 'A team has clients of its own.',
  hosts: 'One a line, such as shop.example. Each becomes an IndexNow site.',
  logo_url: 'Address of a PNG, JPEG or WebP file.',
  email: 'E-mail address of a person of the client. They get an invitation.',
  role: '',
}

const schemaOf = (highest: Role): FormSchema => ({
  properties: {
    name: createSubTenant.input.properties.name,
    kind: createSubTenant.input.properties.kind,
    hosts: { type: 'array' },
    logo_url: putBranding.input.properties.logo_url,
    credits: { ...allocateCredits.input.properties.amount, minimum: 1 },
    email: addMember.input.properties.email,
    role: { ...addMember.input.properties.role, enum: rolesUpTo(highest) },
  },
  required: ['name', 'kind', 'role'],
})

export const newClientScreens: readonly Screen[] = [
  page('/clients/new', (call) => draw(call, {})),
  { ...action('/clients', add), calls: (call) => [made(call), ...partsOf(call, 'CLIENT_ID')] },
  {
    ...action('/clients/:id/rest', async (call) => complete(call, await call.call(getTenant, { id: call.params.id }))),
    calls: (call) => partsOf(call, call.params.id!),
  },
]

type PageState = Pick<NewClientProps, 'made' | 'issues' | 'values'> & { action?: string }

async function draw(call: SignedInCall, more: PageState) {
  assertMay(call, createSubTenant)
  const { base, caller } = call
  const { index } = await call.call(getCredits, { tenant_id: caller.tenant_id })
  const { allowed } = await call.call(getBranding, { id: caller.tenant_id })
  const props: NewClientProps = {
    action: `${base}/clients`,
    ...more,
    available: index.available,
    highest: mayGive(call),
    logo: allowed.logo,
    idempotency_key: call.form.idempotency_key || newId(),
  }
  const title = more.made ? `Complete ${more.made.name}` : 'New client'
  const crumbs = [{ label: 'Clients', href: `${base}/clients` }, { label: title }]
  return drawPage(call, { title, crumbs, kind: 'client' }, <NewClient {...props} />)
}

function made({ form: { name, kind } }: SignedInCall) {
  return { operation: createSubTenant, input: { name, kind: kind || 'client' } }
}

const hostsIn = ({ form }: SignedInCall): string[] => (form.hosts ?? '').split(/[\s,]+/).filter(Boolean)

/** Hosts that one form adds: each is a call of its own. */
const MOST_HOSTS = 100

/** The call of a part. `also`: refusals that belong to its field. */
type PartCall = OneCall<string> & { part: MissingPart; host?: string; also?: readonly FaultCode[] }

/** The calls of the filled parts. */
function partsOf(call: SignedInCall, id: string): PartCall[] {
  const { logo_url, credits: amount, email = '', role } = call.form
  const given = { tenant_id: id, amount, kind: 'index' as const, note: undefined }
  const credits = oneCall(allocateCredits, given, (line) => many(line.amount, 'credit'))
  const person = oneCall(addMember, { id, email, role }, (added) => `${added.email} invited`)
  const logo = oneCall(putBranding, { id, logo_url }, () => 'its logo')
  const site = (host: string) => oneCall(addIndexnowSite, { host, tenant_id: id }, () => host)
  const parts: PartCall[] = [
    { part: 'logo_url', ...logo, also: ['plan_required'] },
    { part: 'credits', ...credits, also: ['insufficient_credits'] },
    { part: 'email', ...person, also: ['conflict', 'plan_limit', 'forbidden'] },
  ]
  const hosts = hostsIn(call).slice(0, MOST_HOSTS)
  return [
    ...hosts.map((host) => ({ part: 'hosts' as const, host, ...site(host) })),
    ...parts.filter(({ part }) => call.form[part]?.trim()),
  ]
}

async function add(call: SignedInCall): Promise<Reply> {
  const { operation, input } = made(call)
  try {
    return await complete(call, await call.call(operation, input, { once: true }))
  } catch (error) {
    return refusedPage(error, (issues) => draw(call, { values: call.form, issues }), ['plan_limit', 'conflict'])
  }
}

/** Tries each part even if another was refused, because each is useful alone. */
async function complete(call: SignedInCall, client: { id: string; name: string }): Promise<Reply> {
  const at = `${call.base}/clients/${client.id}`
  const words: string[] = []
  const issues: Issue[] = []
  const left: string[] = []
  let hosts = 0
  for (const one of partsOf(call, client.id)) {
    try {
      const word = await carryOut(call, one)
      if (one.host) hosts++
      else words.push(word)
    } catch (error) {
      issues.push(...issuesOf(one, error))
      if (one.host) left.push(one.host)
    }
  }
  const more = hostsIn(call).slice(MOST_HOSTS)
  if (more.length > 0)
    issues.push({ path: 'hosts', message: `${MOST_HOSTS} hosts are added at a time. Send the others again` })
  const done = [...(hosts > 0 ? [many(hosts, 'host')] : []), ...words].join(', ')
  if (issues.length === 0) return goTo(at, { text: `${client.name} is added${done && `, with ${done}`}.` })
  const refused = new Set(issues.map((issue) => (issue.path === 'role' ? 'email' : issue.path)))
  const made = { name: client.name, done, parts: PARTS.filter((part) => refused.has(part)) }
  const values = { ...call.form, hosts: [...left, ...more].join('\n') }
  return htmlResponse(await draw(call, { made, issues, values, action: `${at}/rest` }), 422)
}

async function carryOut(call: SignedInCall, { part, host, operation, input, done }: PartCall): Promise<string> {
  const key = call.form.idempotency_key
  try {
    const once = { idempotency_key: host ? undefined : key && `${key}-${part}` }
    return await done((await call.call(operation, input, once)) as never)
  } catch (error) {
    // An existing host counts as added.
    if (host && error instanceof Fault && error.code === 'conflict') return host
    throw error
  }
}

/** Faults belong to the first field of a part, unless they name the role. */
const issuesOf = ({ part, host, also }: PartCall, error: unknown): Issue[] =>
  issuesIn(error, also).map((issue) => ({
    path: fieldOf(issue) === 'role' ? 'role' : part,
    message: host ? `${host} ${issue.message}` : issue.message,
  }))
