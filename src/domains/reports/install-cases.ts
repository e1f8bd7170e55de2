/** What needs whoever runs the install. */
import { HOUR, plus } from '../../kernel/clock.ts'
import { clockDoubt, doubtInWords } from '../../kernel/clock-doubt.ts'
import type { ReadTx } from '../../kernel/database.ts'
import { unprovedAccounts } from '../accounts/index.ts'
import type { Case } from './cases.ts'

type Found = Pick<Case, 'id' | 'tenant_id' | 'tenant' | 'name' | 'n' | 'note' | 'stamp'>

const BREAKERS = `select route as id, null as tenant_id, null as tenant, route as name, 0 as n, reason as note,
  opened_at as stamp from breakers order by opened_at`

/** Letters that should be out: tried in vain, or waiting for a mail server that nobody has set up. */
const MAIL = `select 'mail' as id, null as tenant_id, null as tenant, 'mail' as name, count(*) as n, max(error) as note,
    min(created_at) as stamp
  from mails where next_attempt_at is not null and (attempts > 0 or created_at < ?) having n > 0`
const LATE = HOUR

const REQUESTS = `select r.id, r.tenant_id, t.name as tenant, r.pack as name, r.index_credits + r.check_credits as n,
    r.requested_by as note, r.id as stamp
  from credit_requests r join tenants t on t.id = r.tenant_id where r.status = 'pending' order by r.id limit 50`

/** For platform admins alone: it names suppliers. Not sorted. */
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
    ...tx.rows<Found>(MAIL, plus(tx.now, -LATE)).map((found): Case => ({ ...found, kind: 'mail' })),
    ...tx.rows<Found>(REQUESTS).map((found): Case => ({ ...found, kind: 'request' })),
  ]
}
