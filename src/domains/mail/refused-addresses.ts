/** Addresses that the mail server refused: automatic letters skip them until a letter to them arrives or is resent. */
import type { ReadTx, Tx } from '../../kernel/database/database.ts'

type MailRefusal = { refused_at: string; answer: string }

export const noteRefused = (tx: Tx, address: string, answer: string): number =>
  tx.run(
    `insert into refused_addresses (address, refused_at, answer) values (?, ?, ?)
     on conflict (address) do update set refused_at = excluded.refused_at, answer = excluded.answer`,
    address,
    tx.now,
    answer,
  )

/** Allows letters to the address again. Returns false when it was not refused. */
export const forgetRefused = (tx: Tx, address: string): boolean =>
  tx.run('delete from refused_addresses where address = ?', address) > 0

/** The refused ones of these addresses, with the server's answer. */
export function refusalsOf(tx: ReadTx, addresses: readonly string[]): Map<string, MailRefusal> {
  const found = tx.rows<MailRefusal & { address: string }>(
    'select * from refused_addresses where address in (select value from json_each(?))',
    JSON.stringify(addresses),
  )
  return new Map(found.map(({ address, ...refusal }) => [address, refusal]))
}
