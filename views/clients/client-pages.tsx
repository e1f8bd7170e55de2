/** The page of one client, and the form of its name and note. */
import { goTo, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { newId } from '../../src/kernel/secrets/ids.ts'
import { allocateCredits } from '../../src/operations/credits/allocate-credits.ts'
import { getCredits } from '../../src/operations/credits/get-credits.ts'
import { listIndexnowSites } from '../../src/operations/indexnow/list-indexnow-sites.ts'
import { listJobs } from '../../src/operations/jobs/list-jobs.ts'
import { submitIndexJob } from '../../src/operations/jobs/submit-index-job.ts'
import { listMembers } from '../../src/operations/members/list-members.ts'
import { getTenant } from '../../src/operations/tenants/get-tenant.ts'
import { getTenantOverview } from '../../src/operations/tenants/get-tenant-overview.ts'
import { updateTenant } from '../../src/operations/tenants/update-tenant.ts'
import { deskOf } from '../dashboard/pages.tsx'
import type { Act } from '../kit/menu.tsx'
import { formScreen, type Refused } from '../screens/form-screen.tsx'
import { drawPage, may, requireMay, zoneOf } from '../shell.tsx'
import { ClientPage } from './client.tsx'
import type { ClientProps } from './client-props.ts'

/** Rows of a list that the page shows. */
const FEW = 5

const listOf = ({ base }: SignedInCall): string => `${base}/clients`
const selfOf = (call: SignedInCall): string => `${listOf(call)}/${call.params.id}`

async function clientPage(call: SignedInCall) {
  const { app, base, params } = call
  const client = await call.call(getTenant, { id: params.id }, { here: true })
  const few = { tenant_id: client.id, page_size: FEW }
  const { index } = await call.call(getCredits, { tenant_id: call.caller.tenant_id })
  const sites = await call.call(listIndexnowSites, few)
  const props: ClientProps = {
    client,
    overview: await call.call(getTenantOverview, { id: client.id }),
    pushes: await call.call(listJobs, { ...few, type: 'index' }, { here: true }),
    people: await call.call(listMembers, { id: client.id, page_size: FEW }),
    sites,
    base,
    desk: deskOf(call, index.available),
    edits: may(call, updateTenant),
    gives: may(call, allocateCredits),
    now: app.clock.now(),
    zone: zoneOf(call),
    idempotency_key: newId(),
  }
  const pushes = may(call, submitIndexJob) && !client.archived
  return drawPage(
    call,
    {
      title: client.name,
      kind: 'client',
      sub: sites.items.map(({ host }) => host).join(', ') || undefined,
      client,
      act: pushes ? { label: 'New push', icon: 'plus', href: `/app/w/${client.id}/push` } : null,
      menu: menuOf(props),
    },
    <ClientPage {...props} />,
  )
}

/** What else there is of it, then what ends it. */
function menuOf({ client, base, edits, gives }: ClientProps): (Act | null)[] {
  const self = `${base}/clients/${client.id}`
  const at = `/app/w/${client.id}`
  const open: Act[] = [
    { label: 'Links', icon: 'link-2', href: `${at}/links` },
    { label: 'Results by week', icon: 'grid-3x3', href: `${at}/cohorts` },
    { label: 'IndexNow sites', icon: 'globe', href: `${at}/indexnow` },
    { label: 'Notifications', icon: 'bell', href: `${at}/notifications` },
    { label: 'Integrations', icon: 'key-round', href: `${at}/keys` },
  ]
  return [
    gives && !client.archived
      ? { label: 'Transfer credits', icon: 'coins', href: `${base}/clients?transfer=${client.id}` }
      : null,
    edits ? { label: 'Name and note', icon: 'pencil', href: `${self}/edit` } : null,
    ...(client.archived ? [] : open),
    edits && client.archived ? { label: 'Restore client', icon: 'undo-2', href: `${self}/restore` } : null,
    edits && !client.archived
      ? { label: 'Archive client', icon: 'archive', href: `${self}/archive`, danger: true }
      : null,
    edits ? { label: 'Delete client', icon: 'trash-2', href: `${self}/delete`, danger: true } : null,
  ]
}

async function editPage(call: SignedInCall, refused?: Refused) {
  requireMay(call, updateTenant)
  const client = await call.call(getTenant, { id: call.params.id })
  const values = { ...client, notes: client.notes ?? '' }
  return drawPage(
    call,
    { title: `Name and note of ${client.name}`, client, kind: 'client' },
    edit.form(`${selfOf(call)}/edit`, values, undefined, refused),
  )
}

const edit = formScreen({
  at: '/clients/:id/edit',
  operation: updateTenant,
  fields: ['name', 'kind', 'notes'],
  given: ({ params, form }) => ({ id: params.id, notes: form.notes ?? '' }),
  words: { kind: { client: 'Client', team: 'Team of clients' } },
  hints: { notes: 'For your own staff.', kind: 'A team has clients of its own.' },
  faults: ['plan_limit', 'conflict'],
  verb: 'Save',
  page: editPage,
  done: (call) => goTo(selfOf(call), { text: 'Saved.' }),
})

export const clientPageScreens: readonly Screen[] = [
  page('/clients/:id', (call) => clientPage(call)),
  page('/clients/:id/edit', (call) => editPage(call)),
  ...edit.screens,
]
