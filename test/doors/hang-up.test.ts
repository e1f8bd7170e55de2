/** Whoever closes the connection half-way fills no log: nothing failed. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import net from 'node:net'
import { csvResponse } from '../../src/doors/csv.ts'
import { createScheduler } from '../../src/doors/ops/scheduler.ts'
import { web } from '../../src/doors/pages/web.ts'
import { handler } from '../../src/doors/server.ts'
import { Searched } from '../../src/kernel/database/search-steps.ts'
import { silentLog } from '../../src/kernel/environment/log.ts'
import { site } from '../../views/site.tsx'
import { type World, world } from '../world.ts'

let w: World
let hung: net.Server
const errors: unknown[] = []
beforeEach(async () => {
  hung = net.createServer(() => {}).listen(0, '127.0.0.1')
  await new Promise((resolve) => hung.once('listening', resolve))
  errors.length = 0
  const log = { ...silentLog, error: (...said: unknown[]) => void errors.push(said) }
  w = world({ log, env: { SIGNALPOST_ALLOW_NETWORKS: '127.0.0.0/8' } })
})
afterEach(() => {
  hung.close()
  w.close()
})

test('a pre-flight whose caller hangs up is no failure: no line in the log, no tracked error', async () => {
  const { secret } = await w.call<{ secret: string }>('ada', 'create_api_key')
  const serve = handler(w.app, createScheduler(w.app), { web: web(w.app, site) })
  const caller = new AbortController()
  const answer = serve(
    new Request('http://localhost:8080/api/v1/preflight', {
      method: 'POST',
      signal: caller.signal,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body: JSON.stringify({ urls: [`http://127.0.0.1:${(hung.address() as net.AddressInfo).port}/`] }),
    }),
    { requestIP: () => null, timeout: () => {} },
  )
  await Bun.sleep(100)
  caller.abort()
  await answer
  expect(errors).toEqual([])
  expect(w.db.read((tx) => tx.count('select count(*) from tracked_errors'))).toBe(0)
})

test('a download that is left in the middle is no failure, and its source ends', async () => {
  let ended = false
  const failures: unknown[] = []
  const lines = (async function* () {
    try {
      for (;;) {
        await Bun.sleep(1)
        yield `${'x'.repeat(40_000)}\n`
      }
    } finally {
      ended = true
    }
  })()
  const reader = csvResponse({ filename: 'a.csv', lines } as never, (error) => failures.push(error)).body!.getReader()
  await reader.read()
  void reader.read()
  await reader.cancel()
  await Bun.sleep(20)
  expect([ended, failures]).toEqual([true, []])
})

test('a download breaks off when the process stops, which is no failure either', async () => {
  const failures: unknown[] = []
  const lines = (function* () {
    for (;;) yield `${'x'.repeat(70_000)}\n`
  })()
  const ending = new AbortController()
  const { body } = csvResponse({ filename: 'a.csv', lines }, (error) => failures.push(error), { ending: ending.signal })
  const reader = body!.getReader()
  await reader.read()
  ending.abort(new Error('about to stop'))
  const rest = async () => {
    while (!(await reader.read()).done) {}
  }
  await expect(rest()).rejects.toThrow('about to stop')
  expect(failures).toEqual([])
})

test('a search whose caller hangs up ends with the request, and is no failure either', async () => {
  const { secret } = await w.call<{ secret: string }>('ada', 'create_api_key')
  const serve = handler(w.app, createScheduler(w.app), { web: web(w.app, site) })
  const ends: unknown[] = []
  const { search } = w.db
  w.db.search = (searched, turn) => {
    const searching = search(searched, turn)
    searching.catch((error) => ends.push(error.name))
    return searching
  }
  const blocked = Promise.withResolvers<void>()
  const long = new Searched(() => blocked.promise, { long: true })
  const line = Array.from({ length: 4 }, (_, i) =>
    search(long, { party: { agency: `other ${i}`, workspace: `other ${i}` } }),
  )
  const caller = new AbortController()
  const ask = (path: string) =>
    serve(
      new Request(`http://localhost:8080/api/v1${path}`, {
        signal: caller.signal,
        headers: { authorization: `Bearer ${secret}` },
      }),
      { requestIP: () => null, timeout: () => {} },
    )
  const answers = [ask('/links?q=bread'), ask('/search?q=bread&links=true'), ask('/links/csv?q=bread')]
  await Bun.sleep(100)
  expect(ends).toEqual([])
  caller.abort()
  await Promise.all(answers)
  expect([ends, errors]).toEqual([Array(3).fill('AbortError'), []])
  blocked.resolve()
  await Promise.all(line)
})
