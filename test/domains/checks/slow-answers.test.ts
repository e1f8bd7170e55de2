/** Answers that come slowly, or byte by byte until they time out, hold up no other check. */
import { afterEach, expect, test } from 'bun:test'
import { takeLooks } from '../../../src/domains/checks/index.ts'
import { settleLooks } from '../../../src/domains/pushes/index.ts'
import { planChecksTask } from '../../../src/tasks/checks/plan-checks.ts'
import { dataForSeo } from '../../upstreams/dataforseo.ts'
import { serper } from '../../upstreams/serper.ts'
import { pages, type Setting, setting } from '../providers/setting.ts'

const open: Setting[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.end()
})

async function start() {
  const one = await setting({ check: 1000 })
  open.push(one)
  const results = (query: string) => [`https://${query.replace('site:', '')}`]
  const google = one.use(serper({ now: one.now, api_key: 'serper-key', results }))
  const seo = one.use(dataForSeo({ now: one.now, login: 'lena', password: 'seo-password' }))
  await one.call('pat', 'update_integrations', {
    engines: {
      scan_standard: { adapter: 'serper', base_url: google.url, api_key: 'serper-key' },
      scan_live: { adapter: 'dataforseo_live', base_url: seo.url, login: 'lena', password: 'seo-password' },
    },
  })
  const check = async (n: number, engine: string, host: string) => {
    await one.call('ada', 'check_index', { urls: pages(n, host), engine })
    await one.run(planChecksTask)
  }
  const take = (slow_ms: number) =>
    takeLooks(one.app, new AbortController().signal, (tx, looks) => settleLooks(one.app, tx, looks), {
      slow_ms,
      poll_ms: 10,
    })
  const states = (host: string) =>
    one.db.read((tx) =>
      tx.rows<{ state: string }>(`select distinct state from looks where url glob 'https://${host}/*'`),
    )
  const asked = (path: string) => google.received.filter((request) => request.path === path).length
  return { ...one, google, check, take, states, asked }
}

test('while three answers drip in, other checks of their engine and of another are answered, and each is asked once', async () => {
  const { google, check, take, states, asked } = await start()
  google.fail('slow', 3, /search/)
  await check(3, 'scan_standard', 'slow.example')
  const taken = take(20)
  while (asked('/search') < 3) await Bun.sleep(1)
  await check(8, 'scan_standard', 'quick.example')
  await check(2, 'scan_live', 'live.example')
  while (states('quick.example')[0]!.state !== 'done' || states('live.example')[0]!.state !== 'done') await Bun.sleep(5)
  expect(states('slow.example')).toEqual([{ state: 'ordering' }])
  await taken
  expect(states('slow.example')).toEqual([{ state: 'done' }])
  expect(asked('/search')).toBe(11)
})

test('no more calls hang than twice what an engine answers at a time; the others wait, unasked', async () => {
  const { google, check, take, asked, states } = await start()
  google.fail('slow', 20, /search/)
  await check(25, 'scan_standard', 'slow.example')
  const taken = take(20)
  await Bun.sleep(300)
  expect(asked('/search')).toBe(10)
  google.heal()
  await taken
  await take(5000)
  expect([asked('/search'), states('slow.example')]).toEqual([25, [{ state: 'done' }]])
})
