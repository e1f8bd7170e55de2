/** Addresses and networks that may not use the free checks. */

import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { conflict, invalid, notFound } from '../../kernel/operation/fault.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { HOUR, plus } from '../../kernel/time/clock.ts'
import { closeNetworkOf, parseAddress } from '../../kernel/web-fetch/addresses.ts'
import type { VisitorAddress } from './caps.ts'
import { type BlockRow, freeCheckBlocks } from './tables.ts'

/** The origin of a request: its canonical address, and the /24 or /64 around it. */
export function fromOf(ip: string | null): VisitorAddress {
  const plain = spelled(ip ?? '') ?? '127.0.0.1'
  return { ip: plain, network: closeNetworkOf(plain) }
}

/** The block in force for this origin, or null. */
export const blockOf = (tx: ReadTx, { ip, network }: VisitorAddress): BlockRow | null =>
  tx.row<BlockRow>(
    'select * from free_check_blocks where target in (?, ?) and (ends_at is null or ends_at > ?) limit 1',
    ip,
    network,
    tx.now,
  )

/** Blocks in force, newest first. */
export const activeBlocks = (tx: ReadTx): BlockRow[] =>
  tx.rows<BlockRow>(
    'select * from free_check_blocks where ends_at is null or ends_at > ? order by id desc limit 500',
    tx.now,
  )

type NewBlock = { target: string; hours: number | null; reason: string | null; created_by: string }

/** Blocks an address or a network. 409 when it is already blocked. */
export function addBlock(tx: Tx, { target, hours, reason, created_by }: NewBlock): BlockRow {
  const plain = targetOf(target)
  tx.run('delete from free_check_blocks where target = ? and ends_at <= ?', plain, tx.now)
  if (tx.row('select 1 from free_check_blocks where target = ?', plain))
    throw conflict(`${plain} is already blocked. Lift that block first to change its end or its reason.`)
  const ends_at = hours === null ? null : plus(tx.now, hours * HOUR)
  const row = { id: newId(), target: plain, reason, ends_at, created_by, created_at: tx.now }
  tx.orm.insert(freeCheckBlocks).values(row).run()
  return row
}

export function findBlock(tx: ReadTx, id: string): BlockRow {
  const found = tx.row<BlockRow>('select * from free_check_blocks where id = ?', id)
  if (!found) throw notFound('block')
  return found
}

export const liftBlock = (tx: Tx, id: string): number => tx.run('delete from free_check_blocks where id = ?', id)

export const dropOldBlocks = (tx: Tx): number => tx.run('delete from free_check_blocks where ends_at <= ?', tx.now)

/** The canonical form of a target; 422 for anything that cannot be blocked. */
function targetOf(text: string): string {
  const [address = '', bits, more] = text.trim().split('/')
  const ip = spelled(address)
  const wide = ip?.includes(':') ? '64' : '24'
  if (!ip || more !== undefined || (bits !== undefined && bits !== wide))
    throw invalid({ path: 'target', message: 'must be an IP address, a /24 of IPv4 or a /64 of IPv6' })
  return bits === undefined ? ip : closeNetworkOf(ip)
}

/** `2001:DB8:0:0::1` is `2001:db8::1`; null for text that is not an address. */
function spelled(ip: string): string | null {
  if (!parseAddress(ip)) return null
  return ip.includes(':') ? new URL(`http://[${ip}]`).hostname.slice(1, -1) : ip
}
