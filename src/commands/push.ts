import { SECOND } from '../kernel/clock.ts'
import { connectInstall, type Install, InstallError } from '../upstream/install.ts'
import { type Command, CommandError, readText, say, UsageError } from './command.ts'

const OPTIONS = { wait: { type: 'boolean' }, job: { type: 'string' } } as const

export const push: Command = {
  usage: 'push [FILE|-] [--wait] [--job NAME]',
  summary: 'Push the links in a file, one a line, through a running install. --wait stays until they are sent.',
  options: OPTIONS,
  words: 1,
  run: ({ wait, job }, words) => order('/jobs', words[0], job as string | undefined, wait === true, SENT),
}

export const check: Command = {
  usage: 'check [FILE|-] [--wait] [--job NAME]',
  summary: 'Check whether the links in a file are visible. --wait stays for the verdicts; exit 3 when not all are.',
  options: OPTIONS,
  words: 1,
  run: ({ wait, job }, words) => order('/check', words[0], job as string | undefined, wait === true, SEEN),
}

type Outcome = { links: number; states: Record<string, number>; indexed: Record<'yes' | 'no' | 'unknown', number> }
type Job = { id: string; name: string; status: string; note: string | null; link_count: number; outcome: Outcome }
type Ordered = Job & { duplicates: unknown[]; invalid: unknown[] }

/** When an order counts as done, how far it is, and what came of it. */
type Goal = {
  over(job: Job): boolean
  done(outcome: Outcome): number
  told(outcome: Outcome): string
  well(job: Job): boolean
}

const SENT: Goal = {
  over: ({ status }) => ['watching', 'done', 'cancelled'].includes(status),
  done: ({ links, states }) => links - sum(states, 'queued', 'scheduled'),
  told: ({ states }) =>
    `${sum(states, 'sent', 'indexed', 'not_indexed')} sent, ${sum(states, 'visible')} visible already, ${sum(states, 'flagged')} flagged, ${sum(states, 'failed')} failed`,
  well: ({ status, outcome }) => status !== 'cancelled' && sum(outcome.states, 'flagged', 'failed') === 0,
}

const SEEN: Goal = {
  over: ({ status }) => ['done', 'cancelled'].includes(status),
  done: ({ links, states }) => links - sum(states, 'queued'),
  told: ({ indexed }) => `${indexed.yes} visible, ${indexed.no} not, ${indexed.unknown} unknown`,
  well: ({ outcome }) => outcome.indexed.yes === outcome.links,
}

async function order(
  path: string,
  file: string | undefined,
  name: string | undefined,
  wait: boolean,
  goal: Goal,
): Promise<number> {
  const install = connect()
  const urls = await linesOf(file)
  try {
    const ordered = await install.post<Ordered>(path, { urls, ...(name === undefined ? {} : { name }) })
    const dropped = ordered.duplicates.length + ordered.invalid.length
    say(`${ordered.id}: ${ordered.link_count} links${dropped ? `, ${dropped} left out (double or not a URL)` : ''}`)
    if (!wait) return 0
    const job = await watch(install, ordered, goal)
    say(`${job.id}: ${job.status}; ${goal.told(job.outcome)}`)
    return goal.well(job) ? 0 : 3
  } catch (error) {
    throw error instanceof InstallError ? new CommandError(error.message) : error
  }
}

function connect(): Install {
  const { SIGNALPOST_URL: address = 'http://localhost:8080', SIGNALPOST_KEY, SIGNALPOST_KEY_FILE } = process.env
  if (!URL.canParse(address)) throw new CommandError(`SIGNALPOST_URL: "${address}" is not an address`)
  const key = SIGNALPOST_KEY ?? (SIGNALPOST_KEY_FILE ? readText(SIGNALPOST_KEY_FILE, 'SIGNALPOST_KEY_FILE') : '')
  if (!key.trim()) throw new CommandError('SIGNALPOST_KEY: set it to an API key of the install')
  return connectInstall(address.replace(/\/+$/, ''), key.trim())
}

/** Links of a file or of stdin, one a line; blank lines and lines that begin with # are skipped. */
async function linesOf(file: string | undefined): Promise<string[]> {
  if (file === undefined && process.stdin.isTTY) throw new UsageError('give a file, or - and the links on stdin')
  const text = file === undefined || file === '-' ? await Bun.stdin.text() : readText(file, 'FILE')
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  return lines.filter((line) => line !== '' && !line.startsWith('#'))
}

/** Asks until the goal is reached; the pace leaves most of a key's 60 calls a minute to others. */
async function watch(install: Install, ordered: Job, goal: Goal): Promise<Job> {
  let job = ordered
  for (let pause = SECOND; !goal.over(job); pause = Math.min(pause * 1.5, 10 * SECOND)) {
    progress(goal.done(job.outcome), job)
    await Bun.sleep(pause)
    job = await install.get<Job>(`/jobs/${job.id}`)
  }
  progress(goal.done(job.outcome), job)
  if (process.stderr.isTTY) process.stderr.write('\n')
  return job
}

const WIDTH = 30

/** A bar on a terminal; a log of a pipeline stays clean. */
function progress(done: number, { status, note, link_count }: Job): void {
  if (!process.stderr.isTTY) return
  const filled = link_count ? Math.round((done / link_count) * WIDTH) : WIDTH
  const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
  process.stderr.write(`\r\x1b[K${bar} ${done}/${link_count} ${status}${note ? ` (${note})` : ''}`)
}

const sum = (counts: Record<string, number>, ...names: string[]): number =>
  names.reduce((total, name) => total + (counts[name] ?? 0), 0)
