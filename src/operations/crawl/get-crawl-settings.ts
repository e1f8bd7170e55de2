import Type from 'typebox'
import { CrawlStatus, crawlStatus } from '../../domains/providers/index.ts'
import { read } from '../../kernel/operation/operation.ts'

export const getCrawlSettings = read({
  name: 'get_crawl_settings',
  route: 'GET /settings/crawl',
  role: 'platform',
  sensitive: true,
  summary: 'Crawl routes: suppliers, circuit breakers, last failures, plan and thresholds.',
  input: Type.Object({}),
  output: CrawlStatus,
  example: {},
  handle: ({ tx }) => crawlStatus(tx),
})
