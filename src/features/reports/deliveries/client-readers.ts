/** People of clients who get letters about them. */

import type { Static } from 'typebox'
import { below, NOT_ARCHIVED, type WorkspaceNode } from '../../../domains/tenants/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'
import { alphabetOf } from '../../../kernel/language/alphabet.ts'
import { GETS_REPORTS } from '../issues/people.ts'
import type { ClientReaders } from './shapes.ts'

const MINE = `from tenants t where t.path >= ?1 and t.path < ?2 and t.id <> ?3 and t.${NOT_ARCHIVED}`
const READERS = `from report_recipients r where r.tenant_id = t.id and ${GETS_REPORTS}`
const ACCOUNTS = `from members m join users u on u.id = m.user_id where m.tenant_id = t.id and u.status = 'active'`

export const clientReaders = (tx: ReadTx, { id, path }: WorkspaceNode): Static<typeof ClientReaders>[] =>
  tx
    .rows<Static<typeof ClientReaders>>(
      `select t.id as tenant_id, t.name, (select count(*) ${READERS}) as reports, (select count(*) ${ACCOUNTS}) as accounts
       ${MINE} order by t.id`,
      ...below(path),
      id,
    )
    .toSorted((a, b) => alphabetOf()(a.name, b.name))

/** One person counts once, in whatever clients and roles they are. */
export const countReaders = (tx: ReadTx, { id, path }: WorkspaceNode): number =>
  tx.number(
    `with mine as (select t.id ${MINE})
     select count(*) from (
       select r.email from mine t join report_recipients r on r.tenant_id = t.id where ${GETS_REPORTS}
       union select u.email from mine t join members m on m.tenant_id = t.id join users u on u.id = m.user_id
         where u.status = 'active')`,
    ...below(path),
    id,
  )
