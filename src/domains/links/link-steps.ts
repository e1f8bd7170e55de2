/** Jobs in steps, so that a search of their links can let go of the log between two statements. */

/** Links of one job, or of one day of it; `after`: only those behind this one. */
export type LinkGroup = { id: string; day?: string; n: number; after?: number }

/** Links of the jobs that one statement looks at: some ten milliseconds. */
const LINKS_A_STEP = 50_000
const JOBS_A_STEP = 500

/** The ids of some jobs at a time, as JSON. */
export function* steps(jobs: readonly LinkGroup[]): Generator<string> {
  for (let from = 0, to = 0; from < jobs.length; from = to) {
    for (let links = 0; to < jobs.length && to < from + JOBS_A_STEP && links < LINKS_A_STEP; ) links += jobs[to++]!.n
    yield JSON.stringify(jobs.slice(from, to).map(({ id }) => ({ id })))
  }
}
