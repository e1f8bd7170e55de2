/** One act on several rows of a list, in one transaction. */
import Type from 'typebox'
import { Fault, notFound } from './fault.ts'

/** Rows that one act may name: the longest page of a list. */
export const MOST_ROWS = 200

export const RowIds = (title: string) =>
  Type.Array(Type.String({ maxLength: 64 }), { title, minItems: 1, maxItems: MOST_ROWS, uniqueItems: true })

export const RefusedRows = Type.Array(Type.Object({ id: Type.String(), message: Type.String() }), {
  description: 'Those that are refused and did not change, with the reason',
})

type Done<T> = { done: T[]; refused: { id: string; message: string }[] }

/**
 * A refused row is named and the others continue, so an act must refuse before it writes. The limit of a plan is found
 * afterwards: it refuses the whole call.
 */
export function eachRow<Row, T>(
  ids: readonly string[],
  known: ReadonlyMap<string, Row>,
  what: string,
  act: (row: Row, id: string) => T,
): Done<T> {
  const answer: Done<T> = { done: [], refused: [] }
  for (const id of ids)
    try {
      const row = known.get(id)
      if (!row) throw notFound(what)
      answer.done.push(act(row, id))
    } catch (error) {
      if (!(error instanceof Fault) || error.code === 'plan_limit') throw error
      answer.refused.push({ id, message: error.message })
    }
  return answer
}
