import { createHash } from 'node:crypto'
import type { Tx } from './database.ts'
import { newId } from './ids.ts'
import { maskText, withoutQueries } from './log.ts'

/**
 * Records an unexpected failure, grouped by fingerprint (kind, message without numbers, first frame of ours): count,
 * first and last seen, the latest request. A resolved error that comes back is open again.
 */
export function trackError(tx: Tx, error: unknown, seen: { where: string; request_id: string | null }): void {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  const text = masked(`${name}: ${message}`).slice(0, 2000)
  const frame =
    stack
      ?.split('\n')
      .find((line) => line.trim().startsWith('at '))
      ?.trim() ?? ''
  const fingerprint = createHash('sha256')
    .update([seen.where, text.replace(/[0-9a-f-]{36}|\d+/g, '#'), frame].join('\n'))
    .digest('hex')
  tx.run(
    `insert into tracked_errors (id, fingerprint, message, place, stack, count, first_seen_at, last_seen_at, request_id, resolved)
     values (?, ?, ?, ?, ?, 1, ?, ?, ?, 0)
     on conflict (fingerprint) do update set count = count + 1, last_seen_at = excluded.last_seen_at,
       request_id = excluded.request_id, resolved = 0`,
    newId(),
    fingerprint,
    text,
    seen.where,
    masked(stack ?? '').slice(0, 8000),
    tx.now,
    tx.now,
    seen.request_id,
  )
}

const masked = (text: string): string => withoutQueries(maskText(text))
