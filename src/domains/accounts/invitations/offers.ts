/** Answers of a signed-in person to an invitation. */

import type { Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { writeAudit } from '../../../kernel/operation/audit.ts'
import { notFound } from '../../../kernel/operation/fault.ts'
import { joinWorkspace } from '../members.ts'
import { actor } from '../sign-in/entry-row.ts'
import type { UserRow } from '../tables.ts'
import { userById } from '../users.ts'
import { dropInvitation } from './invitations.ts'

type Answering = { user_id: string; tenant_id: string; ip: string | null }

/** Accepts an invitation. 404 when there is none, 409 when their address must be verified first. */
export const acceptOffer = (app: Pick<App, 'db'>, answering: Answering): void =>
  answer(app, answering, 'accept_invitation', (tx, user) => joinWorkspace(tx, user, answering.tenant_id))

/** Declines an invitation. They can be invited again. */
export const declineOffer = (app: Pick<App, 'db'>, answering: Answering): void =>
  answer(app, answering, 'decline_invitation', (tx, { id }) => {
    if (dropInvitation(tx, { tenant_id: answering.tenant_id, user_id: id }) === 0) throw notFound('invitation')
  })

function answer(
  app: Pick<App, 'db'>,
  { user_id, tenant_id, ip }: Answering,
  action: string,
  act: (tx: Tx, user: UserRow) => void,
): void {
  app.db.write((tx) => {
    const user = userById(tx, user_id)!
    act(tx, user)
    writeAudit(tx, actor(user), { action, tenant_id, target: user_id, ip, request_id: null })
  })
}
