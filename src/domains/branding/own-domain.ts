/**
 * The own domain of a workspace. It is requested, verified, and only then in force (`tenants.domain`). A domain in
 * force stays so until its successor is verified, or until its own proof was missing for 14 days.
 */
import { randomBytes } from 'node:crypto'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { inPlainEnglish, packSaid, said } from '../../kernel/language/say.ts'
import type { App } from '../../kernel/operation/app.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import { inParallel } from '../../kernel/scheduling/in-parallel.ts'
import { between, DAY, HOUR, plus, type Time } from '../../kernel/time/clock.ts'
import { readBranding, writeBranding } from '../tenants/index.ts'
import { lookForProof, type ProofResult, proofLocations } from './domain-proof.ts'
import type { OwnDomain } from './tables.ts'

/** How long a domain stays in force while its proof is missing. */
export const GRACE = 14 * DAY
/** How long a requested domain is checked automatically. */
const WAITED_FOR = 7 * DAY

/** The last requested domain: the one that waits, else the one in force. */
export const ownDomainOf = (tx: ReadTx, tenant_id: string): OwnDomain | null =>
  tx.row<OwnDomain>('select * from own_domains where tenant_id = ? order by proved_at is null desc', tenant_id)

/** The domain in the shape of the API: the records to publish, and the findings of the last check. */
export function domainOnWire(tx: ReadTx, tenant_id: string) {
  const domain = ownDomainOf(tx, tenant_id)
  if (!domain) return { domain: null, domain_proof: null }
  const { host, proved_at, failing_since, checked_at, problem } = domain
  const state = proved_at === null ? 'waiting' : failing_since === null ? 'proved' : 'failing'
  const ends_at = failing_since && plus(failing_since, GRACE)
  const in_force = readBranding(tx, tenant_id).domain
  return {
    domain: host,
    domain_proof: { state, in_force, ...proofLocations(domain), proved_at, checked_at, problem, ends_at },
  }
}

/**
 * Requests a host for a workspace; null: none. Returns the workspace below that lost the host to it: a verification by
 * a workspace below counts for the ones above. Throws 409 when the host is in force for any other workspace.
 */
export function wantDomain(tx: Tx, tenant_id: string, host: string | null): string | null {
  tx.run(
    'delete from own_domains where tenant_id = ?1 and (?2 is null or host <> ?2 and proved_at is null)',
    tenant_id,
    host,
  )
  if (host === null) return putInForce(tx, tenant_id, null)
  const held = inForce(tx, host)
  if (held?.tenant_id === tenant_id) return null
  if (held) return takeFrom(tx, held, tenant_id)
  tx.run(
    `insert into own_domains (tenant_id, host, token, next_look_at, created_at) values (?, ?, ?, ?, ?)
     on conflict do nothing`,
    tenant_id,
    host,
    randomBytes(16).toString('hex'),
    plus(tx.now, HOUR),
    tx.now,
  )
  return null
}

const inForce = (tx: ReadTx, host: string): OwnDomain | null =>
  tx.row<OwnDomain>('select * from own_domains where host = ? and proved_at is not null', host)

/** An agency has precedence over its clients. */
function takeFrom(tx: Tx, held: OwnDomain, tenant_id: string): string {
  if (!isBelow(tx, held.tenant_id, tenant_id)) throw conflict(TAKEN)
  putInForce(tx, held.tenant_id, null)
  tx.run('delete from own_domains where tenant_id = ?', tenant_id)
  tx.run('update own_domains set tenant_id = ? where tenant_id = ? and host = ?', tenant_id, held.tenant_id, held.host)
  putInForce(tx, tenant_id, held.host)
  return held.tenant_id
}

const TAKEN = said('Another workspace has this domain.')

const isBelow = (tx: ReadTx, id: string, above: string): boolean =>
  tx.row(
    "select 1 from tenants t join tenants w on w.id = ? where t.id = ? and t.path > w.path and t.path < w.path || '~'",
    above,
    id,
  ) !== null

function putInForce(tx: Tx, tenant_id: string, domain: string | null): null {
  writeBranding(tx, tenant_id, { ...readBranding(tx, tenant_id), domain })
  return null
}

/** Stores the result of a check, unless the workspace gave the domain up meanwhile. */
export function recordLook(tx: Tx, { tenant_id, host, token }: OwnDomain, found: ProofResult): void {
  const of = [tenant_id, host, token] as const
  const domain = tx.row<OwnDomain>('select * from own_domains where tenant_id = ? and host = ? and token = ?', ...of)
  if (!domain) return
  const { proved, problem } = found.proved && domain.proved_at === null ? begin(tx, domain) : found
  const { proved_at, failing_since } = proved === null ? domain : afterLook(tx.now, domain, proved)
  if (domain.proved_at !== null && proved_at === null) putInForce(tx, tenant_id, null)
  tx.run(
    `update own_domains set proved_at = ?, failing_since = ?, problem = ?, checked_at = ?, next_look_at = ?
     where tenant_id = ? and host = ? and token = ?`,
    proved_at,
    failing_since,
    problem && packSaid(problem),
    tx.now,
    nextLook(tx.now, domain, proved),
    ...of,
  )
}

/** Puts the domain in force in place of the previous one, unless an unrelated workspace has it. */
function begin(tx: Tx, { tenant_id, host }: OwnDomain): ProofResult {
  const held = inForce(tx, host)
  if (held && !isBelow(tx, held.tenant_id, tenant_id)) return { proved: false, problem: TAKEN }
  if (held) wantDomain(tx, held.tenant_id, null)
  tx.run('delete from own_domains where tenant_id = ? and host <> ?', tenant_id, host)
  putInForce(tx, tenant_id, host)
  return { proved: true, problem: null }
}

function afterLook(now: Time, { proved_at, failing_since }: OwnDomain, proved: boolean) {
  if (proved) return { proved_at: proved_at ?? now, failing_since: null }
  if (proved_at === null) return { proved_at, failing_since: null }
  const since = failing_since ?? now
  return between(since, now) < GRACE ? { proved_at, failing_since: since } : { proved_at: null, failing_since: null }
}

/** A verified domain is checked daily; one that waits or fails hourly. A wait ends after `WAITED_FOR`. */
function nextLook(now: Time, { proved_at, created_at }: OwnDomain, proved: boolean | null): Time | null {
  if (proved) return plus(now, DAY)
  return proved_at === null && between(created_at, now) > WAITED_FOR ? null : plus(now, HOUR)
}

const AT_ONCE = 8
const MOST = 200

/** Checks the domains that are due; returns their number. */
export async function lookAtDueDomains(app: App, signal: AbortSignal): Promise<number> {
  const { db, log } = app
  const due = db.read((tx) =>
    tx.rows<OwnDomain>('select * from own_domains where next_look_at <= ? order by next_look_at limit ?', tx.now, MOST),
  )
  await inParallel(due, AT_ONCE, async (domain) => {
    if (signal.aborted) return
    const finding = await lookForProof(app, domain, signal)
    const gone = db.write((tx) => {
      const before = readBranding(tx, domain.tenant_id).domain
      recordLook(tx, domain, finding)
      return before !== null && readBranding(tx, domain.tenant_id).domain === null
    })
    if (gone)
      log.warn('an own domain is no longer in force', { host: domain.host, why: inPlainEnglish(finding.problem ?? '') })
  })
  return due.length
}

/** The text that proves a host in force, for requests of `PROOF_PATH` there. */
export function proofOf(tx: ReadTx, host: string): string | null {
  const held = inForce(tx, host)
  return held && proofLocations(held).text
}
