/** The list of clients with its transfer panel, and questions before a client is archived, restored or deleted. */
import { goTo, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { newId } from '../../src/kernel/secrets/ids.ts'
import { listClients } from '../../src/operations/clients/list-clients.ts'
import { allocateCredits } from '../../src/operations/credits/allocate-credits.ts'
import { getCredits } from '../../src/operations/credits/get-credits.ts'
import { submitIndexJob } from '../../src/operations/jobs/submit-index-job.ts'
import { createSubTenant } from '../../src/operations/tenants/create-sub-tenant.ts'
import { deleteTenant } from '../../src/operations/tenants/delete-tenant.ts'
import { getTenant } from '../../src/operations/tenants/get-tenant.ts'
import { getTenantOverview } from '../../src/operations/tenants/get-tenant-overview.ts'
import { updateTenant } from '../../src/operations/tenants/update-tenant.ts'
import type { Act } from '../kit/menu.tsx'
import type { Issue } from '../parts/forms/form.tsx'
import { inputOfQuery, listHref } from '../parts/lists/list.ts'
import { many, number } from '../parts/text/format.ts'
import { askScreen } from '../screens/ask-screen.ts'
import { drawPage, may, zoneOf } from '../shell.tsx'
import { clientPageScreens } from './client-pages.tsx'
import { Clients, type ClientsProps } from './clients.tsx'
import { ENDING } from './ending.ts'
import { newClientScreens } from './new-client-pages.tsx'
import { portalSettingScreens } from './portal.tsx'
import { closed } from './transfer.tsx'
import { transferAction } from './transfer-act.ts'

const listOf = ({ base }: SignedInCall): string => `${base}/clients`

const ask = (name: keyof typeof ENDING, text: string, does: (call: SignedInCall, id: string) => Promise<unknown>) =>
  askScreen({
    at: `/clients/:id/${name}`,
    needs: updateTenant,
    of: (call) => call.call(getTenant, { id: call.params.id }),
    question: (client) => ENDING[name](client),
    crumbs: (call, client) => [
      { label: 'Clients', href: listOf(call) },
      { label: client.name, href: `${listOf(call)}/${client.id}` },
    ],
    async does(call) {
      await does(call, call.params.id!)
      return goTo(listOf(call), { text })
    },
  })

export const clientScreens: readonly Screen[] = [
  page('/clients', (call) => clientsPage(call)),
  ...newClientScreens,
  ...clientPageScreens,
  ...portalSettingScreens,
  // The panel closes after the transfer.
  transferAction(
    '/clients/:id/credits',
    (call, { issues }) => clientsPage(call, issues),
    (call) => closed(listOf(call), sentFrom(call)),
  ),
  ...ask('archive', 'Archived. Links not sent yet wait.', (call, id) =>
    call.call(updateTenant, { id, archived: true }),
  ),
  ...ask('restore', 'Restored. Waiting links are sent again.', (call, id) =>
    call.call(updateTenant, { id, archived: false }),
  ),
  ...ask('delete', 'Client deleted.', (call, id) =>
    call.call(deleteTenant, { id, mode: 'delete', confirm: call.form.confirm ?? '' }),
  ),
]

async function clientsPage(call: SignedInCall, issues?: readonly Issue[]) {
  const { app, caller } = call
  const query: SignedInCall['query'] = issues ? { ...call.query, ...sentFrom(call) } : call.query
  const list = await call.call(listClients, inputOfQuery(listClients, query), { here: true })
  const own = await call.call(getTenant, { id: caller.tenant_id })
  const { index } = await call.call(getCredits, { tenant_id: own.id })
  const from = { name: own.name, available: index.available }
  const gives = may(call, allocateCredits)
  const props: ClientsProps = {
    list,
    query,
    self: listOf(call),
    base: call.base,
    runs: may(call, updateTenant),
    transfer: gives && query.transfer ? { to: await receiverOf(call, query.transfer), from, issues } : null,
    gives,
    pushes: may(call, submitIndexJob),
    now: app.clock.now(),
    zone: zoneOf(call),
    idempotency_key: newId(),
  }
  const sub = `${many(list.counts.all, 'client has', 'clients have')} ${many(list.available, 'credit')}. ${own.name} has ${number(from.available)} to transfer.`
  const act = may(call, createSubTenant)
    ? { label: 'Add client', icon: 'plus' as const, href: `${listOf(call)}/new` }
    : null
  return drawPage(call, { title: 'Clients', kind: 'clients', sub, act, menu: filtersIn(call) }, <Clients {...props} />)
}

function filtersIn(call: SignedInCall): Act[] {
  const { include_archived, kind } = call.query
  const at = (changes: Record<string, string>) => listHref(listOf(call), call.query, changes)
  return [
    include_archived
      ? { label: 'Hide archived', icon: 'archive', href: at({ include_archived: '' }) }
      : { label: 'Show archived', icon: 'archive', href: at({ include_archived: 'true' }) },
    kind
      ? { label: 'Clients and teams', icon: 'users', href: at({ kind: '' }) }
      : { label: 'Teams only', icon: 'users', href: at({ kind: 'team' }) },
  ]
}

async function receiverOf(call: SignedInCall, id: string) {
  const { name } = await call.call(getTenant, { id })
  const { standing } = await call.call(getTenantOverview, { id })
  return { id, name, ...standing }
}

/** Filters of the list, and the typed values. */
function sentFrom({ params, form }: SignedInCall): Record<string, string> {
  const { back = '' } = form
  const query = back.includes('?') ? back.slice(back.indexOf('?')) : ''
  return {
    ...Object.fromEntries(new URLSearchParams(query)),
    transfer: params.id!,
    way: form.way ?? '',
    amount: form.amount ?? '',
  }
}
