/** A push or a check, as the API reports it, and the words about it. */
import { MINUTE, SECOND, stopwatch } from '../../kernel/time/clock.ts'
import type { Install } from '../../upstream/install.ts'
import { CommandError, EXIT, type Options, textOf, UsageError, type Values } from '../framework/command.ts'
import { createBar, num, printable, say, sayJson, tell } from '../framework/terminal.ts'

export const WAITING: Options = {
  wait: { meaning: 'wait until the job is done, or a push is sent' },
  timeout: {
    value: 'MINUTES',
    meaning: 'with --wait: stop waiting after this time, with exit code 4; the job continues',
  },
}
export const QUIET: Options = { quiet: { short: 'q', meaning: 'print only the result, without progress and remarks' } }

type Counts = Record<string, number>
export type Job = {
  id: string
  tenant_name: string
  type: 'index' | 'check'
  name: string
  status: string
  note: string | null
  link_count: number
  created_at: string
  outcome: {
    links: number
    states: Counts
    indexed: Record<'yes' | 'no' | 'unknown', number>
    indexed_rate: number | null
    credits: Counts
    next_look_at: string | null
  }
}

/** The person's view of a job: when it counts as done, its progress, its result, and whether all went well. */
type Goal = { over(job: Job): boolean; done(job: Job): number; summary(job: Job): string; well(job: Job): boolean }

/** A waiting person's push is over when its last link is sent: the checks go on for seven days. */
const SENT: Goal = {
  over: ({ status }) => ['watching', 'done', 'cancelled'].includes(status),
  done: ({ outcome: { links, states } }) => links - sum(states, 'queued', 'scheduled'),
  summary: ({ outcome: { states } }) =>
    `${num(sum(states, 'sent', 'indexed', 'not_indexed'))} sent, ${num(sum(states, 'visible'))} already indexed, ${num(sum(states, 'flagged'))} flagged, ${num(sum(states, 'failed'))} failed`,
  well: ({ status, outcome }) => status !== 'cancelled' && sum(outcome.states, 'flagged', 'failed') === 0,
}

const SEEN: Goal = {
  over: ({ status }) => ['done', 'cancelled'].includes(status),
  done: ({ outcome: { links, states } }) => links - sum(states, 'queued'),
  summary: ({ outcome: { indexed } }) =>
    `${num(indexed.yes)} indexed, ${num(indexed.no)} not indexed, ${num(indexed.unknown)} unknown`,
  well: ({ outcome }) => outcome.indexed.yes === outcome.links,
}

const goalOf = ({ type }: Job): Goal => (type === 'check' ? SEEN : SENT)

const sum = (counts: Counts, ...names: string[]): number =>
  names.reduce((total, name) => total + (counts[name] ?? 0), 0)

export const summaryOf = (job: Job): string =>
  `${job.id}: ${job.status}; ${goalOf(job).summary(job)}${job.note ? ` (${printable(job.note)})` : ''}`

/** Waits until a job is over, prints its result and returns the exit code. JSON output includes `more`. */
export async function followJob(
  install: Install,
  job: Job,
  options: Values,
  json: boolean,
  more: object = {},
): Promise<number> {
  const end = await watch(install, job, options)
  if (json) sayJson({ ...end, ...more })
  else say(summaryOf(end))
  if (goalOf(end).over(end)) {
    if (!json && options.quiet !== true) tellProblems(end)
    return goalOf(end).well(end) ? EXIT.well : EXIT.partly
  }
  tell(`signalpost: the --timeout ended; the job continues: signalpost status ${end.id} --wait`)
  return EXIT.late
}

/** Says how to list the links that were not sent, with the reason and the fix of each. */
export function tellProblems({ id, outcome: { states } }: Job): void {
  if (sum(states, 'flagged', 'failed') > 0)
    tell(`signalpost: the reason and the fix for each link: signalpost csv ${id}`)
}

/** Minutes to wait, in milliseconds. */
export function patienceIn(options: Values): number {
  const text = textOf(options, 'timeout')
  if (text === undefined) return Number.POSITIVE_INFINITY
  if (options.wait !== true) throw new UsageError('--timeout goes with --wait', 'add --wait')
  if (!/^\d{1,5}(\.\d+)?$/.test(text))
    throw new UsageError(`--timeout cannot be "${text}"`, 'it is a number of minutes')
  return Number(text) * MINUTE
}

/** Asks until the goal is reached; the pace leaves most of a key's 60 calls a minute to others. */
async function watch(install: Install, ordered: Job, options: Values): Promise<Job> {
  const goal = goalOf(ordered)
  const bar = createBar(options.quiet === true)
  const patience = patienceIn(options)
  const waited = stopwatch()
  const leave = () => {
    bar.clear()
    tell(`signalpost: the job continues: signalpost status ${ordered.id} --wait`)
    process.exit(EXIT.interrupted)
  }
  process.on('SIGINT', leave)
  try {
    let job = ordered
    for (let pause = SECOND; !goal.over(job); pause = Math.min(pause * 1.5, 10 * SECOND)) {
      bar.draw(goal.done(job), job.link_count, `${job.status}${job.note ? ` (${job.note})` : ''}`)
      const left = patience - waited()
      if (left <= 0) return job
      await Bun.sleep(Math.min(pause, left))
      job = await jobById(install, job.id)
    }
    return job
  } finally {
    process.off('SIGINT', leave)
    bar.clear()
  }
}

const jobById = (install: Install, id: string): Promise<Job> =>
  install.get<Job>(`/jobs/${encodeURIComponent(id)}?url_limit=0`)

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The job that a word names: by its id, by its name (the newest so called), or `last` for the newest of all. */
export async function jobNamed(install: Install, word: string): Promise<Job> {
  if (UUID.test(word)) return jobById(install, word)
  const query = word === 'last' ? 'page_size=1' : `page_size=200&q=${encodeURIComponent(word)}`
  const { items } = await install.get<{ items: Job[] }>(`/jobs?sort=created_at&dir=desc&${query}`)
  const found = word === 'last' ? items[0] : items.find(({ name }) => name.toLowerCase() === word.trim().toLowerCase())
  if (found) return jobById(install, found.id)
  if (word === 'last') throw new CommandError('there is no job yet', 'signalpost push links.txt')
  const near = items.slice(0, 5).map(({ name }) => `"${name}"`)
  throw new CommandError(
    `there is no job "${word}"`,
    near.length ? `did you mean ${near.join(' or ')}?` : '`signalpost jobs` lists them',
  )
}
