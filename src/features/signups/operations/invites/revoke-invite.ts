import Type from 'typebox'
import { findInvite, InviteDetail, readInvite, revokeInvite as revoke } from '../../index.ts'
import { write } from '../../../../kernel/operation/operation.ts'

export const revokeInvite = write({
  name: 'revoke_invite',
  route: 'POST /invites/{id}/revoke',
  role: 'platform',
  proof: false,
  summary: 'Withdraw an invite. It stops working at once.',
  description: 'Also for people who signed up with it and have not verified their address yet. Existing accounts stay.',
  input: Type.Object({ id: Type.String({ title: 'Invite' }) }),
  output: InviteDetail,
  example: { id: 'inv_open' },
  subject: (tx, _caller, { id }) => findInvite(tx, id!),

  handle({ tx, app, subject, changed }, { id }) {
    revoke(tx, id)
    const after = readInvite(tx, app, id)
    changed({ target: id, before: { revoked_at: subject.revoked_at }, after: { revoked_at: after.revoked_at } })
    return after
  },
})
