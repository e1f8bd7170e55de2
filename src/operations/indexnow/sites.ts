import Type from 'typebox'
import {
  addSite,
  findSite,
  Host,
  KeyLocation,
  newestSubmissions,
  readKeyLocation,
  readSite,
  removeSite,
  SITE_STATUSES,
  Site,
  SiteId,
  type SiteRow,
  SiteWithSubmissions,
  Submission,
  siteOfHost,
  siteOnWire,
} from '../../domains/indexnow/index.ts'
import { ListOf, list, listInput, looseCondition, Search, when } from '../../kernel/database/list.ts'
import { mapPage, searchList } from '../../kernel/database/search.ts'
import { treeOf } from '../../kernel/operation/caller.ts'
import { conflict, invalid } from '../../kernel/operation/fault.ts'
import { read, write } from '../../kernel/operation/operation.ts'
import { OwnTenantId, TreeTenantId } from '../../kernel/operation/shape.ts'

export const addIndexnowSite = write({
  name: 'add_indexnow_site',
  route: 'POST /indexnow/sites',
  role: 'admin',
  tool: {
    when: 'once for each host, so that pushes of its pages ping IndexNow too',
    returns: 'the site, with `key` and `key_url`',
    next: 'host a text file with only `key` at `key_url`, then verify_indexnow_site',
    brief: ['id', 'host', 'key', 'key_url', 'status'],
  },
  summary: 'Add a site to IndexNow. Answers with the key, and where to host it.',
  description: 'Host a text file with only the key at `key_url`; then verify the site.',
  input: Type.Object({ host: Host, tenant_id: Type.Optional(OwnTenantId), key_location: Type.Optional(KeyLocation) }),
  output: Site,
  example: { host: 'shop.bakery.example', tenant_id: 'ten_bakery' },
  faults: ['conflict'],

  handle({ tx, caller, changed }, { host: given, tenant_id = caller.tenant_id, key_location }) {
    const address = readSite(given)
    if (!address) throw invalid({ path: 'host', message: 'must be a domain, such as shop.example, or a URL on it' })
    const location = key_location === undefined ? null : readKeyLocation(key_location, address.host)
    if (location && 'refused' in location) throw invalid({ path: 'key_location', message: location.refused })
    const known = siteOfHost(tx, tenant_id, address.host)
    if (known) throw conflict(`${address.host} is already a site of this workspace.`, { id: known.id })
    const site = addSite(tx, caller, { ...address, tenant_id, key_location: location?.url ?? null })
    changed({ after: { host: site.host, key_location: site.key_location } })
    return siteOnWire(site, tx.now)
  },
})

export const deleteIndexnowSite = write({
  name: 'delete_indexnow_site',
  route: 'DELETE /indexnow/sites/{id}',
  role: 'admin',
  proof: false,
  tool: {
    when: 'to stop pings of a host for good; update_indexnow_site pauses them',
    returns: '`deleted`',
    next: 'list_indexnow_sites',
  },
  summary: 'Remove a site from IndexNow. Its sent pings stay with their jobs.',
  input: Type.Object({ id: SiteId }),
  output: Type.Object({ id: Type.String(), deleted: Type.Boolean() }),
  example: { id: 'ins_bakery' },
  subject: (tx, caller, { id }) => findSite(tx, caller, id!),

  handle({ tx, subject, changed }) {
    removeSite(tx, subject)
    changed({ tenant_id: subject.tenant_id, before: { host: subject.host } })
    return { id: subject.id, deleted: true }
  },
})

/** Submissions shown with a site. */
const RECENT = 20

export const getIndexnowSite = read({
  name: 'get_indexnow_site',
  route: 'GET /indexnow/sites/{id}',
  role: null,
  summary: 'One IndexNow site with its 20 latest submissions.',
  input: Type.Object({ id: SiteId }),
  output: SiteWithSubmissions,
  example: { id: 'ins_bakery' },
  subject: (tx, caller, { id }) => findSite(tx, caller, id!),

  handle: ({ tx, subject }) => ({
    ...siteOnWire(subject, tx.now),
    submissions: newestSubmissions(tx, subject.id, RECENT),
  }),
})

export const getOwnIndexnow = read({
  name: 'get_own_indexnow',
  route: 'GET /indexnow/own',
  role: 'platform',
  summary: "Submissions of this install's own public pages: those on the host of its site address.",
  input: Type.Object(listInput('created_at')),
  output: Type.Object({ host: Type.String(), ...ListOf(Submission).properties }),
  example: {},

  handle({ tx, app }, asked) {
    const { host } = new URL(app.config.site_url)
    const submissions = list(
      tx,
      { select: '*', from: 'indexnow_submissions', where: [when('host = ?', host)], sorts: { created_at: 'id' } },
      asked,
    )
    return { host, ...submissions }
  },
})

export const listIndexnowSites = read({
  name: 'list_indexnow_sites',
  route: 'GET /indexnow/sites',
  role: null,
  tool: {
    when: 'to see which hosts are pinged',
    returns: 'sites with their state',
    next: 'verify_indexnow_site those that are pending or failing; add_indexnow_site',
    inputs: { status: 'Sites in this state only', q: 'Text in the host' },
    brief: ['id', 'host', 'status', 'enabled', 'pinged', 'key_url'],
  },
  summary: 'IndexNow sites of a workspace, or of all that you may read.',
  input: Type.Object({
    ...listInput('host', 'created_at', 'checked_at'),
    tenant_id: Type.Optional(TreeTenantId),
    status: Type.Optional(Type.Enum(SITE_STATUSES, { title: 'Status' })),
    q: Search,
  }),
  output: ListOf(Site),
  example: { tenant_id: 'ten_bakery' },

  handle({ tx, caller }, { tenant_id, status, q, ...asked }) {
    const sites = searchList<SiteRow>(
      tx,
      {
        select: '*',
        from: 'indexnow_sites',
        where: [
          tenant_id ? when('tenant_id = ?', tenant_id) : treeOf(caller),
          status && looseCondition('status = ?', status),
        ],
        sought: { q, columns: ['host'] },
        sorts: { host: 'host', created_at: 'id', checked_at: 'checked_at' },
        tie: 'id',
      },
      asked,
    )
    const { now } = tx
    return mapPage(sites, (site) => siteOnWire(site, now))
  },
})
