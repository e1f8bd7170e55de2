/**
 * The crawl supplier's own verdict on URLs: SpeedyIndex `checker` tasks, one for each batch. The reference of a batch's
 * first order is the task's title, to find the task when the answer to its creation was lost.
 */
import type { Engine, EngineSettings, LookAnswer, LookWaiting } from '../../domains/checks/engine.ts'
import { normaliseUrl } from '../../domains/preflight/url.ts'
import { between, DAY, MINUTE } from '../../kernel/time/clock.ts'
import { UpstreamError } from '../../kernel/web-fetch/upstream-error.ts'
import type { Context } from '../http.ts'
import { createSpeedyIndexApi, SPEEDYINDEX_MOST, type TaskReport } from '../suppliers/speedyindex-api.ts'
import { failed, gather, reporting } from './answers.ts'

export function createCrawlSupplier(settings: EngineSettings, context: Context): Engine {
  const api = createSpeedyIndexApi(settings, context)
  const price = settings.cost_usd || CHECK_USD

  /** Orders whose task may not exist. If it does, they are answered together once it is complete. */
  const recover = async (doubtful: LookWaiting[], signal: AbortSignal): Promise<LookAnswer[]> => {
    const ids = await api.find('checker', new Set(doubtful.map(({ ref }) => ref)), signal)
    const reports = await Promise.all([...ids.values()].map((id) => api.report('checker', id, signal)))
    if (!reports.every(({ complete }) => complete)) return []
    const verdicts = reports.map(verdictsOf)
    return doubtful.map((order) => {
      const verdict = verdicts.map((of) => of(order.url)).find((found) => found !== null)
      return verdict ? seen(order.ref, verdict, price) : lost(order.ref, 'SpeedyIndex never got the task')
    })
  }

  return {
    adapter: 'crawl_supplier',
    simulated: false,
    per_call: SPEEDYINDEX_MOST,
    concurrency: 1,

    async look(orders, signal) {
      const [first] = orders
      if (!first) return []
      const urls = [...new Set(orders.map(({ url }) => url))]
      const handle = await api.create('checker', { title: first.ref, urls }, signal)
      return orders.map(({ ref }) => ({ ref, state: 'queued', handle, cost_usd: price }))
    },

    async collect(waiting, signal) {
      const age = (order: LookWaiting) => between(order.asked_at, context.clock.now())
      const tired = waiting.filter((order) => age(order) > PATIENCE)
      const rest = waiting.filter((order) => age(order) <= PATIENCE)
      const tasks = Map.groupBy(
        rest.filter(({ handle }) => handle),
        ({ handle }) => handle!,
      )
      const doubtful = rest.filter((order) => !order.handle && age(order) > GRACE)
      const rounds = [...tasks].map(
        ([id, orders]) =>
          async () =>
            answersOf(await api.report('checker', id, signal), orders),
      )
      if (doubtful.length) rounds.push(() => recover(doubtful, signal))
      const given = tired.map(({ ref }) => lost(ref, 'SpeedyIndex gave no verdict within a day'))
      return [...given, ...(await gather(rounds, (round) => round()))]
    },

    report: (signal) =>
      reporting(async () => {
        const { checker = 0, tokens } = await api.account(signal)
        return tokens !== undefined && checker === 0 ? left(tokens, 'tokens') : left(checker, 'credits')
      }),
  }
}

/** Newer accounts have tokens in place of credits. */
const left = (amount: number, unit: 'credits' | 'tokens') => ({
  ok: true,
  message: `SpeedyIndex: ${amount} ${unit === 'credits' ? 'checker credits' : unit}`,
  balance: { amount, unit },
})

/** The highest list price of one check. */
const CHECK_USD = 0.0015

/** A task can appear in the list a moment after its creation failed to answer. */
const GRACE = 2 * MINUTE
const PATIENCE = DAY

type Verdict = { indexed: 'yes' | 'no'; evidence: string; entry: object }

/** A URL listed as indexed counts at once; one listed as not indexed, or not listed, only when the task is complete. */
function answersOf(task: TaskReport, orders: LookWaiting[]): LookAnswer[] {
  const verdict = verdictsOf(task)
  return orders.flatMap(({ ref, url }): LookAnswer[] => {
    const found = verdict(url)
    if (found?.indexed === 'yes' || (found && task.complete)) return [seen(ref, found, 0)]
    return task.complete ? [seen(ref, null, 0)] : []
  })
}

/** Finds a URL in a report: the supplier may spell it differently. */
function verdictsOf(task: TaskReport): (url: string) => Verdict | null {
  const verdicts = new Map<string, Verdict>()
  for (const entry of task.unindexed_links ?? [])
    verdicts.set(canonical(entry.url), { indexed: 'no', evidence: "In the supplier's list of URLs not indexed", entry })
  for (const entry of task.indexed_links ?? [])
    verdicts.set(canonical(entry.url), { indexed: 'yes', evidence: "In the supplier's list of indexed URLs", entry })
  return (url) => verdicts.get(canonical(url)) ?? null
}

function canonical(url: string): string {
  const normalised = normaliseUrl(url)
  return normalised.ok ? normalised.url : url
}

function seen(ref: string, verdict: Verdict | null, cost_usd: number): LookAnswer {
  const { indexed, evidence, entry } = verdict ?? {
    indexed: 'unknown',
    evidence: "The supplier's report does not mention it",
    entry: {},
  }
  const raw = JSON.stringify(entry)
  return { ref, state: 'seen', sighting: { indexed, method: 'supplier_report', evidence, raw, cost_usd } }
}

const lost = (ref: string, why: string): LookAnswer => failed(ref, new UpstreamError('transient', why))
