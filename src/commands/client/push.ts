import { type Command, numberOf, textOf, UsageError, type Values } from '../framework/command.ts'
import { CONNECTION } from './connection.ts'
import { dryPush, type PushOptions } from './dry-run.ts'
import { type Job, QUIET, WAITING } from './job.ts'
import { LINKS, SINCE } from './links.ts'
import { type Dropped, follow, LIMIT, limitIn, sayNothingToOrder, takeOrder } from './order.ts'
import { CLIENT, workspaceNamed } from './workspace.ts'

export const command: Command = {
  name: 'push',
  summary: 'Push links to search engines.',
  about: [
    'Each link reserves one index credit. The credit is used when the link is indexed, and refunded when it is not indexed within seven days. Invalid lines and duplicates are left out and listed. Links that the free pre-flight flags (for example noindex or 404) are not sent; --dry-run shows them first.',
  ],
  words: [LINKS],
  options: {
    'dry-run': { meaning: 'check every page and show problems and the bill; spends nothing' },
    wait: { meaning: 'wait until the links are sent' },
    timeout: WAITING.timeout!,
    ...CLIENT,
    job: { value: 'NAME', meaning: 'name of the job' },
    smart: { meaning: 'check each link first (1 check credit per link) and push only links that are not indexed' },
    'pre-check': {
      meaning: 'check each link first (1 check credit per link) and push all links, to compare before and after',
    },
    drip: { value: 'DAYS', meaning: 'spread the links over this many days, 0 to 30' },
    'confirm-foreign-hosts': {
      meaning: 'push links on a host of another client too; without it such an order is refused, and names them',
    },
    ...LIMIT,
    ...SINCE,
    ...QUIET,
    ...CONNECTION,
  },
  examples: [
    { line: 'signalpost push links.txt --dry-run', meaning: 'Show the links to push, the problems and the bill.' },
    {
      line: 'signalpost push links.txt --client Bakery --job "Autumn menu" --wait',
      meaning: 'Push for a client, and wait until all links are sent.',
    },
    {
      line: 'signalpost push https://bakery.example/sitemap.xml --since 1d --smart',
      meaning: 'Every night: push pages that changed since yesterday and are not indexed.',
    },
    {
      line: 'grep /blog/ links.txt | signalpost push - --drip 7',
      meaning: 'Push links from another program, spread over a week.',
    },
  ],
  exits: {
    3: 'a line is not a link; with --wait or --dry-run also: a link is flagged or failed',
    4: 'the --timeout ended before all links were sent; the job continues',
  },
  json: 'the answer of POST /jobs; with --wait that of GET /jobs/{id} with `duplicates` and `invalid`',

  async run({ words, options, json }) {
    const order = orderIn(options)
    const { install, links } = await takeOrder(words, options)
    if (links.urls.length === 0) return sayNothingToOrder(json)
    const tenant_id = await workspaceNamed(install, textOf(options, 'client'))
    if (options['dry-run'] === true) return dryPush(install, links, { ...order, tenant_id }, json)
    const job = await install.post<Job & Dropped>('/jobs', { urls: links.urls, tenant_id, ...order })
    return follow(install, job, links, options, json)
  },
}

function orderIn(options: Values): PushOptions {
  const name = textOf(options, 'job')
  const drip_days = numberOf(options, 'drip', [0, 30], 'a number of days, 0 to 30')
  if (options.smart === true && options['pre-check'] === true)
    throw new UsageError(
      '--smart and --pre-check exclude each other',
      '--smart pushes links that are not indexed, --pre-check pushes all links: choose one',
    )
  return {
    ...(name === undefined ? {} : { name }),
    ...(options.smart === true ? { smart: true } : {}),
    ...(options['pre-check'] === true ? { pre_check: true } : {}),
    ...(drip_days === undefined ? {} : { drip_days }),
    ...limitIn(options),
    confirm_foreign_hosts: options['confirm-foreign-hosts'] === true,
  }
}
