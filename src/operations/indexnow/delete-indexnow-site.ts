import Type from 'typebox'
import { findSite, removeSite, SiteId } from '../../domains/indexnow/index.ts'
import { write } from '../../kernel/operation/operation.ts'

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
