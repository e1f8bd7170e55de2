/** Cases for the operator of the install. */

import type { ReadTx } from '../../kernel/database/database.ts'
import { HOUR, plus } from '../../kernel/time/clock.ts'
import { clockDoubt, doubtInWords } from '../../kernel/time/clock-doubt.ts'
import { unprovedAccounts } from '../accounts/index.ts'
import type { Case } from './cases.ts'

type Found = Pick<Case, 'id' | 'tenant_id' | 'tenant' | 'name' | 'n' | 'note' | 'stamp'>

const BREAKERS = `select route as id, null as tenant_id, null as tenant, route as name, 0 as n, reason as note,
  opened_at as stamp from breakers order by opened_at`

/** Check engines for which the operator got an e-mail. */
const ENGINES = `select name as id, null as tenant_id, null as tenant, substr(name, 8) as name, 0 as n, reason as note,
  since as stamp from supply_stops where told_at is not null and name glob 'engine:*' order by since`

/** E-mails that should be sent: failed, or waiting because no mail server is set up. */
const MAIL = `select 'mail' as id, null as tenant_id, null as tenant, 'mail' as name, count(*) as n, max(error) as note,
    min(created_at) as stamp
  from mails where next_attempt_at is not null and (attempts > 0 or created_at < ?) having n > 0`
const LATE = HOUR

const REQUESTS = `select r.id, r.tenant_id, t.name as tenant, r.pack as name, r.index_credits + r.check_credits as n,
    r.requested_by as note, r.id as stamp
  from credit_requests r join tenants t on t.id = r.tenant_id where r.status = 'pending' order by r.id limit 50`

/** Only for platform admins, because it names suppliers. Not sorted. */
export function casesOfInstall(tx: ReadTx): Case[] {
  const doubt = clockDoubt(tx)
  const unproved = unprovedAccounts(tx).length
  const own = { tenant_id: null, tenant: null, note: null }
  return [
    ...(doubt
      ? [{ ...own, kind: 'clock' as const, id: 'clock', name: 'clock', n: 0, note: doubtInWords(doubt), stamp: '' }]
      : []),
    ...(unproved > 0
      ? [{ ...own, kind: 'unproved' as const, id: 'accounts', name: '', n: unproved, stamp: String(unproved) }]
      : []),
    ...tx.rows<Found>(BREAKERS).map((found): Case => ({ ...found, kind: 'breaker' })),
    ...tx.rows<Found>(ENGINES).map((found): Case => ({ ...found, kind: 'engine' })),
    ...tx.rows<Found>(MAIL, plus(tx.now, -LATE)).map((found): Case => ({ ...found, kind: 'mail' })),
    ...tx.rows<Found>(REQUESTS).map((found): Case => ({ ...found, kind: 'request' })),
  ]
}
