import { FACTOR_SECRETS } from '../../../src/domains/accounts/index.ts'
import type { Tx } from '../../../src/kernel/database/database.ts'
import type { App } from '../../../src/kernel/operation/app.ts'
import { hashSecret } from '../../../src/kernel/secrets/ids.ts'
import { sealContext } from '../../../src/kernel/secrets/seal.ts'
import { MINUTE, plus } from '../../../src/kernel/time/clock.ts'

/** Ada's password, and its hash. */
export const ADAS_PASSWORD = 'northern lights over the pier'
const ADAS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$EcGBzGlCjheW37FpdLNfy3Adhh8D46VotYNIwpJUz14$BXKLSd0zEscbiXzRo1QZkgNfshYeIAjjbNYubKFgfbs'

export function seedPassword(tx: Tx, user_id = 'usr_ada'): null {
  tx.run('update users set password_hash = ? where id = ?', ADAS_HASH, user_id)
  return null
}

/** The challenge that the example of `add_passkey` answers. */
export const ADAS_CHALLENGE = 'Y2hhbGxlbmdlIG9mIHRoZSBleGFtcGxlcyBvZiBBZGE'

/** What the operations' examples name: Ada's password, a session of hers, somebody who waits and somebody who is suspended. */
export function seedExamples(tx: Tx, { sealer, config }: Pick<App, 'sealer' | 'config'>): void {
  seedPassword(tx)
  tx.run(
    "insert into ceremonies (challenge_hash, purpose, rp_id, bound_to, expires_at) values (?, 'add', ?, ?, ?)",
    hashSecret(ADAS_CHALLENGE),
    new URL(config.site_url).hostname,
    hashSecret('usr_ada'),
    plus(tx.now, 5 * MINUTE),
  )
  tx.run(
    `insert into factors (id, user_id, kind, name, secret_sealed, created_at)
     values ('fac_ada', 'usr_ada', 'totp', 'Authenticator app', ?, ?)`,
    sealer.seal('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', sealContext(FACTOR_SECRETS, 'fac_ada')),
    tx.now,
  )
  tx.run(
    `insert into sessions (id, user_id, expires_at, created_at, last_seen_at, ip, user_agent)
     values ('ses_ada', 'usr_ada', unixepoch(?) + 604800, ?, ?, '192.0.2.7', 'Firefox')`,
    tx.now,
    tx.now,
    tx.now,
  )
  for (const [id, name, status] of [
    ['usr_pia', 'Pia', 'pending'],
    ['usr_sam', 'Sam', 'suspended'],
  ])
    tx.run(
      `insert into users (id, email, name, status, email_verified_at, created_at, updated_at)
       values (?1, ?1 || '@quay.example', ?2, ?3, ?4, ?4, ?4)`,
      id!,
      name!,
      status!,
      tx.now,
    )
}
