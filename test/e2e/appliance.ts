/**
 * The compiled binary as an operator runs it: a process of its own on a folder of its own, asked through REST alone. Its
 * clock runs `turn`ed ahead of the real one by libfaketime; timers keep real time.
 */
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kill } from 'node:process'
import type { Subprocess } from 'bun'
import { at, DAY, millis, SECOND, systemClock, type Time } from '../../src/kernel/time/clock.ts'
import { binary } from './binary.ts'

export type Reply = {
  status: number
  headers: Headers
  /** Of the envelope: `data` of a success, `error` of a failure. */
  data: unknown
  error: { code: string; message: string; details?: Record<string, unknown> }
}

export type Appliance = Awaited<ReturnType<typeof appliance>>

export const PASSWORD = 'seven lamps over the harbour'

/** How long something that must come about may take before a test gives up. */
const PATIENCE = 120 * SECOND

/** A fresh install, set up without a browser and running. Its API key has the platform capability. */
export async function appliance(env: Record<string, string> = {}, first?: string) {
  let program = first ?? (await binary())
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-e2e-'))
  const clock = turnedClock(join(folder, 'clock'))
  const environment = {
    ...clock.env,
    TZ: 'UTC',
    SIGNALPOST_DATA_DIR: join(folder, 'data'),
    SIGNALPOST_LISTEN: '127.0.0.1:0',
    SIGNALPOST_SITE_URL: 'http://push.northwind.example',
    SIGNALPOST_INDEXNOW_ENDPOINT: 'http://127.0.0.1:1/indexnow',
    ...env,
  }
  // The release before does not know this setting.
  const { SIGNALPOST_TRUST_CLOCK: _, ...known } = environment as Record<string, string>
  const run = (...words: string[]) =>
    Bun.spawn([program, ...words], {
      cwd: folder,
      env: program === first ? known : environment,
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'pipe',
    })

  // Whose setup depends on the environment or the release does it alone.
  const isUsual = !first && !Object.keys(env).some((name) => name.includes('SECRET'))
  let { tenant_id, api_key } = isUsual ? await copySetUp(environment.SIGNALPOST_DATA_DIR) : await setUp(run)
  let running = await listening(run('serve'))

  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const text = body === undefined || typeof body === 'string' ? (body as string | undefined) : JSON.stringify(body)
    const response = await fetch(`${running.address}/api/v1${path}`, {
      method,
      body: text,
      keepalive: false,
      headers: {
        authorization: `Bearer ${api_key}`,
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    })
    const answer = (await response.json()) as Pick<Reply, 'data' | 'error'>
    return { ...answer, status: response.status, headers: response.headers } as Reply
  }
  const must = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const { status, data, error } = await ask(method, path, body)
    // A large run reads more in a minute than any key may.
    if (status === 429 && error.code === 'rate_limited') {
      await Bun.sleep(SECOND)
      return must<T>(method, path, body)
    }
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(error)}`)
    return data as T
  }
  const self = {
    folder,
    data_dir: environment.SIGNALPOST_DATA_DIR,
    tenant_id,
    clock,
    run,
    ask,
    get: <T>(path: string) => must<T>('GET', path),
    post: <T>(path: string, body: unknown = {}) => must<T>('POST', path, body),
    put: <T>(path: string, body: unknown) => must<T>('PUT', path, body),
    pid: () => running.process.pid,
    /** Where it listens, as an origin. */
    address: () => running.address,
    log: () => running.log.join('\n'),
    /** Makes everything that is due happen, whatever it waits for. */
    tick: () => must<{ looks_open: number; batches_waiting: number }>('POST', '/billing/tick', {}),
    /** As a power cut would. */
    async kill() {
      await killed(running.process)
    },
    key: () => api_key,
    ended: () => running.process.exited,
    /** As a service manager would; the exit code. */
    async stop(): Promise<number> {
      running.process.kill('SIGTERM')
      return ended(running.process)
    },
    /** Of another release, when that is given. */
    async start(release = program) {
      program = release
      running = await listening(run('serve'))
    },
    /** As bash does it that has set something up before: a limit, another place for the output. */
    bash: (before: string, more: Record<string, string> = {}) =>
      Bun.spawn(['bash', '-c', `${before} exec "$0" serve`, program], {
        cwd: folder,
        env: { ...environment, ...more },
        stdin: 'pipe',
        stdout: 'pipe',
        stderr: 'pipe',
      }),
    async startIn(before: string) {
      running = await listening(self.bash(before))
    },
    async close() {
      await self.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  // Tests ask more often than a key may unless it is told.
  const key = { name: 'Tests', role: 'owner', rate_per_min: 600, rate_per_day: 100_000 }
  api_key = (await self.post<{ secret: string }>('/api-keys', key)).secret
  return self
}

/** Asks until the answer is something, and gives up in the end. */
export async function until<T>(what: string, look: () => Promise<T | null | undefined | false>): Promise<T> {
  for (const since = performance.now(); performance.now() - since < PATIENCE; await Bun.sleep(40)) {
    const found = await look()
    if (found) return found
  }
  throw new Error(`${what}: did not come about`)
}

type Program = Subprocess<'pipe', 'pipe', 'pipe'>

/** All that a process says on a stream, until it ends. */
export const textOf = (stream: ReadableStream<Uint8Array>): Promise<string> => new Response(stream).text()

let done: Promise<{ data: string; tenant_id: string; api_key: string }> | undefined

/** What `setup` leaves is made once in a process, and copied: to set up takes as long as to start. */
async function copySetUp(data_dir: string): Promise<{ tenant_id: string; api_key: string }> {
  done ??= (async () => {
    const program = await binary()
    const folder = mkdtempSync(join(tmpdir(), 'signalpost-set-up-'))
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
    const data = join(folder, 'data')
    const env = { ...turnedClock(join(folder, 'clock')).env, TZ: 'UTC', SIGNALPOST_DATA_DIR: data }
    const run = (...words: string[]) =>
      Bun.spawn([program, ...words], { cwd: folder, env, stdin: 'pipe', stdout: 'pipe', stderr: 'pipe' })
    return { ...(await setUp(run)), data }
  })()
  const { data, ...made } = await done
  cpSync(data, data_dir, { recursive: true, preserveTimestamps: true })
  return made
}

async function setUp(run: (...words: string[]) => Program): Promise<{ tenant_id: string; api_key: string }> {
  const who = ['--email', 'ada@northwind.example', '--name', 'Ada', '--workspace', 'Northwind']
  const process = run('setup', ...who, '--password-stdin', '--api-key')
  process.stdin.write(PASSWORD)
  process.stdin.end()
  const [out, complaint] = await Promise.all([textOf(process.stdout), textOf(process.stderr)])
  if ((await ended(process)) !== 0) throw new Error(`setup: ${complaint}`)
  return JSON.parse(out)
}

/** Waits until the process says where it listens, and keeps what it logs. */
export async function listening(process: Program): Promise<{ process: Program; address: string; log: string[] }> {
  const log: string[] = []
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const read = async (stream: ReadableStream<Uint8Array>) => {
    for await (const line of lines(stream)) {
      log.push(line)
      const [, address] = /"message":"listening","address":"([^"]+)"/.exec(line) ?? []
      if (address) resolve(address)
    }
  }
  Promise.all([read(process.stdout), read(process.stderr)]).then(() => reject(new Error(log.join('\n'))), reject)
  return { process, address: await promise, log }
}

async function* lines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = ''
  for await (const text of stream.pipeThrough(new TextDecoderStream() as never) as ReadableStream<string>) {
    const parts = (rest + text).split('\n')
    rest = parts.pop()!
    yield* parts
  }
  if (rest) yield rest
}

// The plain library, without MT, tells one of two threads that ask at once the real time now and then.
const FAKETIME = Array.from(
  new Bun.Glob('*/faketime/libfaketimeMT.so.1').scanSync({ cwd: '/usr/lib', absolute: true }),
)[0]

/** Whether the clock can be turned here; tests that need it are skipped where libfaketime is not installed. */
export const CAN_TURN = FAKETIME !== undefined

/** Kills a process. */
export function killed(process: Ending): Promise<number> {
  const children = childrenOf(process.pid)
  process.kill('SIGKILL')
  // A power cut ends them too. Without their parent's part of libfaketime they would turn in circles.
  for (const child of children)
    try {
      kill(child, 'SIGKILL')
    } catch {}
  return ended(process)
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

/** Its exit code. What libfaketime shared with it is removed: it would stay in memory until the machine starts anew. */
async function ended({ exited, pid }: Ending): Promise<number> {
  const code = await exited
  for (const name of ['faketime_shm_', 'sem.faketime_sem_']) rmSync(`/dev/shm/${name}${pid}`, { force: true })
  return code
}

type Ending = Pick<Bun.Subprocess, 'pid' | 'kill' | 'exited'>

/** The clock of an appliance and of its suppliers: the real one, and as much ahead as it was turned. */
export function turnedClock(file: string) {
  let ahead = 0
  const still = (time: Time): string => time.slice(0, 19).replace('T', ' ')
  const write = (time = `+${ahead / SECOND}`) => {
    // Replaced at once: the process looks at the file whenever it wants to know the time.
    writeFileSync(`${file}.new`, time)
    renameSync(`${file}.new`, file)
  }
  write()
  const env: Record<string, string> = FAKETIME
    ? {
        LD_PRELOAD: FAKETIME,
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        SIGNALPOST_TRUST_CLOCK: '1',
      }
    : {}
  const now = (): Time => at(millis(systemClock.now()) + ahead)
  return {
    env,
    now,
    /** Makes the install's clock stand still until it is turned again. */
    hold: () => write(still(now())),
    /** Makes it stand still at this second, which `now` does not follow. */
    holdAt: (time: Time) => write(still(time)),
    /** Whole seconds, in milliseconds. */
    turn(ms: number) {
      ahead += Math.round(ms / SECOND) * SECOND
      write()
    },
    days: () => ahead / DAY,
  }
}
