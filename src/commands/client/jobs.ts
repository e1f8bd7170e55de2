import { type Command, EXIT, numberOf, textOf } from '../framework/command.ts'
import { listing, minute, num, say, sayJson, tell } from '../framework/terminal.ts'
import { CONNECTION, connect } from './connection.ts'
import type { Job } from './job.ts'
import { CLIENT, workspaceNamed } from './workspace.ts'

const STATUSES = ['queued', 'preflight', 'checking', 'sending', 'watching', 'done', 'cancelled']

export const command: Command = {
  name: 'jobs',
  summary: 'List pushes and check jobs, newest first.',
  options: {
    ...CLIENT,
    status: { value: 'STATUS', choices: STATUSES, meaning: `only jobs with this status: ${STATUSES.join(', ')}` },
    limit: { value: 'N', meaning: 'number of jobs to list, 1 to 200; default 20' },
    ...CONNECTION,
  },
  examples: [
    { line: 'signalpost jobs', meaning: 'List the 20 newest jobs.' },
    {
      line: 'signalpost jobs --client Bakery --status watching',
      meaning: 'List the jobs of a client whose links are still checked.',
    },
    { line: "signalpost jobs --json | jq -r '.items[].id'", meaning: 'Print the ids, for a script.' },
  ],
  json: 'the answer of GET /jobs: {items, total, page, page_size}',

  async run({ options, json }) {
    const limit = numberOf(options, 'limit', [1, 200], 'a number from 1 to 200') ?? 20
    const install = connect(options)
    const query = new URLSearchParams({ page_size: String(limit), sort: 'created_at', dir: 'desc' })
    const status = textOf(options, 'status')
    if (status) query.set('status', status)
    const tenant_id = await workspaceNamed(install, textOf(options, 'client'))
    if (tenant_id) query.set('tenant_id', tenant_id)
    const page = await install.get<{ items: Job[]; total: number }>(`/jobs?${query}`)
    if (json) sayJson(page)
    else if (page.items.length) say(jobsListing(page.items))
    if (!json && page.total > page.items.length)
      tell(`${num(page.items.length)} of ${num(page.total)} jobs; list more with --limit`)
    if (!json && page.total === 0) tell('there are no jobs; push links: signalpost push links.txt')
    return EXIT.well
  },
}

export const jobsListing = (jobs: Job[]): string =>
  listing(
    ['ID', 'CREATED (UTC)', 'KIND', 'STATUS', 'LINKS', 'INDEXED', 'WORKSPACE', 'NAME'],
    jobs.map((job) => [
      job.id,
      minute(job.created_at),
      job.type === 'index' ? 'push' : 'check',
      job.status,
      num(job.link_count),
      job.type === 'check'
        ? num(job.outcome.indexed.yes)
        : job.outcome.indexed_rate === null
          ? '-'
          : `${Math.round(job.outcome.indexed_rate * 100)} %`,
      job.tenant_name,
      job.name,
    ]),
  )
