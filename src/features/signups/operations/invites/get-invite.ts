import Type from 'typebox'
import { findInvite, InviteDetail, readInvite } from '../../index.ts'
import { read } from '../../../../kernel/operation/operation.ts'

export const getInvite = read({
  name: 'get_invite',
  route: 'GET /invites/{id}',
  role: 'platform',
  summary: 'One invite, with the people who used it.',
  input: Type.Object({ id: Type.String({ title: 'Invite' }) }),
  output: InviteDetail,
  example: { id: 'inv_open' },
  subject: (tx, _caller, { id }) => findInvite(tx, id!),

  handle: ({ tx, app, subject }) => readInvite(tx, app, subject.id),
})
