import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { SECOND, stopwatch } from '../../../src/kernel/time/clock.ts'
import { inLongRun } from '../../long/whole.ts'
import { type Agency, agency, expectBooksToBalance } from '../agency.ts'
import { textOf, until } from '../appliance.ts'
import { site } from '../site.ts'

setDefaultTimeout(600_000)

const pages = site()
let one: Agency
beforeAll(async () => {
  one = await agency()
})
afterAll(async () => {
  await one.close()
  pages.stop()
})

test('a second process on the same data folder ends at once and names the one that holds it', async () => {
  const second = one.run('serve')
  expect(await second.exited).toBe(1)
  expect(await textOf(second.stderr)).toContain(`is in use by process ${one.pid()};`)
  expect(await textOf(second.stdout)).not.toContain('listening')
  expect((await one.ask('GET', '/me')).status).toBe(200)
})

test('commands that write leave a folder alone that a running process holds', async () => {
  const words = ['--email', 'eve@rival.example', '--name', 'Eve', '--workspace', 'Rival', '--password-stdin']
  const setup = one.run('setup', ...words)
  setup.stdin.write('a password that nobody will need')
  setup.stdin.end()
  expect(await setup.exited).toBe(1)
  expect(await textOf(setup.stderr)).toContain(`process ${one.pid()}`)
})

test('after kill -9 the next start gets the folder', async () => {
  const before = one.pid()
  await one.kill()
  await one.start()
  expect(one.pid()).not.toBe(before)
  expect((await one.ask('GET', '/me')).status).toBe(200)
})

test('SIGTERM lets a request under way finish, then the process exits with 0', async () => {
  pages.pause = 500
  const asked = one.ask('POST', '/preflight', { urls: [`${pages.url}/slow`] })
  while (!pages.hits.includes('/slow')) await Bun.sleep(5)
  const stopped = one.stop()
  expect(await asked).toMatchObject({ status: 200, data: { counts: { valid: 1, ready: 1 } } })
  expect(await Promise.race([stopped, Bun.sleep(10_000)])).toBe(0)
  pages.pause = 0
  await one.start()
})

test('a push that SIGTERM interrupts goes on after the restart: nothing is lost, nothing is ordered twice', async () => {
  pages.pause = 50
  const urls = Array.from({ length: 600 }, (_, i) => `${pages.url}/long-${i}`)
  const { id } = await one.push(urls)
  while (!pages.hits.includes('/long-20')) await Bun.sleep(5)
  expect(await Promise.race([one.stop(), Bun.sleep(10_000)])).toBe(0)
  expect(one.ordered()).toEqual([])

  pages.pause = 0
  await one.start()
  await one.reaches(id, 'watching')
  expect(one.ordered().toSorted()).toEqual(urls.toSorted())
  await expectBooksToBalance(one)
})

test('a supplier that does not answer holds up no stop: the order is looked up after the restart, and is no failure of the supplier', async () => {
  one.crawler.fail('lost', 1, /create/)
  const before = one.ordered().length
  const urls = ['https://bakery.example/bread', 'https://bakery.example/cake']
  const { id } = await one.push(urls, { preflight: false })
  await until('the order', async () => one.ordered().length > before)
  expect(await Promise.race([one.stop(), Bun.sleep(10_000)])).toBe(0)
  await one.start()
  await one.reaches(id, 'watching')
  expect(one.ordered().slice(before)).toEqual(urls)
  expect(await one.get('/settings/crawl')).toMatchObject({ routes: { primary: { status: 'closed', last_errors: [] } } })
})

test('a stop waits for the answer of a supplier alone: neither for pages that hang, nor for a call that asked for one', async () => {
  const hung = Promise.withResolvers<void>()
  pages.answers.set('/hung', async () => {
    await hung.promise
    return new Response('<!doctype html><title>Late</title>', { headers: { 'content-type': 'text/html' } })
  })
  const { id } = await one.push([`${pages.url}/hung`])
  const asked = one.ask('POST', '/preflight', { urls: [`${pages.url}/hung?by=hand`] })
  const before = one.ordered().length
  one.crawler.fail('slow', 1, /create/)
  const sent = await one.push(['https://bakery.example/tart'], { preflight: false })
  await until('the order and both pages', async () => one.ordered().length > before && hits('/hung') === 2)
  const lookups = () => one.crawler.received.filter(({ path }) => path.includes('/list/')).length
  const asked_before = lookups()
  const stopped = one.stop()
  expect(await asked).toMatchObject({ status: 503, error: { code: 'busy' } })
  expect(await stopped).toBe(0)
  hung.resolve()
  await one.start()
  await one.reaches(sent.id, 'watching')
  await one.reaches(id, 'watching')
  expect([one.ordered().length, lookups()]).toEqual([before + 2, asked_before])
  await expectBooksToBalance(one)
})

inLongRun(
  'a busy install ends within two seconds, cuts no request and keeps every push that it acknowledged',
  async () => {
    pages.pause = 60_000
    await one.push(Array.from({ length: 600 }, (_, i) => `${pages.url}/busy-${i}`))
    await until('the long task', async () => hits('/busy-20') === 1)
    const kept: string[] = []
    let [stopped, stopping] = [false, () => 0]
    const cut: unknown[] = []
    const client = async (n: number): Promise<void> => {
      for (let i = 0; !stopped; i++) {
        const since = stopwatch()
        try {
          if (n % 3 === 0) await one.ask('GET', `/links?q=nothing-${i}`)
          else if (n % 3 === 1) await one.ask('POST', '/preflight', { urls: [`${pages.url}/hangs-${n}-${i}`] })
          else {
            const { status, data } = await one.ask('POST', '/jobs', { urls: [`https://bakery.example/${n}-${i}`] })
            if (status === 200) kept.push((data as { id: string }).id)
          }
        } catch (error) {
          // Whoever had just come when it stopped may find the door closed.
          if (since() - stopping() > 100) cut.push(error)
          return
        }
      }
    }
    const clients = Array.from({ length: 50 }, (_, n) => client(n))
    await until('some pushes', async () => kept.length > 100)
    stopping = stopwatch()
    stopped = true
    expect(await one.stop()).toBe(0)
    expect(stopping()).toBeLessThan(2.5 * SECOND)
    await Promise.all(clients)
    expect(cut).toEqual([])
    pages.pause = 0
    await one.start()
    for (const id of kept) expect((await one.job(id)).id).toBe(id)
  },
)

const hits = (path: string): number => pages.hits.filter((hit) => hit === path).length
