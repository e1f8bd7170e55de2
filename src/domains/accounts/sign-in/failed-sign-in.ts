import type { App } from '../../../kernel/operation/app.ts'
import { systemCaller } from '../../../kernel/operation/caller.ts'
import { hashSecret } from '../../../kernel/secrets/ids.ts'
import { networkOf } from '../../../kernel/web-fetch/addresses.ts'
import { plainEmail } from '../email/email-address.ts'
import type { UserRow } from '../tables.ts'
import type { SignInOrigin } from './sessions.ts'

/** Why a sign-in failed. */
export type FailedSignIn = 'password' | 'factor' | 'unknown' | 'suspended' | 'throttled' | 'enforced'

type Failed = {
  /** The typed text, or the id of the passkey. */
  account: string
  user: UserRow | null
  reason: FailedSignIn
  from: Pick<SignInOrigin, 'ip'>
  method?: 'password' | 'passkey'
}

/**
 * Writes a failed sign-in to the audit trail, and to the log for programs that block addresses, such as fail2ban. The
 * typed text is kept as a hash, because people type passwords there. The log has no tries that the throttle refused, so
 * that the lines of an address stay limited.
 */
export function noteFailedSignIn({ events, log }: Pick<App, 'events' | 'log'>, failed: Failed): void {
  const { user, reason, from, method = 'password' } = failed
  const account = hashSecret(plainEmail(failed.account)).slice(0, 16)
  events.note({
    kind: 'sign_in_failed',
    group: `${account} ${from.ip === null ? 'nowhere' : networkOf(from.ip)} ${reason === 'throttled'}`,
    caller: user && { ...systemCaller(''), via: 'session', user_id: user.id, label: user.email, platform: false },
    target: user?.id ?? `account:${account}`,
    after: { reason, method },
    ip: from.ip,
    request_id: null,
    door: 'page',
  })
  if (reason !== 'throttled') logFailedSignIn(log, from.ip, reason, method)
}

/** The line for programs that block addresses: only for faults of the visitor alone. */
export const logFailedSignIn = (log: App['log'], ip: string | null, reason: string, method: string): void =>
  log.warn('sign-in failed', { ip, reason, method })
