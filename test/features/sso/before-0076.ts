/** An install of before providers were the install's alone: workspaces have their own, with sessions limited to them. */
import { Database } from 'bun:sqlite'
import { migrations } from '../../../migrations/index.ts'
import { migrate } from '../../../src/kernel/database/migrate.ts'
import { hashSecret, newSecret } from '../../../src/kernel/secrets/ids.ts'
import type { Clock } from '../../../src/kernel/time/clock.ts'

const UNTIL = migrations.findIndex(({ name }) => name === '0076_install_providers')

/** Writes the database to the file; the tokens of the sessions by person. Those of `only` and `twice` are limited to ten_a. */
export function installBefore(file: string, clock: Clock): Record<string, string> {
  const tokens: Record<string, string> = {}
  const now = clock.now()
  const person = (id: string, password: string | null) =>
    `insert into users (id, email, name, password_hash, status, email_verified_at, created_at, updated_at)
      values ('${id}', '${id}@a.example', '${id}', ${password === null ? 'null' : `'${password}'`}, 'active', '${now}', '${now}', '${now}');`
  const provider = (id: string, tenant: string | null) =>
    `insert into identity_providers (id, tenant_id, name, kind, issuer, client_id, options, domain_token, created_at, updated_at)
      values ('${id}', ${tenant === null ? 'null' : `'${tenant}'`}, 'Login ${id}', 'generic', 'https://${id}.example', 'c', '{}', 't', '${now}', '${now}');`
  const identity = (provider_id: string, user: string) =>
    `insert into identities values ('${provider_id}-${user}', '${provider_id}', '${user}', '${user}', null, 'jit', '${now}', null);`
  const session = (user: string, provider_id: string | null, limited_to: string | null) => {
    tokens[user] = newSecret('sps')
    const id = hashSecret(tokens[user])
    return `insert into sessions (id, user_id, expires_at, created_at, last_seen_at, proved_at, limited_to)
      values ('${id}', '${user}', unixepoch('${now}') + 86400, '${now}', '${now}', '${now}', ${limited_to === null ? 'null' : `'${limited_to}'`});
     ${provider_id === null ? '' : `insert into sso_sessions (id, session_id, provider_id, subject, created_at) values ('p-${user}', '${id}', '${provider_id}', '${user}', '${now}');`}`
  }
  migrate(file, migrations.slice(0, UNTIL), clock)
  const old = new Database(file, { strict: true })
  old.exec(`insert into tenants (id, path, kind, name, created_at, updated_at) values ('ten_a', '/ten_a/', 'agency', 'A', '${now}', '${now}');
    ${person('only', null)} ${person('both', null)} ${person('word', 'hash')} ${person('key', null)} ${person('twice', null)} ${person('gone', null)}
    update users set status = 'suspended' where id = 'gone'; update users set platform_admin = 1 where id = 'word';
    ${person('odd', null)} update users set email = 'a>,<c@a.example' where id = 'odd';
    insert into factors (id, user_id, kind, name, confirmed_at, created_at) values ('f', 'key', 'passkey', 'Phone', '${now}', '${now}');
    ${provider('own', 'ten_a')} ${provider('second', 'ten_a')} ${provider('install', null)}
    ${['only', 'both', 'word', 'key', 'twice', 'gone', 'odd'].map((user) => identity('own', user)).join('')}
    ${identity('second', 'twice')} ${identity('install', 'both')}
    ${session('only', 'own', 'ten_a')} ${session('word', null, null)} ${session('both', 'install', null)} ${session('twice', null, 'ten_a')}
    insert into sign_in_steps (token_hash, user_id, tries, expires_at, first, limited_to) values ('t', 'only', 0, '${now}', 'sso', 'ten_a');
    insert into sso_flows values ('f', 'own', 'b', 'sign_in', '/app', null, '${now}', '${now}');`)
  old.close()
  return tokens
}
