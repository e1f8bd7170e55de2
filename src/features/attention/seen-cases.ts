/** Cases that a person marked as seen: hidden until they change, or until the next day in the person's time zone. */

import type { Case } from '../../domains/figures/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { localDay } from '../../kernel/time/zones.ts'

export type CaseReader = { id: string; time_zone: string }

/** Most marks per day. */
const MOST = 2000

/** The key of a case, the same for every person. */
export const nameOfCase = ({ kind, id }: Pick<Case, 'kind' | 'id'>): string => `${kind} ${id}`

export function markSeen(tx: Tx, { id, time_zone }: CaseReader, seen: { name: string; stamp: string }): void {
  const today = localDay(time_zone, tx.now)
  tx.run('delete from seen_cases where user_id = ? and day <> ?', id, today)
  tx.run(
    `insert into seen_cases (user_id, name, stamp, day) select ?1, ?2, ?3, ?4
     where (select count(*) from seen_cases where user_id = ?1) < ${MOST}
     on conflict (user_id, name) do update set stamp = excluded.stamp, day = excluded.day`,
    id,
    seen.name,
    seen.stamp,
    today,
  )
}

export const unmarkSeen = (tx: Tx, { id }: CaseReader, name: string): number =>
  tx.run('delete from seen_cases where user_id = ? and name = ?', id, name)

/** Splits cases into open ones, and ones that the person marked today and that did not change. */
export function splitBySeen(
  tx: ReadTx,
  { id, time_zone }: CaseReader,
  cases: readonly Case[],
): { open: Case[]; seen: Case[] } {
  const marks = new Map(
    tx
      .rows<{ name: string; stamp: string }>(
        'select name, stamp from seen_cases where user_id = ? and day = ?',
        id,
        localDay(time_zone, tx.now),
      )
      .map(({ name, stamp }) => [name, stamp]),
  )
  const isSeen = (one: Case) => marks.get(nameOfCase(one)) === one.stamp
  return { open: cases.filter((one) => !isSeen(one)), seen: cases.filter(isSeen) }
}
