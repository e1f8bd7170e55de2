/** Passkeys whose host is no longer an address of the install, and streams of the audit trail that fail. */
import type { Config } from '../../../kernel/environment/config.ts'
import { written } from '../../../kernel/language/written.ts'
import { counted } from '../../../kernel/operation/wording.ts'
import { type Finding, warn, well } from '../finding.ts'
import { inDatabase } from '../in-database.ts'

/** Other hosts that passkeys are for. */
const MOVED = `select rp_id, count(*) as n, count(distinct user_id) as people from factors
  where kind = 'passkey' and rp_id <> ? group by rp_id order by n desc, rp_id`

export function checkPasskeys(config: Config): Finding {
  const { hostname } = new URL(config.site_url)
  const moved = inDatabase(config, (tx) => tx.rows<{ rp_id: string; n: number; people: number }>(MOVED, hostname))
  if (moved.length === 0) return well('all belong to the address of this install')
  const hosts = moved.map(
    ({ rp_id, n, people }) =>
      `${counted(n, 'passkey')} of ${people === 1 ? '1 person' : `${people} people`} for ${rp_id}`,
  )
  return warn(
    hosts.join(', '),
    `a passkey works at its own host only: these people sign in at ${hostname} with their password, and add a new one`,
  )
}

export function checkAuditStreams(config: Config): Finding {
  const sinks = inDatabase(config, (tx) =>
    tx.rows<{ url: string; failing_since: string | null; last_error: string | null }>(
      "select url, failing_since, last_error from audit_sinks where state = 'on' order by failing_since is null, id",
    ),
  )
  const failing = sinks.filter(({ failing_since }) => failing_since !== null)
  if (failing.length === 0)
    return well(sinks.length ? `${counted(sinks.length, 'stream')}, none fails` : 'none is set up')
  const first = failing[0]!
  return warn(
    `${failing.length} of ${sinks.length} fail: ${new URL(first.url).host} since ${first.failing_since}`,
    `${written(first.last_error)} Lines wait until it works`,
  )
}
