/**
 * What waits must not hold anybody up. A start with pushes of 10,000 links waiting, half of them over 30 days; then each
 * kind of work falls due at once on what that left behind. `bun test/bench/backlog.ts 1000` does it with ten million links;
 * a word behind it picks cases. Beside each install a bare server is asked the same: what it waits, the machine waits.
 * The files are in memory, where there is room: what is measured is our work. The start is made on this disk as well, whose
 * syncs take as long as they take.
 */
import type { Database } from 'bun:sqlite'
import { cpSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { type Base, changing, LINKS, waitingPushes } from './backlog-data.ts'
import { discard, type Install, start } from './install.ts'

export type Stalled = {
  what: string
  ready_ms: number
  longest_ms: number
  over: number
  asked: number
  bare_ms: number
}

const PAST = "'2026-01-01T00:00:00.000Z'"
const LATER = "'2099-01-01T00:00:00.000Z'"
/** Looks at every link that was sent. */
const LOOKS = (due: string, failure: string) => [
  `insert into looks (ref, tenant_id, job_id, link_id, url, engine, purpose, day, sent_at, state, failure, next_attempt_at, created_at)
   select 'sp' || lower(hex(randomblob(12))), j.tenant_id, l.job_id, l.id, l.url, 'scan_standard', 'guarantee', 1, l.sent_at,
     'queued', ${failure}, ${due}, strftime('%Y-%m-%dT%H:%M:%fZ') from links l join jobs j on j.id = l.job_id where l.state = 'sent'`,
  'update links set next_look_at = null where next_look_at is not null',
]
const ALL_DUE = `update links set due_at = ${PAST} where due_at is not null`

type Ask = { method: string; path: string; body?: object }
type Case = { what: string; sql?: string[]; ask?: Ask }
const CASES: Case[] = [
  { what: 'every drip day falls due', sql: [ALL_DUE] },
  {
    what: 'every look of the guarantee falls due',
    sql: [`update links set next_look_at = ${PAST} where next_look_at is not null`],
  },
  { what: 'looks at all that was sent are due', sql: LOOKS(PAST, 'null') },
  {
    what: 'the same, and the cap of the day is used up',
    sql: [
      ...LOOKS(PAST, 'null'),
      "update settings set value = json_set(value, '$.engines.scan_standard.daily_cap', 0) where name = 'integrations'",
    ],
  },
  {
    what: 'refused looks, and the settings are saved',
    sql: LOOKS(LATER, "'auth'"),
    ask: {
      method: 'PUT',
      path: '/settings/integrations',
      body: { engines: { scan_standard: { adapter: 'simulated', enabled: true } } },
    },
  },
  {
    what: 'paused looks, and the billing tick',
    sql: LOOKS(LATER, "'unknown'"),
    ask: { method: 'POST', path: '/billing/tick' },
  },
  {
    what: 'due in a workspace that is archived',
    sql: [
      ALL_DUE,
      `insert into tenants (id, parent_id, path, kind, name, created_at, updated_at, archived_at)
       select 'archived', id, path || 'archived/', 'client', 'Archived', ${PAST}, ${PAST}, ${PAST} from tenants where parent_id is null limit 1`,
      "update jobs set tenant_id = 'archived' where status = 'sending'",
    ],
  },
  {
    what: 'a workspace is back from the archive',
    sql: [`update jobs set paused_since = ${PAST} where status = 'sending'`],
  },
  {
    what: 'every watched link falls due',
    sql: [
      `insert into retention (tenant_id, is_on, budget_month, k_min, k_max, changed_by, changed_at)
       select distinct tenant_id, 1, 100000, 2, 4, 'bench', ${PAST} from jobs`,
      "update purses set available = 100000 where kind = 'check'",
      `insert into watches (link_id, job_id, tenant_id, host, adapter, week, first_seen_at, last_yes_at, state, entered, counted, due_at)
       select l.id, l.job_id, j.tenant_id, coalesce(l.host, ''), 'simulated', '2026-01-05', ${PAST}, ${PAST}, 'kept', 0, 1, ${PAST}
       from links l join jobs j on j.id = l.job_id`,
    ],
  },
  { what: 'cancel of a push of 10,000', ask: { method: 'POST', path: '/jobs/{sending}/cancel' } },
]

/** Seconds that a case is watched for: the first runs of every task, and some of the work. */
const WATCHED = 8

const MEMORY = '/dev/shm'
/** Bytes: a push of 10,000 links, a copy of it, and its log. */
const ROOM_A_PUSH = 13_000_000

function memoryFor(pushes: number): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > pushes * ROOM_A_PUSH ? MEMORY : undefined
  } catch {
    return undefined
  }
}

export async function backlog(pushes: number, tell: (row: Stalled) => void, only = ''): Promise<void> {
  const memory = memoryFor(pushes)
  const places = memory ? [memory, undefined] : [undefined]
  const cases = CASES.filter(({ what }) => what.includes(only))
  for (const under of places)
    await started(pushes, under, async (base, row) => {
      tell(under ? row : { ...row, what: `${row.what}, on this disk` })
      if (under === places[0]) for (const one of cases) tell(await onCopy(base, one))
    })
}

async function started(pushes: number, under: string | undefined, then: (base: Base, row: Stalled) => Promise<void>) {
  const base = await waitingPushes(pushes, under)
  const what = `start with ${pushes} pushes of ${LINKS.toLocaleString('en')} links waiting`
  try {
    await then(base, await watched(base, { what }, begun))
  } finally {
    discard(base.folder)
  }
}

async function onCopy(base: Base, one: Case): Promise<Stalled> {
  const folder = `${base.folder}-case`
  const copy = { ...base, folder, file: `${folder}/data/signalpost.db` }
  cpSync(base.folder, folder, { recursive: true })
  try {
    changing(copy.file, (db) => one.sql?.forEach((sql) => void db.run(sql)))
    return await watched(copy, one, () => Bun.sleep(WATCHED * 1000))
  } finally {
    discard(folder)
  }
}

/** Until every push has been begun and what was due of it has been sent. */
async function begun(file: string): Promise<void> {
  for (let left = 1; left > 0; ) {
    await Bun.sleep(500)
    left = changing(file, waiting, { readonly: true })
  }
}
const waiting = (db: Database): number =>
  db
    .query<{ n: number }, []>(
      `select (select count(*) from jobs where status = 'queued') + (select count(*) from batches where next_attempt_at is not null)
         + (select count(*) from jobs where status = 'sending' and sent_at is null) as n`,
    )
    .get()!.n

async function watched(base: Base, { what, ask }: Case, end: (file: string) => Promise<void>): Promise<Stalled> {
  const install = await start(base.folder, { SIGNALPOST_PASSIVE: '0' })
  const bare = Bun.spawn([process.execPath, '-e', IDLE], { stdout: 'pipe' })
  const bare_port = new TextDecoder().decode((await bare.stdout.getReader().read()).value).trim()
  const watches = [asking(new URL(install.base).port, install.pid), asking(bare_port, bare.pid)] as const
  try {
    if (ask) await asked(install, base, ask)
    await end(base.file)
    const [seen, beside] = await Promise.all(watches.map(toldBy))
    return { what, ready_ms: install.first_answer_ms, ...seen!, bare_ms: beside!.longest_ms }
  } finally {
    for (const child of [...watches, bare]) child.kill()
    await install.stop()
  }
}

const IDLE = "console.log(Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('ok') }).port)"

type Seen = Pick<Stalled, 'longest_ms' | 'over' | 'asked'>

const asking = (port: string, pid: number) =>
  Bun.spawn([process.execPath, join(import.meta.dir, 'stall.ts'), port, String(pid)], { stdout: 'pipe' })

async function toldBy(child: ReturnType<typeof asking>): Promise<Seen> {
  child.kill('SIGTERM')
  return JSON.parse(await new Response(child.stdout).text()) as Seen
}

async function asked({ base }: Install, { key, file }: Base, { method, path, body = {} }: Ask): Promise<void> {
  await Bun.sleep(1000)
  const sending = changing(
    file,
    (db) => db.query<{ id: string }, []>("select id from jobs where status = 'sending' limit 1").get(),
    { readonly: true },
  )
  const answer = await fetch(`${base}/api/v1${path.replace('{sending}', sending?.id ?? '')}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
}

if (import.meta.main)
  await backlog(
    Number(process.argv[2] ?? 100),
    ({ what, ready_ms, longest_ms, over, asked, bare_ms }) =>
      console.info(
        `${what}: ready ${ready_ms.toFixed(0)} ms, longest ${longest_ms.toFixed(0)} ms, ${over} of ${asked} over 20 ms; bare ${bare_ms.toFixed(0)} ms`,
      ),
    process.argv[3],
  )
