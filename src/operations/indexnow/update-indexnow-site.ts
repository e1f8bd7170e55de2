import Type from 'typebox'
import {
  changeSite,
  findSite,
  KeyLocation,
  readKeyLocation,
  Site,
  SiteId,
  siteOnWire,
} from '../../domains/indexnow/index.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import { write } from '../../kernel/operation/operation.ts'
import { Nullable } from '../../kernel/operation/shape.ts'

export const updateIndexnowSite = write({
  name: 'update_indexnow_site',
  route: 'PATCH /indexnow/sites/{id}',
  role: 'admin',
  tool: {
    when: 'to pause pings of a host, or after its key file moved',
    returns: 'the site',
    next: 'verify_indexnow_site after another key_location',
    inputs: {
      enabled: 'false: no pings',
      key_location: 'Full URL of the key file on the same host; null: at its root',
    },
    takes_away: true,
    brief: ['id', 'host', 'key_url', 'status', 'enabled'],
  },
  summary: 'Switch pings of a site on or off, or say where its key file lies.',
  description:
    'Another `key_location` must be verified again; null puts the key file back at the root, named after the key.',
  input: Type.Object({
    id: SiteId,
    enabled: Type.Optional(Type.Boolean({ title: 'Pings' })),
    key_location: Type.Optional(Nullable(KeyLocation)),
  }),
  output: Site,
  example: { id: 'ins_bakery', enabled: false },
  subject: (tx, caller, { id }) => findSite(tx, caller, id!),

  handle({ tx, subject, changed }, { enabled, key_location }) {
    const location = typeof key_location === 'string' ? readKeyLocation(key_location, subject.host) : null
    if (location && 'refused' in location) throw invalid({ path: 'key_location', message: location.refused })
    const site = changeSite(tx, subject, {
      ...(enabled !== undefined && { enabled: enabled ? 1 : 0 }),
      ...(key_location !== undefined && { key_location: location?.url ?? null }),
    })
    const { enabled: was_enabled, key_location: was_location } = subject
    changed({
      tenant_id: site.tenant_id,
      before: { enabled: was_enabled === 1, key_location: was_location },
      after: { enabled: site.enabled === 1, key_location: site.key_location },
    })
    return siteOnWire(site, tx.now)
  },
})
