/** Sinks of the audit trail as people set them up. */
import { X509Certificate } from 'node:crypto'
import { below, rootOf } from '../../domains/tenants/index.ts'
import { newestLink } from '../../kernel/audit/append.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { packSaid, said } from '../../kernel/language/say.ts'
import type { App, Install } from '../../kernel/operation/app.ts'
import { type Caller, inTree } from '../../kernel/operation/caller.ts'
import { conflict, forbidden, invalid, notFound } from '../../kernel/operation/fault.ts'
import { taskName } from '../../kernel/scheduling/task.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { type SealedColumn, type Sealer, sealContext } from '../../kernel/secrets/seal.ts'
import { newSigningSecret } from '../../kernel/secrets/webhook-signatures.ts'
import { futureTimes, PAST } from '../../kernel/time/clock-repair.ts'
import { assertSinkAddress, syslogAddress } from './address.ts'
import type { AuditSink } from './shapes.ts'
import { auditSinks, type SinkRow } from './tables.ts'

export const STREAM_AUDIT = taskName('stream_audit')

const LOST = packSaid(said('Its secrets can no longer be read: the secret key of this install was lost.'))

/** Secrets of sinks. One whose secrets cannot be read is turned off and keeps its place. */
export const SINK_SECRETS: SealedColumn = {
  table: 'audit_sinks',
  column: 'secrets_sealed',
  key: ['id'],
  what: 'secrets of audit streams',
  forget: `update audit_sinks set secrets_sealed = '', state = 'off',
    last_error = '${LOST}' where id = ?`,
  afterwards: 'these audit streams are off: make them again',
}

export const SINKS_IN_FUTURE = futureTimes('audit_sinks', 'id', 'next_attempt_at', PAST)

/** `secret` signs the requests by https. */
export type SinkSecrets = { secret: string | null; authorization: string | null }

/** Sinks of an agency with its clients, and of the install. */
const MOST = 20

export function findSink(tx: ReadTx, caller: Caller, id: string): SinkRow {
  const row = tx.row<SinkRow>('select * from audit_sinks where id = ?', id)
  const mine = row && (row.tenant_id === null ? caller.platform : inTree(tx, caller, row.tenant_id))
  if (!mine) throw notFound('audit stream')
  return row
}

export function sinkSecrets(sealer: Sealer, row: Pick<SinkRow, 'id' | 'secrets_sealed'>): SinkSecrets {
  if (row.secrets_sealed === '') throw conflict('The secrets of this stream are lost. Delete it and make it again.')
  return JSON.parse(sealer.open(row.secrets_sealed, sealContext(SINK_SECRETS, row.id))) as SinkSecrets
}

type NewSink = {
  /** Null: the install. */
  tenant_id: string | null
  url: string
  authorization?: string | undefined
  ca?: string | undefined
  /** Sends the whole trail, not only rows from now on. */
  from_start?: boolean | undefined
}
type SinkApp = Pick<Install, 'config' | 'sealer' | 'wake'>

/** Creates a sink; `secret` verifies the requests to an https address, and no other answer shows it. */
export function createSink(
  tx: Tx,
  app: SinkApp,
  caller: Caller,
  { tenant_id, url, authorization = '', ca = '', from_start = false }: NewSink,
): { row: SinkRow; secret: string | null } {
  if (tenant_id === null && !caller.platform) throw forbidden('Only a platform admin may stream the whole trail.')
  assertRoom(tx, tenant_id)
  const id = newId()
  const address = assertSinkAddress(tx, app, url, tenant_id === null)
  const secret = syslogAddress(address) ? null : newSigningSecret()
  const secrets = { secret, authorization: assertAuthorization(authorization, address) }
  const [row] = tx.orm
    .insert(auditSinks)
    .values({
      id,
      tenant_id,
      url: address,
      ca: assertAuthority(ca, address),
      secrets_sealed: app.sealer.seal(JSON.stringify(secrets), sealContext(SINK_SECRETS, id)),
      cursor_seq: from_start ? 0 : (newestLink(tx)?.seq ?? 0),
      next_attempt_at: tx.now,
      created_by: caller.label,
      created_at: tx.now,
      updated_at: tx.now,
    })
    .returning()
    .all()
  tx.afterCommit(() => app.wake(STREAM_AUDIT))
  return { row: row!, secret }
}

export const sinkById = (tx: ReadTx, id: string): SinkRow | null =>
  tx.row<SinkRow>('select * from audit_sinks where id = ?', id)

function assertRoom(tx: ReadTx, tenant_id: string | null): void {
  const there =
    tenant_id === null
      ? tx.number('select count(*) from audit_sinks where tenant_id is null')
      : tx.number(
          'select count(*) from audit_sinks where tenant_id in (select id from tenants where path >= ? and path < ?)',
          ...below(`/${rootOf(tx, tenant_id)}/`),
        )
  if (there >= MOST) throw conflict(`There are ${MOST} streams already. Delete one first.`)
}

type SinkChange = { state?: 'on' | 'off'; authorization?: string; ca?: string }

/** Changes the given fields. Turned on again, a sink goes on where it stopped. */
export function changeSink(tx: Tx, app: SinkApp, row: SinkRow, { state, authorization, ca }: SinkChange): SinkRow {
  const secrets = sinkSecrets(app.sealer, row)
  const now = authorization === undefined ? secrets.authorization : assertAuthorization(authorization, row.url)
  tx.run(
    `update audit_sinks set state = ?, ca = ?, secrets_sealed = ?, failures = 0, next_attempt_at = ?, updated_at = ?
     where id = ?`,
    state ?? row.state,
    ca === undefined ? row.ca : assertAuthority(ca, row.url),
    app.sealer.seal(JSON.stringify({ ...secrets, authorization: now }), sealContext(SINK_SECRETS, row.id)),
    tx.now,
    tx.now,
    row.id,
  )
  tx.afterCommit(() => app.wake(STREAM_AUDIT))
  return sinkById(tx, row.id)!
}

export const deleteSink = (tx: Tx, id: string): number => tx.run('delete from audit_sinks where id = ?', id)

/** A sink in the API. How many rows the install has is no matter of a workspace. */
export function sinkOnWire(tx: ReadTx, app: Pick<App, 'sealer'>, row: SinkRow): AuditSink {
  const of_install = row.tenant_id === null
  const tenant = of_install ? null : tx.row<{ name: string }>('select name from tenants where id = ?', row.tenant_id)
  return {
    ...row,
    tenant_name: tenant?.name ?? null,
    has_authorization: row.secrets_sealed !== '' && sinkSecrets(app.sealer, row).authorization !== null,
    has_ca: row.ca !== null,
    behind: of_install ? Math.max(0, (newestLink(tx)?.seq ?? 0) - row.cursor_seq) : null,
    lost_rows: of_install ? row.lost_rows : null,
  }
}

function assertAuthorization(text: string, url: string): string | null {
  const given = text.trim()
  if (given === '') return null
  if (syslogAddress(url)) throw invalid({ path: 'authorization', message: 'is for https addresses only' })
  if (!/^[\x20-\x7e]+$/.test(given))
    throw invalid({ path: 'authorization', message: 'must be one line of visible characters' })
  return given
}

function assertAuthority(text: string, url: string): string | null {
  const given = text.trim()
  if (given === '') return null
  if (!syslogAddress(url)) throw invalid({ path: 'ca', message: 'is for syslog addresses only' })
  try {
    new X509Certificate(given)
  } catch {
    throw invalid({ path: 'ca', message: 'must be a certificate in PEM (-----BEGIN CERTIFICATE-----)' })
  }
  return given
}
