/** What a person who is signed in answers to an invitation. */
import type { App } from '../../kernel/app.ts'
import { writeAudit } from '../../kernel/audit.ts'
import type { Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/fault.ts'
import { dropInvitation } from './invitations.ts'
import { joinWorkspace } from './members.ts'
import { actor } from './sign-in.ts'
import type { UserRow } from './tables.ts'
import { userById } from './users.ts'

type Answering = { user_id: string; tenant_id: string; ip: string | null }

/** They belong to the workspace from now on. 404 when nothing waits for them there, 409 when their address has to be proved. */
export const acceptOffer = (app: Pick<App, 'db'>, answering: Answering): void =>
  answer(app, answering, 'accept_invitation', (tx, user) => joinWorkspace(tx, user, answering.tenant_id))

/** They do not want it. Whoever asked may ask again. */
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
    return writeAudit(tx, actor(user), { action, tenant_id, target: user_id, ip, request_id: null }) as undefined
  })
}
