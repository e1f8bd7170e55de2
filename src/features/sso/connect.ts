/** Actions of a signed-in person at a provider: connect it, or prove there who they are. */

import { actor, proofsOf, proveSession, type UserRow, userById } from '../../domains/accounts/index.ts'
import type { MailApp } from '../../domains/mail/index.ts'
import type { Tx } from '../../kernel/database/database.ts'
import { said, text } from '../../kernel/language/say.ts'
import type { App } from '../../kernel/operation/app.ts'
import { writeAudit } from '../../kernel/operation/audit.ts'
import { Fault } from '../../kernel/operation/fault.ts'
import { proofUntil } from '../../kernel/operation/proof.ts'
import { millis, SECOND, type Time } from '../../kernel/time/clock.ts'
import { type Flow, providerOfSession } from './flows.ts'
import { emailIn } from './people/entry.ts'
import { identityOf, link } from './people/identities.ts'
import { tellConnected } from './people/undos.ts'
import { SKEW } from './protocol/claims.ts'
import type { VouchedIdentity } from './protocol/client.ts'
import { SsoRefused } from './protocol/refused.ts'
import type { IdentityRow, ProviderRow } from './tables.ts'

/** Connects the person at the provider to the account that is signed in. */
export function connect(
  app: App,
  provider: ProviderRow,
  session_id: string | null,
  { claims }: VouchedIdentity,
  ip: string | null,
): void {
  app.db.write((tx) => {
    const { user, proved_at } = sessionAndUser(tx, session_id)
    if (proofUntil(proved_at) <= tx.now)
      throw new SsoRefused(
        'not_fresh',
        text('You confirmed too long ago that it is you. Connect it again on your account page.'),
      )
    connectTo(tx, app, provider, user, { subject: claims.sub, email: emailIn(claims), by: 'self' }, ip)
  })
}

type Linked = { subject: string; email: string | null; by: IdentityRow['linked_by'] }

/** Connects, with a line in the audit trail and a letter that can undo it. 409 for a person who is connected to another account. */
export function connectTo(
  tx: Tx,
  app: MailApp,
  provider: ProviderRow,
  user: UserRow,
  { subject, email, by }: Linked,
  ip: string | null,
): void {
  const known = identityOf(tx, provider.id, subject)
  if (known && known.user_id !== user.id)
    throw new SsoRefused(
      'taken',
      said('This account at {name} is connected to another account here.', { name: provider.name }),
    )
  if (known) return
  tellConnected(tx, app, provider, user, link(tx, { provider, subject, user, email, by }))
  const after = { provider: provider.id, name: provider.name, email, by }
  writeAudit(tx, actor(user), {
    action: 'connect_identity',
    tenant_id: null,
    target: user.id,
    after,
    ip,
    request_id: null,
  })
}

type OwnSession = { user: UserRow; methods: string; proved_at: Time }

function sessionAndUser(tx: Tx, session_id: string | null): OwnSession {
  const found = tx.row<Omit<OwnSession, 'user'> & { user_id: string }>(
    'select user_id, methods, proved_at from sessions where id = ?',
    session_id,
  )
  if (!found) throw new Fault('unauthorized', 'Sign in first.')
  return { ...found, user: userById(tx, found.user_id)! }
}

/**
 * A fresh sign-in at the provider counts as a proof, if it says when it was, and is of the same person. It counts only
 * where the person is asked for it: without a factor, and at the provider that opened this session.
 */
export function prove(
  app: App,
  provider: ProviderRow,
  { session_id, started_at }: Flow,
  { claims }: VouchedIdentity,
): string {
  const { auth_time } = claims
  if (typeof auth_time !== 'number' || auth_time * SECOND < millis(started_at) - SKEW)
    throw new SsoRefused(
      'not_fresh',
      said(
        '{name} did not say that you signed in there again. Sign out here and in again; that counts for {minutes, plural, one {# minute} other {# minutes}}.',
        { name: provider.name, minutes: FRESH },
      ),
    )
  return app.db.write((tx) => {
    const { user, methods } = sessionAndUser(tx, session_id)
    const asked = proofsOf(tx, user.id, methods).includes('provider')
    if (!asked || providerOfSession(tx, session_id!) !== provider.id)
      throw new SsoRefused(
        'no_access',
        said('A sign-in at {name} does not confirm this session.', { name: provider.name }),
      )
    if (identityOf(tx, provider.id, claims.sub)?.user_id !== user.id)
      throw new SsoRefused('no_access', said('You signed in at {name} as somebody else.', { name: provider.name }))
    const proved = proveSession(tx, app, session_id!)
    writeAudit(tx, actor(user), {
      action: 'prove_yourself',
      tenant_id: null,
      target: user.id,
      after: { by: 'provider' },
      ip: null,
      request_id: null,
    })
    return proved.cookie
  })
}

const FRESH = 15
