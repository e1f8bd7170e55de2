import type { Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { inSteps, LINKS_A_STEP } from '../../kernel/scheduling/steps.ts'
import { onBehalfOf } from '../../kernel/web-fetch/safe-fetch.ts'
import { creditsOf } from '../checks/index.ts'
import { release } from '../credits/index.ts'
import { type JobRow, jobStates, linkStates } from '../jobs/index.ts'
import { type Facts, robotsRoom, screenedFacts, screenUrls } from '../preflight/index.ts'
import { partyIn } from '../tenants/index.ts'

/** How pages are read for a workspace: on its share of the requests, and of the day's time for robots.txt. */
export const readingFor = (
  app: Pick<App, 'db' | 'fetch' | 'clock' | 'readers'>,
  tenant_id: string,
  signal: AbortSignal,
) => ({
  fetch: onBehalfOf(
    app.fetch,
    app.db.read((tx) => partyIn(tx, tenant_id)),
  ),
  now: app.clock.now(),
  signal,
  robots_room: robotsRoom(app, tenant_id),
  readers: app.readers,
})

/** Results per transaction: short writes, and few pages to screen again after a crash. */
const GROUP = 200

/** Screens links without facts, but for those that the form screened. Facts are rows, so a restart goes on. */
export async function screenLinks(app: App, job: JobRow, signal: AbortSignal): Promise<void> {
  const { agency } = app.db.read((tx) => partyIn(tx, job.tenant_id))
  const reading = readingFor(app, job.tenant_id, signal)
  const left = app.db.read((tx) =>
    tx.rows<{ id: number; url: string }>(
      "select id, url from links where job_id = ? and state = 'queued' and facts is null order by id",
      job.id,
    ),
  )
  const ids = new Map(left.map(({ id, url }) => [url, id]))
  let results: Facts[] = []
  const flush = () => {
    const group = results
    results = []
    if (group.length === 0) return
    app.db.write((tx) => {
      app.readers?.keepHosts(
        tx,
        group.flatMap(({ host }) => host ?? []),
      )
      return keepFacts(tx, ids, group)
    })
  }
  const on_result = (facts: Facts) => {
    results.push(facts)
    if (results.length >= GROUP) flush()
  }
  const kept = screenedFacts(app.db)
  const unknown: string[] = []
  for (const url of ids.keys()) {
    const facts = kept.find(agency, url, reading.now)
    if (facts) on_result(facts)
    else unknown.push(url)
  }
  try {
    await screenUrls(unknown, { ...reading, on_result })
  } catch (error) {
    if (!signal.aborted) throw error
  }
  flush()
}

function keepFacts(tx: Tx, ids: Map<string, number>, group: Facts[]): number {
  const rows = group.map((facts) => ({
    id: ids.get(facts.url)!,
    flags: facts.flags,
    fix: facts.fix,
    warnings: facts.warnings,
    bing_flags: facts.bing.flags,
    facts: factsKept(facts),
    answers: facts.readers ?? null,
  }))
  return linkStates.keepFacts(tx, rows)
}

/** The facts without those that the row already has in columns. */
function factsKept({ final_url, status, chain, robots, noindex, canonical, challenged, bing, sketch }: Facts): object {
  const { flags: _, ...others } = bing
  return { final_url, status, chain, robots, noindex, canonical, challenged, bing: others, sketch }
}

/**
 * After the pre-flight: flagged links are skipped and refunded, unless they were chosen; chosen ones are sent without
 * the guarantee. Check credits for checks that are not needed are refunded too.
 */
export async function settleScreening({ db }: App, job: JobRow, signal: AbortSignal): Promise<void> {
  const here = (tx: Tx) => jobStates.isAt(tx, job.id, 'preflight')
  await inSteps(db, signal, (tx, limit) => (here(tx) ? linkStates.waiveFlagged(tx, job, limit) : 0))
  await inSteps(db, signal, (tx, limit) => (here(tx) ? skipFlagged(tx, job, limit) : 0), LINKS_A_STEP)
}

function skipFlagged(tx: Tx, job: JobRow, limit: number): number {
  const skipped = linkStates.skipFlagged(tx, job, limit)
  if (skipped === 0) return 0
  const job_id = job.id
  const note = `${skipped} flagged by the pre-flight, not sent`
  release(tx, { kind: 'index', amount: skipped, reason: 'release', job_id, note })
  const amount = skipped * creditsOf('scan_standard')
  if (job.smart || job.pre_check) release(tx, { kind: 'check', amount, reason: 'refund', job_id, note })
  return skipped
}
