/** Changes to the trail besides new rows: links for rows from before the chain, expiry by age, and erasure. */
import type { ReadTx, Tx } from '../database/database.ts'
import type { Time } from '../time/clock.ts'
import {
  AUDIT_COLUMNS,
  type AuditRow,
  commitmentOf,
  ERASED,
  linkOf,
  newSalts,
  saltOf,
  WORDS,
  type Word,
} from './chain.ts'

/** Links rows from before the chain, the oldest first, at most `limit`: which says only that they did not change since. */
export function linkOldRows(tx: Tx, limit: number): number {
  const { audit_key: by } = tx
  if (!by) return 0
  const rows = tx.rows<AuditRow>(
    `select ${AUDIT_COLUMNS.join(', ')} from audit where hash is null and seq < ? order by seq limit ?`,
    by.from_seq,
    limit,
  )
  const before = tx.row<{ hash: Uint8Array | null }>('select hash from audit where seq = ?', (rows[0]?.seq ?? 0) - 1)
  let previous = before?.hash ?? by.start
  for (const row of rows) {
    const salts = newSalts()
    previous = linkOf(by.key, previous, row, salts)
    tx.run('update audit set salts = ?, hash = ? where seq = ?', salts, previous, row.seq)
  }
  return rows.length
}

/**
 * Forgets rows older than `before`, the oldest first, at most `limit`; says how many. `run` names the run whose steps
 * share one row of `audit_heads`. The newest row stays, and rows that are not linked yet stay too.
 */
export function forgetAudit(tx: Tx, run: Time, before: Time, by_rule: string, limit: number): number {
  const last = tx.row<{ seq: number; hash: Uint8Array | null }>(
    `select seq, hash from (select seq, hash, at from audit order by seq limit ?) where at < ?
       and seq < (select max(seq) from audit) order by seq desc limit 1`,
    limit,
    before,
  )
  if (!last?.hash) return 0
  const removed = tx.run('delete from audit where seq <= ?', last.seq)
  tx.run('delete from audit_erased where seq <= ?', last.seq)
  tx.run(
    `insert into audit_heads (at, first_seq, hash_before, removed, by_rule) values (?, ?, ?, ?, ?)
     on conflict (at) do update set first_seq = excluded.first_seq, hash_before = excluded.hash_before,
       removed = removed + excluded.removed`,
    run,
    last.seq + 1,
    last.hash,
    removed,
    by_rule,
  )
  return removed
}

/** A person as the trail may name them. */
type NamedPerson = { email: string; name: string | null; user_id: string | null }
type Row = AuditRow & { salts: Uint8Array | null }

/** The account that acted under this address last. */
export const accountOf = (tx: ReadTx, email: string): string | null =>
  tx.row<{ user_id: string }>(
    'select user_id from audit where actor = ? and user_id is not null order by seq desc limit 1',
    email.toLowerCase(),
  )?.user_id ?? null

/** Fields that name the person of an account, including their former values. */
const PERSONAL = /"(name|email|pending_email)":/

/** Rows between two numbers that name the person. `erased` replaces the actor. */
export function eraseWords(tx: Tx, { email, name, user_id }: NamedPerson, above: number, up_to: number): number {
  const address = email.toLowerCase()
  const holds = (text: string | null) =>
    text !== null && (text.toLowerCase().includes(address) || (name !== null && text.includes(JSON.stringify(name))))
  const rows = tx.rows<Row>(
    `select ${AUDIT_COLUMNS.join(', ')}, salts from audit where seq > ? and seq <= ?`,
    above,
    up_to,
  )
  let changed = 0
  for (const row of rows) {
    const own = (user_id !== null && row.user_id === user_id) || row.actor?.toLowerCase().includes(address)
    const about = user_id !== null && row.target === user_id
    const words = WORDS.filter((word) => {
      if (row[word] === null || row[word] === ERASED) return false
      if (word === 'actor' || word === 'ip') return own || holds(row[word])
      return holds(row[word]) || (word !== 'target' && about && PERSONAL.test(row[word]))
    })
    if (words.length) erase(tx, row, words)
    changed += words.length ? 1 : 0
  }
  return changed
}

/** Keeps the salted hash of each text and drops the text with its salt: without the salt nobody can guess it. */
function erase(tx: Tx, row: Row, words: Word[]): void {
  const salts = row.salts && Uint8Array.from(row.salts)
  for (const word of words) {
    if (!salts) continue
    const salt = saltOf(salts, word)
    tx.run(
      'insert into audit_erased (seq, field, commitment, erased_at) values (?, ?, ?, ?)',
      row.seq,
      word,
      commitmentOf(salt, row[word]!),
      tx.now,
    )
    salt.fill(0)
  }
  const kept = (word: Word) => (words.includes(word) ? (word === 'actor' ? ERASED : null) : row[word])
  tx.run(
    `update audit set ${WORDS.map((word) => `${word} = ?`).join(', ')}, salts = ? where seq = ?`,
    ...WORDS.map(kept),
    salts,
    row.seq,
  )
}
