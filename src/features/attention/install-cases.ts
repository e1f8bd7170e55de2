/** Cases for the operator of the install. */

import { unprovedAccounts } from '../../domains/accounts/index.ts'
import type { Case, CaseKind } from '../../domains/figures/index.ts'
import { doublesFound } from '../../domains/providers/index.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import { heldInWords, heldRestore } from '../../kernel/scheduling/restored.ts'
import { HOUR, MINUTE, plus } from '../../kernel/time/clock.ts'
import { clockDoubt, doubtInWords } from '../../kernel/time/clock-doubt.ts'
import { OF_NO_WORKSPACE } from './case.ts'
import { HOST_OF_URL, STREAM_FAILS } from './workspace-cases.ts'

const BREAKERS = `select route as id, route as name, reason as note, opened_at as stamp from breakers order by opened_at`

/** Check engines that have refused all checks for a while, or about which the operator got an e-mail. */
const ENGINES = `select name as id, substr(name, 8) as name, reason as note, since as stamp
  from supply_stops where (told_at is not null or since <= ?) and name glob 'engine:*' order by since`

/** E-mails that should be sent: failed, or waiting because no mail server is set up. */
const MAIL = `select 'mail' as id, 'mail' as name, count(*) as count, max(error) as note, min(created_at) as stamp
  from mails where next_attempt_at is not null and (attempts > 0 or created_at < ?) having count > 0`
const LATE = HOUR
/** A busy vendor goes on within this time. */
const STOPPED = 15 * MINUTE

const REQUESTS = `select r.id, r.tenant_id, t.name as tenant_name, r.pack as name, r.index_credits + r.check_credits as count,
    r.requested_by as note, r.id as stamp
  from credit_requests r join tenants t on t.id = r.tenant_id where r.status = 'pending' order by r.id limit 50`

const STREAMS = `select id, ${HOST_OF_URL} as name, last_error as note, failing_since as stamp
  from audit_sinks where tenant_id is null and state = 'on' and failing_since <= ? order by id`

/** Disabled webhooks with the events of the install. */
const WEBHOOKS = `select e.id, e.tenant_id, t.name as tenant_name, ${HOST_OF_URL} as name,
    (select count(*) from webhook_deliveries d where d.endpoint_id = e.id and d.state = 'held') as count,
    e.why_disabled as note, coalesce(e.disabled_at, '') as stamp
  from webhook_endpoints e join tenants t on t.id = e.tenant_id
  where e.state = 'disabled' and e.scope = 'platform' order by e.id limit 50`

type CaseFields = Partial<Case> & Pick<Case, 'id' | 'name' | 'stamp'>

/** Only for platform admins, because it names suppliers. Not sorted. */
export function casesOfInstall(tx: ReadTx): Case[] {
  const doubt = clockDoubt(tx)
  const held = heldRestore(tx)
  const unproved = unprovedAccounts(tx).length
  const one = (kind: CaseKind, found: CaseFields): Case => ({ ...OF_NO_WORKSPACE, ...found, kind })
  const ask = (kind: CaseKind, sql: string, ...params: string[]): Case[] =>
    tx.rows<CaseFields>(sql, ...params).map((found) => one(kind, found))
  return [
    ...(doubt ? [one('clock', { id: 'clock', name: 'clock', note: doubtInWords(doubt), stamp: '' })] : []),
    ...(held
      ? [one('restored', { id: 'restored', name: 'restored', note: heldInWords(held), stamp: held.restored_at })]
      : []),
    ...(unproved > 0 ? [one('unproved', { id: 'accounts', name: '', count: unproved, stamp: String(unproved) })] : []),
    ...ask('breaker', BREAKERS),
    ...doublesFound(tx).map((found) => one('double', found)),
    ...ask('engine', ENGINES, plus(tx.now, -STOPPED)),
    ...ask('mail', MAIL, plus(tx.now, -LATE)),
    ...ask('audit_stream', STREAMS, plus(tx.now, -STREAM_FAILS)),
    ...ask('webhook', WEBHOOKS),
    ...ask('request', REQUESTS),
  ]
}
