/** Letters about credit packs: to those who decide, when one is requested; to whoever asked, when it is decided. */

import type { App } from '../../kernel/app.ts'
import type { Caller } from '../../kernel/caller.ts'
import { dayOf } from '../../kernel/clock.ts'
import type { ReadTx, Tx } from '../../kernel/database.ts'
import { addToDay } from '../../kernel/limits.ts'
import { counted } from '../../kernel/wording.ts'
import { siteOf } from '../branding/index.ts'
import { inCharge, queueMail } from '../mail/index.ts'
import { idsOf, readTenant, rootOf } from '../tenants/index.ts'
import type { CreditRequestRow } from './tables.ts'

type PostApp = Pick<App, 'letters' | 'sealer' | 'catalog' | 'config' | 'wake'>
type Reader = { id: string; email: string }

/** Requests of one tree in a day that are told by letter; the list of requests has them all. */
const TOLD_A_DAY = 20

/** Tells every active platform admin but the one who asked. Their addresses stay out of the log of the workspace. */
export function tellDeciders(tx: Tx, app: PostApp, caller: Caller, request: CreditRequestRow): void {
  const root = rootOf(tx, request.tenant_id)
  if (addToDay(tx, `credit requests:${root}`, dayOf(tx.now), 1) > TOLD_A_DAY) return
  const admins = tx.rows<Reader>(
    "select id, email from users where platform_admin = 1 and status = 'active' and id is not ? order by id",
    caller.user_id,
  )
  tell(tx, app, request, null, admins)
}

/** Tells the person who asked and is still in reach, else those in charge; nobody of what they decided themselves. */
export function tellRequester(tx: Tx, app: PostApp, caller: Caller, request: CreditRequestRow): void {
  const readers = requesters(tx, request).filter((reader) => reader.id !== caller.user_id)
  tell(tx, app, request, request.tenant_id, readers)
}

function tell(tx: Tx, app: PostApp, request: CreditRequestRow, tenant_id: string | null, readers: Reader[]): void {
  const { id, status, pack, requested_by, note, answer_note } = request
  const { name: workspace } = readTenant(tx, request.tenant_id)
  const said = (status === 'pending' ? note : answer_note) ?? ''
  const owed = tx.count('select coalesce(sum(amount), 0) as n from owed_credits where request_id = ?', id)
  const facts = {
    status,
    pack,
    workspace,
    by: requested_by,
    note: said,
    ...(owed ? { owed: counted(owed, 'credit') } : {}),
  }
  // Platform admins decide at the install's own address.
  const link =
    tenant_id === null
      ? `${app.config.site_url}/app/platform/pack-requests/${id}`
      : `${siteOf(tx, app, tenant_id)}/app/w/${request.tenant_id}/packs`
  for (const reader of readers) {
    const ref = `credit request ${id} ${status} ${reader.id}`
    queueMail(tx, app, { ref, tenant_id, template: 'credit_request', to: reader.email, facts, link })
  }
}

/** A key's request carries the key's name, and people may have another address or no workspace by now. */
function requesters(tx: ReadTx, { requested_by, tenant_id }: CreditRequestRow): Reader[] {
  const { path } = tx.row<{ path: string }>('select path from tenants where id = ?', tenant_id)!
  const ids = idsOf(path)
  const asked = tx.rows<Reader>(
    `select u.id, u.email from users u where u.email = ? and u.status = 'active' and exists (
       select 1 from members m where m.user_id = u.id and m.tenant_id in (${ids.map(() => '?').join(', ')}))`,
    requested_by,
    ...ids,
  )
  return asked.length ? asked : inCharge(tx, path)
}
