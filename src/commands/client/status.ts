import { counted } from '../../kernel/operation/wording.ts'
import type { Install } from '../../upstream/install.ts'
import { type Command, type CommandArgument, EXIT } from '../framework/command.ts'
import { minute, num, say, sayJson, table } from '../framework/terminal.ts'
import { CONNECTION, connect } from './connection.ts'
import { followJob, type Job, jobNamed, patienceIn, QUIET, summaryOf, tellProblems, WAITING } from './job.ts'
import { jobsListing } from './jobs.ts'

export const JOB: CommandArgument = { name: 'JOB', meaning: 'a job: its id, its name, or `last` for the newest' }

export const command: Command = {
  name: 'status',
  summary: 'Show a job; without JOB, show the credits and the jobs in progress.',
  words: [JOB],
  options: { ...WAITING, ...QUIET, ...CONNECTION },
  examples: [
    { line: 'signalpost status', meaning: 'Show the install, the credits and the jobs in progress.' },
    { line: 'signalpost status last', meaning: 'Show the newest job.' },
    {
      line: 'signalpost status "Autumn menu" --wait --timeout 30',
      meaning: 'Wait until its links are sent, for at most 30 minutes.',
    },
  ],
  exits: {
    3: 'with --wait: the job was cancelled, or has links that are flagged or failed, or (check job) not indexed',
    4: 'the --timeout ended; the job continues',
  },
  json: 'the answer of GET /jobs/{id}; without JOB {address, me, credits, under_way}',

  async run({ words: [word], options, json }) {
    patienceIn(options)
    const install = connect(options)
    if (word === undefined) return overview(install, json)
    const job = await jobNamed(install, word)
    if (options.wait === true) return followJob(install, job, options, json)
    if (json) sayJson(job)
    else {
      tellJob(job)
      if (options.quiet !== true) tellProblems(job)
    }
    return EXIT.well
  },
}

const CREDITS = [
  ['reserved', 'reserved'],
  ['consumed', 'used'],
  ['released', 'refunded'],
  ['excluded', 'not charged'],
] as const

function tellJob(job: Job): void {
  const { indexed_rate, credits, next_look_at } = job.outcome
  const used = CREDITS.map(([field, word]) => `${num(credits[field] ?? 0)} ${word}`)
  say(summaryOf(job))
  say(
    table([
      ['name', job.name],
      ['workspace', job.tenant_name],
      ['created', `${minute(job.created_at)} UTC`],
      ...(job.type === 'index'
        ? [['indexed', indexed_rate === null ? '-' : `${Math.round(indexed_rate * 100)} % of those sent`]]
        : []),
      ['credits', used.join(', ')],
      ...(next_look_at ? [['next check', `${minute(next_look_at)} UTC`]] : []),
    ]),
  )
}

type KeyIdentity = { role: string; tenant: { name: string }; key: { name: string } | null }
type Credits = Record<'index' | 'check', { available: number; reserved: number }>

const UNDER_WAY = ['queued', 'preflight', 'checking', 'sending', 'watching']

async function overview(install: Install, json: boolean): Promise<number> {
  const [me, credits, ...lists] = await Promise.all([
    install.get<KeyIdentity>('/me'),
    install.get<Credits>('/credits'),
    ...UNDER_WAY.map((status) => install.get<{ items: Job[] }>(`/jobs?page_size=50&status=${status}`)),
  ])
  const under_way = lists.flatMap(({ items }) => items).sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
  if (json) {
    sayJson({ address: install.address, me, credits, under_way })
    return EXIT.well
  }
  const purse = ({ available, reserved }: Credits['index']) => `${num(available)} available, ${num(reserved)} reserved`
  say(
    table([
      ['install', install.address],
      ['you', `${me.key ? `the key "${me.key.name}"` : 'a person'}, ${me.role} of ${me.tenant.name}`],
      ['index credits', purse(credits.index)],
      ['check credits', purse(credits.check)],
      ['in progress', under_way.length ? counted(under_way.length, 'job') : 'no jobs'],
    ]),
  )
  if (under_way.length) say(`\n${jobsListing(under_way)}`)
  return EXIT.well
}
