/** Cases for the operator of the install. */

import type { ReadTx } from '../../../kernel/database/database.ts'
import { HOUR, plus } from '../../../kernel/time/clock.ts'
import { clockDoubt, doubtInWords } from '../../../kernel/time/clock-doubt.ts'
import { unprovedAccounts } from '../../accounts/index.ts'
import type { Case } from './case.ts'
import { HOST_OF_URL, STREAM_FAILS } from './cases.ts'

type Found = Pick<Case, 'id' | 'tenant_id' | 'tenant_name' | 'name' | 'count' | 'note' | 'stamp'>

const BREAKERS = `select route as id, null as tenant_id, null as tenant_name, route as name, 0 as count, reason as note,
  opened_at as stamp from breakers order by opened_at`

/** Check engines for which the operator got an e-mail. */
const ENGINES = `select name as id, null as tenant_id, null as tenant_name, substr(name, 8) as name, 0 as count, reason as note,
  since as stamp from supply_stops where told_at is not null and name glob 'engine:*' order by since`

/** E-mails that should be sent: failed, or waiting because no mail server is set up. */
const MAIL = `select 'mail' as id, null as tenant_id, null as tenant_name, 'mail' as name, count(*) as count, max(error) as note,
    min(created_at) as stamp
  from mails where next_attempt_at is not null and (attempts > 0 or created_at < ?) having count > 0`
const LATE = HOUR

const REQUESTS = `select r.id, r.tenant_id, t.name as tenant_name, r.pack as name, r.index_credits + r.check_credits as count,
    r.requested_by as note, r.id as stamp
  from credit_requests r join tenants t on t.id = r.tenant_id where r.status = 'pending' order by r.id limit 50`

const STREAMS = `select id, null as tenant_id, null as tenant_name, ${HOST_OF_URL} as name, 0 as count,
    last_error as note, failing_since as stamp
  from audit_sinks where tenant_id is null and state = 'on' and failing_since <= ? order by id`

/** Only for platform admins, because it names suppliers. Not sorted. */
export function casesOfInstall(tx: ReadTx): Case[] {
  const doubt = clockDoubt(tx)
  const unproved = unprovedAccounts(tx).length
  const own = { tenant_id: null, tenant_name: null, note: null }
  return [
    ...(doubt
      ? [{ ...own, kind: 'clock' as const, id: 'clock', name: 'clock', count: 0, note: doubtInWords(doubt), stamp: '' }]
      : []),
    ...(unproved > 0
      ? [{ ...own, kind: 'unproved' as const, id: 'accounts', name: '', count: unproved, stamp: String(unproved) }]
      : []),
    ...tx.rows<Found>(BREAKERS).map((found): Case => ({ ...found, kind: 'breaker' })),
    ...tx.rows<Found>(ENGINES).map((found): Case => ({ ...found, kind: 'engine' })),
    ...tx.rows<Found>(MAIL, plus(tx.now, -LATE)).map((found): Case => ({ ...found, kind: 'mail' })),
    ...tx.rows<Found>(STREAMS, plus(tx.now, -STREAM_FAILS)).map((found): Case => ({ ...found, kind: 'audit_stream' })),
    ...tx.rows<Found>(REQUESTS).map((found): Case => ({ ...found, kind: 'request' })),
  ]
}
