import Type from 'typebox'
import {
  activateUser as activate,
  approveUser as approve,
  brandOfPerson,
  declineUser as decline,
  findUser,
  readUser,
  suspendUser as suspend,
  UserDetail,
  type UserRow,
  userById,
} from '../../domains/accounts/index.ts'
import { startFreePlan } from '../../domains/credits/index.ts'
import { queueMail } from '../../domains/mail/index.ts'
import type { Tx } from '../../kernel/database/database.ts'
import type { Install } from '../../kernel/operation/app.ts'
import { write } from '../../kernel/operation/operation.ts'

type Decision = {
  name: string
  route: `POST /users/{id}/${string}`
  proof?: true
  summary: string
  description: string
  example: string
  apply(tx: Tx, user: UserRow): void
  /** Follows a decision that changed something. */
  afterwards?(tx: Tx, app: Install, user: UserRow): void
}

/** An operation that takes an account from one status to another. */
const decision = ({ example, apply, afterwards, ...declared }: Decision) =>
  write({
    ...declared,
    role: 'platform',
    input: Type.Object({ id: Type.String({ title: 'User' }) }),
    output: UserDetail,
    example: { id: example },
    faults: ['conflict'],
    subject: (tx, _caller, { id }) => findUser(tx, id!),

    handle({ tx, app, subject: user, changed }) {
      apply(tx, user)
      const after = readUser(tx, user.id)
      changed({ target: user.id, before: { status: user.status }, after: { status: after.status } })
      if (user.status !== after.status) afterwards?.(tx, app, user)
      return after
    },
  })

export const approveUser = decision({
  name: 'approve_user',
  route: 'POST /users/{id}/approve',
  summary: 'Approve an account that waits.',
  description:
    'They may act from now on, the free plan of their workspace begins, and they get an e-mail. A declined account can be approved too.',
  example: 'usr_pia',
  apply: approve,
  afterwards(tx, app, user) {
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
  },
})

export const declineUser = decision({
  name: 'decline_user',
  route: 'POST /users/{id}/decline',
  summary: 'Decline an account that waits for approval.',
  description: 'Nobody can sign in to it. No e-mail is sent; POST /users/{id}/approve changes it.',
  example: 'usr_pia',
  apply: decline,
})

export const activateUser = decision({
  name: 'activate_user',
  route: 'POST /users/{id}/activate',
  proof: true,
  summary: 'Activate a suspended account.',
  description: 'Their password and their API keys work again; apps have to be connected again.',
  example: 'usr_sam',
  apply: activate,
})

export const suspendUser = decision({
  name: 'suspend_user',
  route: 'POST /users/{id}/suspend',
  proof: true,
  summary: 'Suspend an account: nobody can sign in or act for them.',
  description:
    'Their sessions end at once, their API keys and connected apps are refused. Nothing is deleted: POST /users/{id}/activate restores it. The last platform admin cannot be suspended.',
  example: 'usr_ben',
  apply: suspend,
})
