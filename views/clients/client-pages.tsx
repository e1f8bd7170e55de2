/** The page of one client, and the form of its name and note. */

import Type from 'typebox'
import { Place } from '../../src/domains/tenants/index.ts'
import { namesFor } from '../../src/doors/pages/people.ts'
import { filled, goTo, type Markup, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { alphabetOf } from '../../src/kernel/language/alphabet.ts'
import { newId } from '../../src/kernel/secrets/ids.ts'
import { allocateCredits } from '../../src/operations/credits/balances.ts'
import { listIndexnowSites } from '../../src/operations/indexnow/sites.ts'
import { listJobs } from '../../src/operations/jobs/jobs.ts'
import { submitIndexJob } from '../../src/operations/jobs/submit-index-job.ts'
import { listMembers } from '../../src/operations/members.ts'
import { refreshTenantIcon, removeTenantIcon } from '../../src/operations/tenants/icons.ts'
import { sendEmail } from '../../src/operations/tenants/letters.ts'
import { getTenantOverview } from '../../src/operations/tenants/overview.ts'
import { getTenant, updateTenant } from '../../src/operations/tenants/workspaces.ts'
import { conflictAt } from '../form-refusal.ts'
import type { Act } from '../kit/menu.tsx'
import type { Issue } from '../parts/forms/form.tsx'
import type { Query } from '../parts/lists/list.ts'
import { PLACE_CHOICES, placeWords } from '../parts/text/place-words.ts'
import { act } from '../screens/act.ts'
import { formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { assertMay, drawPage, may, zoneOf } from '../shell.tsx'
import { ClientPage } from './client.tsx'
import type { ClientSubject } from './client-props.ts'
import { bothKinds, pushHref } from './clients.tsx'
import {
  atNewTags,
  knownTags,
  NEW_TAGS,
  NEW_TAGS_HINT,
  NEW_TAGS_SCHEMA,
  sentTags,
  tagSchema,
  tagWords,
} from './tag-fields.ts'
import { KindAndNote, TransferPanel } from './transfer.tsx'
import { transferAction } from './transfer-act.ts'

/** Rows of each list on the page. */
const FEW = 5

const listOf = ({ base }: SignedInCall): string => `${base}/clients`
const selfOf = (call: SignedInCall): string => `${listOf(call)}/${call.params.id}`

async function clientPage(call: SignedInCall, issues?: readonly Issue[]): Promise<Markup> {
  const { app, base, params } = call
  const client = await call.call(getTenant, { id: params.id }, { here: true })
  const few = { tenant_id: client.id, page_size: FEW }
  const overview = await call.call(getTenantOverview, { id: client.id })
  const sites = await call.call(listIndexnowSites, few)
  const people = await call.call(listMembers, { id: client.id, page_size: FEW })
  const subject: ClientSubject = {
    client,
    overview,
    jobs: await call.call(listJobs, { ...few, type: 'index' }, { here: true }),
    people,
    writes: may(call, sendEmail) && !client.archived,
    sites,
    base,
    names: namesFor(call),
    edits: may(call, updateTenant),
    gives: may(call, allocateCredits),
    pushes: may(call, submitIndexJob) && !client.archived,
    now: app.clock.now(),
    zone: zoneOf(call),
    idempotency_key: newId(),
  }
  const sections = await Promise.all(filled(call, 'client_sections').map((draw) => draw(call, subject)))
  const facts = filled(call, 'client_facts').map((draw) => draw(subject))
  const query = issues ? { ...call.query, ...call.form } : call.query
  const panel = subject.gives && (query.transfer || issues) ? await panelOf(call, subject, query, issues) : null
  return drawPage(
    call,
    {
      title: client.name,
      tile: overview.tile_url,
      kind: 'client',
      sub: sites.items.map(({ host }) => host).join(', ') || undefined,
      client,
      act: subject.pushes ? { label: 'New push', icon: 'plus', href: pushHref(base, client.id) } : null,
      menu: menuOf(call, subject),
    },
    <ClientPage {...subject} sections={sections} facts={facts} panel={panel} />,
  )
}

async function panelOf(call: SignedInCall, props: ClientSubject, query: Query, issues?: readonly Issue[]) {
  const { client, overview } = props
  const own = await call.call(getTenant, { id: call.caller.tenant_id })
  return (
    <TransferPanel
      {...props}
      to={{
        id: client.id,
        name: client.name,
        tile_url: overview.tile_url,
        ...overview.standing,
        ...(await bothKinds(call, client.id)),
      }}
      from={{ name: own.name, ...(await bothKinds(call, own.id)) }}
      self={selfOf(call)}
      action={`${selfOf(call)}/transfer`}
      query={{ transfer: client.id, way: query.way, amount: query.amount }}
      issues={issues}
      more={<KindAndNote />}
    />
  )
}

function menuOf(call: SignedInCall, subject: ClientSubject): (Act | null)[] {
  const { client, base, edits, gives } = subject
  const self = `${base}/clients/${client.id}`
  const at = `/app/w/${client.id}`
  const places = filled(call, 'client_places').map((place) => place(subject))
  const behind = (label: string) => places.filter((place) => place?.behind === label)
  const open: (Act | null)[] = [
    { label: 'Links', icon: 'link-2', href: `${at}/links` },
    ...behind('Links'),
    { label: 'IndexNow sites', icon: 'globe', href: `${at}/indexnow` },
    ...behind('IndexNow sites'),
    ...behind('Portal'),
    { label: 'Integrations', icon: 'key-round', href: `${at}/keys` },
  ]
  return [
    gives && !client.archived
      ? { label: 'Transfer credits', icon: 'coins', href: `${self}?transfer=${client.id}` }
      : null,
    edits ? { label: 'Name, tags and note', icon: 'pencil', href: `${self}/edit` } : null,
    ...filled(call, 'client_menu').map((entry) => entry(subject)),
    edits && !client.archived ? { label: 'Fetch icon', icon: 'globe', post: `${self}/icon` } : null,
    edits && subject.overview.tile_url?.startsWith('/app/w/')
      ? { label: 'Remove icon', icon: 'x', post: `${self}/icon/remove` }
      : null,
    edits && !client.archived ? { label: 'Country of checks', icon: 'globe', href: `${self}/place` } : null,
    ...(client.archived ? [] : open),
    edits && client.archived ? { label: 'Restore client', icon: 'undo-2', href: `${self}/restore` } : null,
    edits && !client.archived
      ? { label: 'Archive client', icon: 'archive', href: `${self}/archive`, danger: true }
      : null,
    edits ? { label: 'Delete client', icon: 'trash-2', href: `${self}/delete`, danger: true } : null,
  ]
}

async function editPage(call: SignedInCall, refused?: RefusedForm) {
  assertMay(call, updateTenant)
  const client = await call.call(getTenant, { id: call.params.id })
  const known = [...new Set([...client.tags, ...(await knownTags(call))])].toSorted(alphabetOf())
  const { name, kind, notes } = updateTenant.input.properties
  const drawn = {
    schema: {
      ...updateTenant.input,
      properties: { name, kind, tags: tagSchema(known, 'Tags'), [NEW_TAGS]: NEW_TAGS_SCHEMA, notes },
    },
    fields: ['name', 'kind', ...(known.length > 0 ? ['tags'] : []), NEW_TAGS, 'notes'],
    words: { tags: tagWords(known) },
  }
  const again = refused && { ...refused, issues: atNewTags(refused.issues, 'tags') }
  return drawPage(
    call,
    { title: `Name, tags and note of ${client.name}`, client, kind: 'client' },
    edit.form(`${selfOf(call)}/edit`, { ...client, notes: client.notes ?? '' }, drawn, again),
  )
}

const edit = formScreen({
  at: '/clients/:id/edit',
  operation: updateTenant,
  fields: ['name', 'kind', 'notes'],
  given: (call) => ({ id: call.params.id, notes: call.form.notes ?? '', tags: sentTags(call, 'tags') }),
  hints: {
    [NEW_TAGS]: `For your own staff. ${NEW_TAGS_HINT}`,
    notes: 'For your own staff.',
    kind: 'A team has clients of its own.',
  },
  faults: ['plan_limit', 'conflict'],
  verb: 'Save',
  page: editPage,
  done: (call) => goTo(selfOf(call), { text: 'Saved.' }),
})

/** Blank fields take the place of the workspaces above. */
const PlaceFields = Type.Object({
  country: Type.Optional(Place.properties.country),
  language: Type.Optional(Place.properties.language),
  device: Type.Optional(Place.properties.device),
})

const place = formScreen({
  at: '/clients/:id/place',
  operation: updateTenant,
  fields: Object.keys(PlaceFields.properties),
  part: {
    name: 'search_place',
    schema: PlaceFields,
    input: (fields) => ({ search_place: Object.keys(fields).length > 0 ? fields : null }),
  },
  words: PLACE_CHOICES,
  given: ({ params }) => ({ id: params.id }),
  hints: {
    country: 'Leave all three blank to take those of the workspaces above, and of the install.',
    device: 'Blank: a computer. Not every engine can search as a phone; each check says how it searched.',
  },
  faults: ['plan_limit', 'conflict'],
  verb: 'Save',
  page: placePage,
  done: (call) => goTo(selfOf(call), { text: 'Saved. New checks read these search results.' }),
})

async function placePage(call: SignedInCall, refused?: RefusedForm): Promise<Markup> {
  assertMay(call, updateTenant)
  const client = await call.call(getTenant, { id: call.params.id })
  const { search_place } = await call.call(getTenantOverview, { id: client.id })
  const sub = client.search_place ? undefined : `Now as the workspaces above it: ${placeWords(search_place.place)}.`
  return drawPage(
    call,
    { title: `Country of checks of ${client.name}`, sub, client, kind: 'client' },
    place.form(`${selfOf(call)}/place`, client.search_place ?? {}, undefined, refused),
  )
}

/** The icon arrives within a minute; a workspace without a host has none to fetch. */
const iconActs: readonly Screen[] = [
  act(
    '/clients/:id/icon',
    refreshTenantIcon,
    (call, { host }) => goTo(selfOf(call), { text: `The icon of ${host} is fetched within a minute.` }),
    {},
    { refused: (call, error) => conflictAt(error, selfOf(call)) },
  ),
  act('/clients/:id/icon/remove', removeTenantIcon, (call) =>
    goTo(selfOf(call), { text: 'Icon removed. “Fetch icon” in the menu brings it back.' }),
  ),
]

export const clientPageScreens: readonly Screen[] = [
  ...iconActs,
  page('/clients/:id', (call) => clientPage(call)),
  transferAction('/clients/:id/transfer', (call, { issues }) => clientPage(call, issues), selfOf),
  page('/clients/:id/edit', (call) => editPage(call)),
  ...edit.screens,
  page('/clients/:id/place', (call) => placePage(call)),
  ...place.screens,
]
