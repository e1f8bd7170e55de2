import Type from 'typebox'
import { changeSite, findSite, newKey, Site, SiteId, siteOnWire } from '../../domains/indexnow/index.ts'
import { write } from '../../kernel/operation/operation.ts'

export const rotateIndexnowKey = write({
  name: 'rotate_indexnow_key',
  route: 'POST /indexnow/sites/{id}/rotate-key',
  role: 'admin',
  proof: false,
  summary: 'Make a new key for a site. Host it and verify again; until then nothing is sent.',
  input: Type.Object({ id: SiteId }),
  output: Site,
  example: { id: 'ins_bakery' },
  subject: (tx, caller, { id }) => findSite(tx, caller, id!),

  handle({ tx, subject, changed }) {
    const key = newKey()
    // A file named after the old key must be named after the new one.
    const key_location = subject.key_location?.replace(subject.key, key) ?? null
    changed({ tenant_id: subject.tenant_id })
    return siteOnWire(changeSite(tx, subject, { key, key_location }), tx.now)
  },
})
