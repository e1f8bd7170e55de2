/** Lines of the manual's page Hardening that the program can see, each under the words of the page. */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { databaseFile } from '../../../kernel/database/data-folder.ts'
import { lastHolder } from '../../../kernel/database/lock.ts'
import type { Config } from '../../../kernel/environment/config.ts'
import { counted } from '../../../kernel/operation/wording.ts'
import { keyFile } from '../../../kernel/secrets/secret-key.ts'
import { type Finding, fail, warn, well } from '../finding.ts'
import { inDatabase } from '../in-database.ts'
import { nameOf, type Settings } from '../this-install.ts'
import { auditDamage } from '../verify-audit.ts'

export const HARDENING: Readonly<Record<string, (settings: Settings) => Finding>> = {
  'the program runs as its own account': ({ config }) => accountOf(config),
  'nobody else reads the data folder': ({ config }) => closed(config.data_dir),
  'nobody else reads the settings': ({ file }) => (file ? closed(file, 0o007) : well('no file')),
  'nobody else reads the secret key': ({ config }) =>
    config.secret_key.length ? well('not in the data folder') : closed(keyFile(config)),
  'it listens on loopback only': ({ config: { listen } }) =>
    'unix' in listen || /^(127\.|::1$|\[::1\]$|localhost$)/.test(listen.hostname)
      ? well('unix' in listen ? listen.unix : listen.hostname)
      : warn(`anybody who reaches ${listen.hostname} can go around the proxy`, 'SIGNALPOST_LISTEN=127.0.0.1:8080'),
  'the address is https': ({ config: { site_url } }) =>
    site_url.startsWith('https:') ? well(site_url) : warn(`${site_url} is not`, 'see `signalpost help proxy`'),
  'the proxy is trusted, and nothing more': ({ config: { trusted_proxies } }) => {
    const all = trusted_proxies.filter((network) => network.endsWith('/0'))
    return all.length
      ? warn(`${all.join(', ')} is everybody: visitors can choose their address`, 'name the proxy alone')
      : well(trusted_proxies.join(', ') || 'none')
  },
  'no private network is open to links': ({ config: { allow_networks } }) =>
    allow_networks.length
      ? warn(`${allow_networks.join(', ')} can be fetched`, 'empty SIGNALPOST_ALLOW_NETWORKS unless you need it')
      : well('none'),
  'backups are encrypted': ({ config: { backup_passphrase, backup_recipient } }) =>
    backup_recipient.length || backup_passphrase
      ? well(backup_recipient.length ? 'for a recipient' : 'with a passphrase')
      : warn('they are not', 'set SIGNALPOST_BACKUP_RECIPIENT'),
  'backups leave the machine': ({ config: { backup_to, data_dir } }) =>
    backup_to && !backup_to.startsWith(`${resolve(data_dir)}/`)
      ? well('they are not in the data folder')
      : warn('they are in the data folder', 'set SIGNALPOST_BACKUP_TO to a store or a disk elsewhere'),
  'platform admins have a second factor': ({ config }) => withoutFactor(config),
  'the audit trail is whole': ({ config }) => {
    const damage = auditDamage(config, databaseFile(config))
    return damage ? fail(damage, 'see `signalpost help runbook-break-in`') : well('it is')
  },
}

/** `rest`: the rights that others must not have. */
function closed(path: string, rest = 0o077): Finding {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return well(`${path} is not there yet`)
  const mode = (found.mode & 0o777).toString(8)
  return found.mode & rest
    ? warn(`${path} has mode ${mode}`, `chmod ${(found.mode & 0o777 & ~rest).toString(8)} ${path}`)
    : well(`${path} has mode ${mode}`)
}

/** The account of the process that holds the folder, or else the owner of the database. */
function accountOf(config: Config): Finding {
  const pid = lastHolder(config.data_dir)
  const running = pid === null ? undefined : statSync(`/proc/${pid}`, { throwIfNoEntry: false })
  const { uid } = running ?? statSync(databaseFile(config))
  return uid === 0 ? warn('it runs as root', 'install it by package or install.sh') : well(`it runs as ${nameOf(uid)}`)
}

const BARE = `select count(*) as n from users where platform_admin = 1 and status = 'active'
  and not exists (select 1 from factors where user_id = users.id and confirmed_at is not null and suspect = 0)`

function withoutFactor(config: Config): Finding {
  const n = inDatabase(config, (tx) => tx.number(BARE))
  return n === 0 ? well('each has one') : warn(`${counted(n, 'platform admin')} without one`, 'Account, Second factor')
}
