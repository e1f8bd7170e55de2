import { PROVIDER_SECRETS, SESSION_TOKENS } from '../../../src/features/sso/index.ts'
import { DEFAULTS } from '../../../src/features/sso/options.ts'
import type { Tx } from '../../../src/kernel/database/database.ts'
import type { App } from '../../../src/kernel/operation/app.ts'
import { sealContext } from '../../../src/kernel/secrets/seal.ts'

/** What the operations' examples name: a provider, with Ben and Ada. */
export function seedExamples(tx: Tx, { sealer }: Pick<App, 'sealer'>): void {
  const provider = (id: string, name: string, host: string) =>
    tx.run(
      `insert into identity_providers (id, name, kind, issuer, client_id, secret_sealed, options, last_ok_at, created_at,
         updated_at) values (?1, ?2, 'generic', ?3, 'signalpost', ?4, ?5, ?6, ?6, ?6)`,
      ...[id, name, `https://login.${host}`, sealer.seal('3d1f-bakery-login-77c0', sealContext(PROVIDER_SECRETS, id))],
      ...[JSON.stringify({ ...DEFAULTS, domains: [host] }), tx.now],
    )
  const identity = (id: string, provider_id: string, user_id: string, email: string) =>
    tx.run(
      `insert into identities (id, provider_id, subject, user_id, email, linked_by, linked_at, last_at)
       values (?1, ?2, ?3, ?4, ?5, 'self', ?6, ?6)`,
      ...[id, provider_id, `248${id}`, user_id, email, tx.now],
    )
  provider('idp_bakery', 'Bakery sign-in', 'bakery.example')
  tx.run(
    `insert into sso_sessions (id, provider_id, subject, id_token_sealed, created_at) values ('sss_ada', 'idp_bakery', '248', ?, ?)`,
    sealer.seal('header.claims-of-ada.signature', sealContext(SESSION_TOKENS, 'sss_ada')),
    tx.now,
  )
  identity('idn_ben', 'idp_bakery', 'usr_ben', 'ben@northwind.example')
  identity('idn_ada', 'idp_bakery', 'usr_ada', 'ada@northwind.example')
}
