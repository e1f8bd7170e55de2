/** Disks that fail under the executable, and output that has nowhere to go. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Appliance, appliance, textOf, until } from '../appliance.ts'

setDefaultTimeout(600_000)

let one: Appliance
beforeAll(async () => {
  one = await appliance({ SIGNALPOST_PASSIVE: '1' })
  await one.put(`/tenants/${one.tenant_id}/plan`, { plan: 'agency_scale' })
})
afterAll(() => one.close())

type Client = { id: string; name: string }
async function names(): Promise<Set<string>> {
  const found = new Set<string>()
  for (let page = 1; ; page++) {
    const { items } = await one.get<{ items: Client[] }>(`/tenants?page_size=200&page=${page}`)
    for (const { name } of items) found.add(name)
    if (items.length < 200) return found
  }
}

test('a write that fails ends the process with 1, and nothing that was acknowledged is missing after the next start', async () => {
  await one.stop()
  // Below what a log of 200 pages takes, as a disk with a bad place there.
  const kilobytes = Math.ceil(statSync(join(one.data_dir, 'signalpost.db')).size / 1024)
  await one.startIn(`trap '' XFSZ; ulimit -f ${Math.min(kilobytes, 500)};`)
  const acknowledged: string[] = []
  const answers = new Set<number>()
  for (let i = 0; i < 300; i++) {
    const name = `Client ${i} ${'x'.repeat(60)}`
    const answer = await one.ask('POST', '/tenants', { name }).catch(() => null)
    if (answer === null) break
    answers.add(answer.status)
    if (answer.status === 200) acknowledged.push(name)
    if (answer.status === 503) expect(answer.error.code).toBe('storage')
  }
  expect(await one.ended()).toBe(1)
  expect(one.log()).toContain('the database can no longer be trusted; ending')
  expect([...answers].filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(3)
  await one.start()
  const kept = await names()
  expect(acknowledged.filter((name) => !kept.has(name))).toEqual([])
})

test.each([
  ['an install that is set up', 'data'],
  ['a new one, which would say its set-up address', 'fresh'],
])('output to a full disk ends nothing: %s', async (_, folder) => {
  await one.stop()
  const socket = join(one.folder, `${folder}.sock`)
  const full = one.bash('exec >/dev/full 2>&1;', {
    SIGNALPOST_LISTEN: `unix:${socket}`,
    SIGNALPOST_LOG_LEVEL: 'debug',
    SIGNALPOST_DATA_DIR: join(one.folder, folder),
  })
  const ask = (path: string) => fetch(`http://localhost${path}`, { unix: socket }).catch(() => null)
  await until('an answer', async () => (await ask('/healthz'))?.status === 200)
  for (let i = 0; i < 50; i++) expect((await ask('/api/v1/me'))?.status).toBe(401)
  full.kill('SIGTERM')
  expect(await full.exited).toBe(0)
  await one.start()
})

test('SIGHUP, as of a closed terminal, stops nothing; nor do SIGUSR1 and SIGUSR2, which are logged', async () => {
  const before = one.pid()
  for (const signal of ['SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGHUP'] as const) process.kill(before, signal)
  await until('the signals are logged', async () => one.log().includes('SIGUSR1') && one.log().includes('SIGUSR2'))
  expect((await one.ask('GET', '/me')).status).toBe(200)
  expect([one.pid(), await one.stop()]).toEqual([before, 0])
  await one.start()
})

test('SIGQUIT stops gently', async () => {
  process.kill(one.pid(), 'SIGQUIT')
  await until('it has stopped', async () => one.log().includes('"message":"stopped"'))
  await one.stop()
  await one.start()
})

function replace(file: string): void {
  cpSync(file, `${file}.copy`)
  renameSync(`${file}.copy`, file)
}

test.each([
  ['deleted', (file: string) => rmSync(file)],
  ['replaced', (file: string) => replace(file)],
])('a database that is %s while it runs takes nothing more: the process ends, saying so', async (_, pull) => {
  const folder = join(one.folder, `pulled-${_}`)
  await one.stop()
  cpSync(one.data_dir, folder, { recursive: true })
  const running = one.bash('', { SIGNALPOST_DATA_DIR: folder, SIGNALPOST_LISTEN: `unix:${folder}.sock` })
  const ask = (path: string, init: object = {}) =>
    fetch(`http://localhost${path}`, { unix: `${folder}.sock`, ...init }).catch(() => null)
  await until('an answer', async () => (await ask('/readyz'))?.status === 200)
  pull(join(folder, 'signalpost.db'))
  const key = { authorization: `Bearer ${one.key()}`, 'content-type': 'application/json' }
  const answer = await ask('/api/v1/tenants', { method: 'POST', headers: key, body: JSON.stringify({ name: 'Mill' }) })
  expect(answer === null || answer.status === 503).toBe(true)
  expect(await running.exited).toBe(1)
  expect(await textOf(running.stdout)).toContain('signalpost.db was deleted or replaced while this ran')
  await one.start()
})

test('a lock that is deleted ends the process that held it', async () => {
  const ended = one.ended()
  rmSync(join(one.data_dir, 'lock.db'))
  expect(await ended).toBe(1)
  expect(one.log()).toContain('lock.db was deleted or replaced while this ran')
  await one.start()
})
