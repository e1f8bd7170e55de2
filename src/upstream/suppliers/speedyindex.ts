/**
 * SpeedyIndex as a crawl route: only indexed links are paid. It has no idempotency key, so our reference is the task's
 * title, and after a lost answer the task list is searched for it.
 */
import type { CrawlReport, CrawlRoute, RouteSettings } from '../../domains/providers/route.ts'
import { reporting } from '../engines/answers.ts'
import type { Context } from '../http.ts'
import { createSpeedyIndexApi, SPEEDYINDEX_MOST, type TaskReport } from './speedyindex-api.ts'

export function createSpeedyIndex(settings: RouteSettings, context: Context): CrawlRoute {
  const api = createSpeedyIndexApi(settings, context)
  return {
    adapter: 'speedyindex',
    simulated: false,
    batch: SPEEDYINDEX_MOST,

    async send({ ref, urls }, signal) {
      return { task_id: await api.create('indexer', { title: ref, urls }, signal), rejected: [] }
    },

    async find({ ref, beside }, signal) {
      const task_id = (await api.find('indexer', new Set([ref]), signal, beside)).get(ref)
      return task_id ? { task_id, rejected: [] } : null
    },

    async report({ task_id }, signal) {
      return reportOf(await api.report('indexer', task_id, signal))
    },

    balance: (signal) =>
      reporting(async () => {
        const { indexer, tokens } = await api.account(signal)
        const credits = indexer || (tokens === undefined ? indexer : Math.floor(tokens / TOKENS_PER_LINK))
        const message = `SpeedyIndex: ${indexer ?? 0} indexer credits${tokens === undefined ? '' : `, ${tokens} tokens`}`
        return { ok: true, message, credits }
      }),
  }
}

/** Price of one indexed link, in the token balance of newer accounts. */
const TOKENS_PER_LINK = 100

const distinct = (links: readonly { url: string }[] | null | undefined): number =>
  new Set(links?.map(({ url }) => url)).size

function reportOf(task: TaskReport): CrawlReport {
  return {
    done: task.complete,
    status: task.complete ? 'done' : task.processed_count > 0 ? 'running' : 'pending',
    indexed: distinct(task.indexed_links),
    unindexed: distinct(task.unindexed_links),
  }
}
