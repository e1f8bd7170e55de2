/** Letters about credit packs: to the platform admins about a request, to the requester about the decision. */

import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { addToDay } from '../../kernel/scheduling/limits.ts'
import { dayOf } from '../../kernel/time/clock.ts'
import { siteOf } from '../branding/index.ts'
import { type MailApp, peopleInCharge, platformAdmins, queueMail } from '../mail/index.ts'
import { idsOf, pathOfTenant, readTenant, rootOf } from '../tenants/index.ts'
import type { CreditRequestRow } from './tables.ts'

type Reader = { id: string; email: string }

/** Requests of one tree in a day that send a letter; the list of requests has them all. */
const LETTERS_A_DAY = 20

/** Writes to every active platform admin except the requester. Their addresses stay out of the workspace's mail log. */
export function tellDeciders(tx: Tx, app: MailApp, caller: Caller, request: CreditRequestRow): void {
  const root = rootOf(tx, request.tenant_id)
  if (addToDay(tx, `credit requests:${root}`, dayOf(tx.now), 1) > LETTERS_A_DAY) return
  const admins = platformAdmins(tx).filter(({ id }) => id !== caller.user_id)
  tell(tx, app, request, null, admins)
}

/** Writes to the requester, or to those in charge if out of reach; to nobody about their own decision. */
export function tellRequester(tx: Tx, app: MailApp, caller: Caller, request: CreditRequestRow): void {
  const readers = requesters(tx, request).filter((reader) => reader.id !== caller.user_id)
  tell(tx, app, request, request.tenant_id, readers)
}

function tell(tx: Tx, app: MailApp, request: CreditRequestRow, tenant_id: string | null, readers: Reader[]): void {
  const { id, status, pack, requested_by, note, answer_note } = request
  const { name: workspace } = readTenant(tx, request.tenant_id)
  const said = (status === 'pending' ? note : answer_note) ?? ''
  const owed = tx.count('select coalesce(sum(amount), 0) as n from owed_credits where request_id = ?', id)
  const facts = { status, pack, workspace, by: requested_by, note: said, ...(owed ? { owed: String(owed) } : {}) }
  // Platform admins decide at the install's own address.
  const link =
    tenant_id === null
      ? `${app.config.site_url}/app/platform/revenue/packs/${id}`
      : `${siteOf(tx, app, tenant_id)}/app/w/${request.tenant_id}/credits/buy`
  for (const reader of readers) {
    const ref = `credit request ${id} ${status} ${reader.id}`
    queueMail(tx, app, { ref, tenant_id, template: 'credit_request', to: reader.email, facts, link })
  }
}

/** A request by a key names the key, and a requester may have left or changed address since. */
function requesters(tx: ReadTx, { requested_by, tenant_id }: CreditRequestRow): Reader[] {
  const path = pathOfTenant(tx, tenant_id)!
  const ids = idsOf(path)
  const asked = tx.rows<Reader>(
    `select u.id, u.email from users u where u.email = ? and u.status = 'active' and exists (
       select 1 from members m where m.user_id = u.id and m.tenant_id in (${ids.map(() => '?').join(', ')}))`,
    requested_by,
    ...ids,
  )
  return asked.length ? asked : peopleInCharge(tx, path)
}
