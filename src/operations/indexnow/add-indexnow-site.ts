import Type from 'typebox'
import {
  addSite,
  Host,
  KeyLocation,
  readKeyLocation,
  readSite,
  Site,
  siteOfHost,
  siteOnWire,
} from '../../domains/indexnow/index.ts'
import { conflict, invalid } from '../../kernel/operation/fault.ts'
import { write } from '../../kernel/operation/operation.ts'
import { OwnTenantId } from '../../kernel/operation/shape.ts'

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
