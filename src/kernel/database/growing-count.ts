import type { Install } from '../operation/app.ts'

/** Numbers of rows, both included. They are dense: rows come at the end, only the oldest ever go, and none changes. */
export type Span = { first: number; last: number }

const counts = new WeakMap<Pick<Install, 'config'>, Map<string, Span & { n: number }>>()
const MOST_COUNTS = 400

/**
 * The number of rows of a trail that fulfil `name`. Counted rows are kept and only new ones are added, because each
 * commit writes a row, so a result that lasts until the next commit would never be used.
 */
export function growingCount(
  app: Pick<Install, 'config'>,
  name: string,
  span: Span,
  countIn: (span: Span) => number,
): number {
  const known = counts.get(app) ?? new Map<string, Span & { n: number }>()
  counts.set(app, known)
  const before = known.get(name)
  const goesOn = before && before.first === span.first && before.last <= span.last
  const n = (goesOn ? before.n : 0) + countIn(goesOn ? { first: before.last + 1, last: span.last } : span)
  known.delete(name)
  known.set(name, { ...span, n })
  if (known.size > MOST_COUNTS) known.delete(known.keys().next().value!)
  return n
}
