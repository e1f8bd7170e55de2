import Type from 'typebox'
import { findSite, newestSubmissions, SiteId, SiteWithSubmissions, siteOnWire } from '../../domains/indexnow/index.ts'
import { read } from '../../kernel/operation/operation.ts'

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
