import type { ReadTx } from '../../kernel/database/database.ts'
import { hashSecret, looksLikeSecret } from '../../kernel/secrets/ids.ts'

/** The row of a one-time link; null when it is unknown, used or expired. `what`: the columns and the table, as SQL. */
export const rowOfLink = <Row>(tx: ReadTx, what: string, prefix: string, token: string): Row | null =>
  looksLikeSecret(prefix, token)
    ? tx.row<Row>(`select ${what} where token_hash = ? and expires_at > ?`, hashSecret(token), tx.now)
    : null
