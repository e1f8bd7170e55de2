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
import { Fault, type FaultCode } from '../../src/kernel/operation/fault.ts'
import { newId } from '../../src/kernel/secrets/ids.ts'
import { getBranding } from '../../src/operations/branding/get-branding.ts'
import { putBranding } from '../../src/operations/branding/put-branding.ts'
import { allocateCredits } from '../../src/operations/credits/allocate-credits.ts'
import { getCredits } from '../../src/operations/credits/get-credits.ts'
import { addIndexnowSite } from '../../src/operations/indexnow/add-indexnow-site.ts'
import { addMember } from '../../src/operations/members/add-member.ts'
import { createSubTenant } from '../../src/operations/tenants/create-sub-tenant.ts'
import { getTenant } from '../../src/operations/tenants/get-tenant.ts'
import { fieldOf, type Issue } from '../parts/forms/form.tsx'
import { many } from '../parts/text/format.ts'
import { issuesIn, refusedPage } from '../refused.ts'
import { assertMay, drawPage } from '../shell.tsx'
import { NewClient, type NewClientProps, type Part } from './new-client.tsx'

export const newClientScreens: readonly Screen[] = [
  page('/clients/new', (call) => draw(call, {})),
  action('/clients', add),
  action('/clients/:id/rest', async (call) => complete(call, await call.call(getTenant, { id: call.params.id }))),
]

type More = Pick<NewClientProps, 'made' | 'issues' | 'values'> & { action?: string }

async function draw(call: SignedInCall, more: More) {
  assertMay(call, createSubTenant)
  const { base, caller } = call
  const { index } = await call.call(getCredits, { tenant_id: caller.tenant_id })
  const { allowed } = await call.call(getBranding, { id: caller.tenant_id })
  const props: NewClientProps = {
    action: `${base}/clients`,
    ...more,
    available: index.available,
    highest: caller.role,
    logo: allowed.logo,
    idempotency_key: call.form.idempotency_key || newId(),
  }
  const title = more.made ? `Complete ${more.made.name}` : 'New client'
  const crumbs = [{ label: 'Clients', href: `${base}/clients` }, { label: title }]
  return drawPage(call, { title, crumbs, kind: 'client' }, <NewClient {...props} />)
}

async function add(call: SignedInCall): Promise<Reply> {
  const { name, kind } = call.form
  try {
    const made = await call.call(createSubTenant, { name, kind: kind || 'client' }, { once: true })
    return await complete(call, made)
  } catch (error) {
    return refusedPage(error, (issues) => draw(call, { values: call.form, issues }), ['plan_limit', 'conflict'])
  }
}

/** Tries each part even if another was refused, because each is useful alone. */
async function complete(call: SignedInCall, client: { id: string; name: string }): Promise<Reply> {
  const at = `${call.base}/clients/${client.id}`
  const hosts = await eachHost(call, client.id)
  const tried = [hosts, await logo(call, client.id), await credits(call, client.id), await person(call, client.id)]
  const done = tried.flatMap(({ done }) => done ?? []).join(', ')
  const refused = tried.filter(({ issues }) => issues.length > 0)
  if (refused.length === 0) return goTo(at, { text: `${client.name} is added${done && `, with ${done}`}.` })
  const made = { name: client.name, done, parts: refused.map(({ part }) => part) }
  const values = { ...call.form, hosts: hosts.left }
  const issues = refused.flatMap((one) => one.issues)
  return htmlResponse(await draw(call, { made, issues, values, action: `${at}/rest` }), 422)
}

type Tried = { part: Part; done?: string; issues: Issue[] }

/** Runs a filled part. Faults belong to its first field, unless they name the role. */
async function tryPart(part: Part, given: string | undefined, also: FaultCode[], act: () => Promise<string>) {
  if (!given?.trim()) return { part, issues: [] } satisfies Tried
  try {
    return { part, done: await act(), issues: [] } satisfies Tried
  } catch (error) {
    const path = (issue: Issue) => (fieldOf(issue) === 'role' ? 'role' : part)
    return { part, issues: issuesIn(error, also).map((issue) => ({ ...issue, path: path(issue) })) } satisfies Tried
  }
}

/** Each is a call of its own. */
const MOST_HOSTS = 100

async function eachHost(call: SignedInCall, tenant_id: string): Promise<Tried & { left: string }> {
  const left: string[] = []
  const issues: Issue[] = []
  let added = 0
  const hosts = (call.form.hosts ?? '').split(/[\s,]+/).filter(Boolean)
  for (const host of hosts.slice(0, MOST_HOSTS)) {
    const tried = await tryPart('hosts', host, [], async () => addHost(call, host, tenant_id))
    if (tried.issues.length === 0) added += 1
    else left.push(host)
    issues.push(...tried.issues.map((issue) => ({ ...issue, message: `${host} ${issue.message}` })))
  }
  if (hosts.length > MOST_HOSTS) {
    left.push(...hosts.slice(MOST_HOSTS))
    issues.push({ path: 'hosts', message: `${MOST_HOSTS} hosts are added at a time. Send the others again` })
  }
  return { part: 'hosts', ...(added > 0 ? { done: many(added, 'host') } : {}), issues, left: left.join('\n') }
}

/** An existing host counts as added. */
async function addHost(call: SignedInCall, host: string, tenant_id: string): Promise<string> {
  try {
    return (await call.call(addIndexnowSite, { host, tenant_id })).host
  } catch (error) {
    if (error instanceof Fault && error.code === 'conflict') return host
    throw error
  }
}

const logo = (call: SignedInCall, id: string): Promise<Tried> =>
  tryPart('logo_url', call.form.logo_url, ['plan_required'], async () => {
    await call.call(putBranding, { id, logo_url: call.form.logo_url })
    return 'its logo'
  })

const credits = (call: SignedInCall, tenant_id: string): Promise<Tried> =>
  tryPart('credits', call.form.credits, ['insufficient_credits'], async () => {
    const { amount } = await call.call(
      allocateCredits,
      { tenant_id, amount: call.form.credits, kind: 'index', note: undefined },
      { idempotency_key: partKey(call, 'credits') },
    )
    return many(amount, 'credit')
  })

const person = (call: SignedInCall, id: string): Promise<Tried> =>
  tryPart('email', call.form.email, ['conflict', 'plan_limit', 'forbidden'], async () => {
    const { email = '', role } = call.form
    const added = await call.call(addMember, { id, email, role }, { idempotency_key: partKey(call, 'person') })
    return `${added.email} invited`
  })

const partKey = ({ form }: SignedInCall, part: string): string | undefined =>
  form.idempotency_key && `${form.idempotency_key}-${part}`
