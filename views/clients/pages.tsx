import { Note, SignedAmount } from '../../src/domains/credits/index.ts'
import { action, goTo, htmlResponse, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import type { Fault } from '../../src/kernel/operation/fault.ts'
import { newId } from '../../src/kernel/secrets/ids.ts'
import { allocateCredits } from '../../src/operations/credits/allocate-credits.ts'
import { getCredits } from '../../src/operations/credits/get-credits.ts'
import { listIndexnowSites } from '../../src/operations/indexnow/list-indexnow-sites.ts'
import { listJobs } from '../../src/operations/jobs/list-jobs.ts'
import { listMembers } from '../../src/operations/members/list-members.ts'
import { createSubTenant } from '../../src/operations/tenants/create-sub-tenant.ts'
import { deleteTenant } from '../../src/operations/tenants/delete-tenant.ts'
import { getTenant } from '../../src/operations/tenants/get-tenant.ts'
import { getTenantFigures } from '../../src/operations/tenants/get-tenant-figures.ts'
import { getTenantOverview } from '../../src/operations/tenants/get-tenant-overview.ts'
import { listTenants } from '../../src/operations/tenants/list-tenants.ts'
import { updateTenant } from '../../src/operations/tenants/update-tenant.ts'
import { deskOf } from '../dashboard/pages.tsx'
import type { Question } from '../parts/dialogs.tsx'
import { fieldsOf } from '../parts/form.tsx'
import { many } from '../parts/format.ts'
import { askedOf, listHref } from '../parts/list.ts'
import { issuesIn } from '../refused.ts'
import { appPage, confirmPage, may, requireMay, zoneOf } from '../shell.tsx'
import { ClientPage } from './client.tsx'
import type { ClientProps } from './client-props.ts'
import { Clients, type ClientsProps, giveId, type Workspace } from './clients.tsx'

export const clientScreens: readonly Screen[] = [
  page('/clients', (call) => clientsPage(call)),
  action('/clients', add),
  page('/clients/:id', (call) => clientPage(call)),
  action('/clients/:id', save),
  action('/clients/:id/credits', give),
  page('/clients/:id/archive', (call) => ask(call, 'archive', archiving)),
  action('/clients/:id/archive', (call) => moved(call, { archived: true }, 'Archived. What was not sent yet waits.')),
  page('/clients/:id/restore', (call) => ask(call, 'restore', restoring)),
  action('/clients/:id/restore', (call) => moved(call, { archived: false }, 'Restored. What waited goes on.')),
  page('/clients/:id/delete', (call) => ask(call, 'delete', deleting)),
  action('/clients/:id/delete', async (call) => {
    await call.call(deleteTenant, { id: call.params.id, mode: 'delete', confirm: call.form.confirm ?? '' })
    return goTo(listOf(call), { text: 'The client is deleted.' })
  }),
]

const listOf = ({ base }: SignedInCall): string => `${base}/clients`

async function clientsPage(call: SignedInCall, more: Pick<ClientsProps, 'values' | 'issues'> = {}) {
  const { caller, query } = call
  const { items, ...list } = await call.call(listTenants, askedOf(listTenants, query), { here: true })
  const below = items.filter(({ id }) => id !== caller.tenant_id)
  const figures = await figuresOf(call, below)
  const rows = below.flatMap((row) => {
    const its = figures.get(row.id)
    return its ? [{ ...row, figures: its, lately: its.lately }] : []
  })
  const props: ClientsProps = {
    ...more,
    list: { ...list, items: rows, total: Math.max(0, list.total - (below.length < items.length ? 1 : 0)) },
    query,
    self: listOf(call),
    depth: caller.path.split('/').length - 2,
    purse: may(call, allocateCredits) ? await purseOf(call) : null,
    adds: may(call, createSubTenant) ? fieldsOf(createSubTenant.input, ['name', 'kind']) : null,
    idempotency_key: newId(),
  }
  return appPage(call, 'Clients', <Clients {...props} />)
}

async function figuresOf(call: SignedInCall, rows: readonly { id: string }[]) {
  if (rows.length === 0) return new Map<string, never>()
  const { workspaces } = await call.call(getTenantFigures, { ids: rows.map(({ id }) => id).join(',') }, { here: true })
  return new Map(workspaces.map((one) => [one.id, one]))
}

/** Index credits that there are to give. */
const purseOf = async (call: SignedInCall): Promise<number> =>
  (await call.call(getCredits, { tenant_id: call.caller.tenant_id })).index.available

async function add(call: SignedInCall) {
  const { name, kind } = call.form
  try {
    const made = await call.call(
      createSubTenant,
      { name, kind: kind || 'client' },
      { idempotency_key: call.form.idempotency_key || undefined },
    )
    return goTo(`${listOf(call)}/${made.id}`, { text: `${made.name} is added. Give it credits to push with.` })
  } catch (error) {
    const issues = issuesIn(error, ['plan_limit', 'conflict'])
    return htmlResponse(await clientsPage(call, { values: { name, kind }, issues }), (error as Fault).status)
  }
}

/** Of what is told in short on the page of a client. */
const FEW = 5

async function clientPage(call: SignedInCall, more: Pick<ClientProps, 'values' | 'issues'> = {}) {
  requireMay(call, updateTenant)
  const { app, base } = call
  const client = await call.call(getTenant, { id: call.params.id })
  const few = { tenant_id: client.id, page_size: FEW }
  const props: ClientProps = {
    ...more,
    client,
    report: await call.call(getTenantOverview, { id: client.id }),
    pushes: await call.call(listJobs, { ...few, type: 'index' }),
    people: await call.call(listMembers, { id: client.id, page_size: FEW }),
    sites: await call.call(listIndexnowSites, few),
    base,
    desk: deskOf(call, await purseOf(call)),
    edits: fieldsOf(updateTenant.input, ['name', 'kind', 'notes']),
    gives: {
      properties: {
        amount: { ...SignedAmount, minimum: 1 },
        kind: allocateCredits.input.properties.kind,
        note: Note,
      },
      required: ['amount'],
    },
    now: app.clock.now(),
    zone: zoneOf(call),
    idempotency_key: newId(),
  }
  return appPage(call, client.name, <ClientPage {...props} />)
}

async function save(call: SignedInCall) {
  const { name, kind, notes } = call.form
  try {
    await call.call(updateTenant, { id: call.params.id, name, kind, notes: notes ?? '' })
    return goTo(`${listOf(call)}/${call.params.id}`, { text: 'Saved.' })
  } catch (error) {
    const issues = issuesIn(error, ['plan_limit', 'conflict'])
    return htmlResponse(await clientPage(call, { values: { name, kind, notes }, issues }), (error as Fault).status)
  }
}

/** One act from the row, to which it leads back, and from the page of the client. */
async function give(call: SignedInCall) {
  const { params } = call
  const { amount = '', way, from, back = '', kind, note, idempotency_key } = call.form
  const line = await call.call(
    allocateCredits,
    {
      tenant_id: params.id,
      amount: way === 'back' ? amount.replace(/^-?/, '-') : amount,
      kind: kind || 'index',
      note: note || undefined,
    },
    { idempotency_key: idempotency_key || undefined },
  )
  const moved = many(line.amount, `${line.kind} credit`)
  const text = line.direction === 'in' ? `${moved} given.` : `${moved} taken back.`
  const query = Object.fromEntries(new URLSearchParams(back))
  const row = `${listHref(listOf(call), query, { page: query.page })}#${giveId(line.tenant_id)}`
  return goTo(from === 'client' ? `${listOf(call)}/${line.tenant_id}` : row, {
    text: `${text} The line in the ledger undoes it.`,
  })
}

const moved = async (call: SignedInCall, change: { archived: boolean }, text: string) => {
  await call.call(updateTenant, { id: call.params.id, ...change })
  return goTo(listOf(call), { text })
}

async function ask(call: SignedInCall, name: string, question: (client: Workspace) => Question) {
  requireMay(call, updateTenant)
  const client = await call.call(getTenant, { id: call.params.id })
  const back = `${listOf(call)}/${client.id}`
  return confirmPage(call, question(client), {
    href: `${back}/${name}`,
    back,
    crumbs: [
      { label: 'Clients', href: listOf(call) },
      { label: client.name, href: back },
    ],
  })
}

const archiving = ({ name }: Workspace): Question => ({
  title: `Archive ${name}?`,
  body: 'Its keys stop and what was not sent yet waits, with all that stands below it. What was sent is still looked at, so that credits come back in time. It can be restored at any time.',
  verb: 'Archive',
})
const restoring = ({ name }: Workspace): Question => ({
  title: `Restore ${name}?`,
  body: 'Its keys work again and what waited goes on.',
  verb: 'Restore',
  tone: 'plain',
})
const deleting = ({ name }: Workspace): Question => ({
  title: `Delete ${name}?`,
  body: 'For good. Only a workspace without jobs, credits and workspaces below it can be deleted; any other can be archived.',
  verb: 'Delete',
  word: name,
})
