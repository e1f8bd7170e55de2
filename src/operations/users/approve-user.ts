import Type from 'typebox'
import {
  approveUser as approve,
  brandOfPerson,
  findUser,
  readUser,
  UserDetail,
  userById,
} from '../../domains/accounts/index.ts'
import { startFreePlan } from '../../domains/credits/index.ts'
import { queueMail } from '../../domains/mail/index.ts'
import { write } from '../../kernel/operation/operation.ts'

export const approveUser = write({
  name: 'approve_user',
  route: 'POST /users/{id}/approve',
  role: 'platform',
  summary: 'Approve an account that waits.',
  description:
    'They may act from now on, the free plan of their workspace begins, and they get an e-mail. A declined account can be approved too.',
  input: Type.Object({ id: Type.String({ title: 'User' }) }),
  output: UserDetail,
  example: { id: 'usr_pia' },
  faults: ['conflict'],
  subject: (tx, _caller, { id }) => findUser(tx, id!),

  handle({ tx, app, subject: user, changed }) {
    approve(tx, user)
    const after = readUser(tx, user.id)
    changed({ target: user.id, before: { status: user.status }, after: { status: after.status } })
    if (user.status === after.status) return after
    startFreePlan(tx, app, userById(tx, user.id)!)
    queueMail(tx, app, {
      ref: `approved ${user.id} ${tx.now}`,
      tenant_id: null,
      brand_of: brandOfPerson(tx, user),
      template: 'account_approved',
      to: user.email,
      facts: { name: user.name },
      link: `${app.config.site_url}/app`,
    })
    return after
  },
})
