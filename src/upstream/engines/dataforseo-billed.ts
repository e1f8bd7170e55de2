/**
 * Amounts that DataForSEO billed for tasks with a lost answer (docs.dataforseo.com/v3/serp/id_list). The list has every
 * task of a time span with its cost and its posted fields, including our tag. Live tasks are listed too, without
 * results. The call is free, with a limit of ten a minute.
 */
import Type from 'typebox'
import type { LostCall } from '../../domains/checks/engine.ts'
import { compiled } from '../../kernel/environment/compiled.ts'
import { MINUTE, plus, type Time } from '../../kernel/time/clock.ts'
import type { DataForSeoApi } from './dataforseo-api.ts'

/** Cost of the calls that became tasks, by tag. */
export async function billedTasks(
  api: DataForSeoApi,
  lost: LostCall[],
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const listed = await listedTasks(api, lost, signal)
  return new Map([...listed].map(([tag, { cost }]) => [tag, cost]))
}

type ListedTask = { id: string; cost: number }

/** The tasks that the calls became, by tag. Throws when the span has too many tasks to read. */
export async function listedTasks(
  api: DataForSeoApi,
  lost: LostCall[],
  signal: AbortSignal,
): Promise<Map<string, ListedTask>> {
  const times = lost.map(({ lost_at }) => lost_at).sort()
  if (times.length === 0) return new Map()
  const wanted = new Set(lost.map(({ ref }) => ref))
  const span = {
    datetime_from: vendorTime(plus(times[0]!, -BEFORE)),
    datetime_to: vendorTime(plus(times.at(-1)!, MINUTE)),
  }
  const found = new Map<string, ListedTask>()
  for (let page = 0; page < MOST_PAGES; page++) {
    const json = [{ ...span, limit: PAGE, offset: page * PAGE, sort: 'asc', include_metadata: true }]
    const { tasks } = await api.call({ path: '/v3/serp/id_list', json }, signal)
    const listed = api.resultOf(tasks[0])
    for (const entry of listed.filter((entry) => Listed.Check(entry)))
      if (wanted.has(entry.metadata.tag)) found.set(entry.metadata.tag, { id: entry.id, cost: Number(entry.cost) })
    if (listed.length < PAGE) return found
  }
  throw api.http.failure('transient', 'listed too many tasks of that time')
}

/** The server stops a live search after 120 s, and its clock may differ a little from ours. */
const BEFORE = 5 * MINUTE
const PAGE = 1000
const MOST_PAGES = 8

/** `2026-11-21 09:00:00 +00:00` */
const vendorTime = (time: Time): string => `${time.slice(0, 19).replace('T', ' ')} +00:00`

const Listed = compiled(
  Type.Object({
    id: Type.String(),
    cost: Type.Union([Type.Number(), Type.String({ pattern: '^\\d+(\\.\\d+)?$' })]),
    metadata: Type.Object({ tag: Type.String() }),
  }),
)
