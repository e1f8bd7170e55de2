/** Each symptom of the page Troubleshooting is brought about, and shows what the page shows. */
import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../../migrations/index.ts'
import { logEvents } from '../../scripts/manual/log-events.ts'
import { checkDatabase, checkTime } from '../../src/commands/server/doctor/folder.ts'
import { checkKey } from '../../src/commands/server/doctor/key.ts'
import { checkProcess, checkProxies, checkSite } from '../../src/commands/server/doctor/network.ts'
import { checkSuppliers } from '../../src/commands/server/doctor/suppliers.ts'
import type { Finding } from '../../src/commands/server/finding.ts'
import { queueMail } from '../../src/domains/mail/index.ts'
import { damageIn, examine } from '../../src/domains/system/index.ts'
import { manualText } from '../../src/doors/docs/manual.ts'
import { lockFolder } from '../../src/kernel/database/lock.ts'
import { readConfig } from '../../src/kernel/environment/config.ts'
import type { Time } from '../../src/kernel/time/clock.ts'
import { watchClockTask } from '../../src/tasks/install/watch-clock.ts'
import { sendMailsTask } from '../../src/tasks/letters/send-mails.ts'
import { bodyOf, house } from '../doors/house.ts'
import { moving } from '../features/moves/setting.ts'
import { hooks, receiver } from '../features/webhooks/receiving.ts'
import { refusal } from '../refusal.ts'
import { world } from '../world.ts'
import { blocksOf } from './manual-text.ts'

setDefaultTimeout(600_000)

const after: (() => unknown)[] = []
afterEach(async () => {
  for (const end of after.splice(0).reverse()) await end()
})

const PAGE = manualText('troubleshooting')
const sections = new Map(
  PAGE.split(/^## /m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf('\n')), text]),
)

/** Whether the page shows this below the heading; `…` there is a value. */
function expectShown(heading: string, said: string): void {
  const shown = blocksOf(sections.get(heading)!).filter(({ language }) => language === 'text')
  const patterns = shown.map(({ text }) => text.trim().split('…').map(RegExp.escape).join('[\\s\\S]+'))
  const met = patterns.some((pattern) => new RegExp(`^${pattern}$`).test(said))
  expect([heading, said, met]).toEqual([heading, said, true])
}
/** A line of `signalpost doctor`. */
const line = (name: string, { verdict, found, advice }: Finding): string =>
  `${verdict.toUpperCase()} ${name} ${found}${advice ? `: ${advice}` : ''}`

function opened<T extends { close(): unknown }>(one: T): T {
  after.push(() => one.close())
  return one
}
function answering(status: number): string {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('no', { status }) })
  after.push(() => server.stop(true))
  return server.url.origin
}
const KEY = { SIGNALPOST_SECRET_KEY: 'a key for tests of thirty-two characters' }
const NOWHERE = 'http://127.0.0.1:1'

const SYMPTOMS: Record<string, () => Promise<string[]> | string[]> = {
  async 'Nothing is sent'() {
    const w = opened(world({ env: KEY }))
    return (await checkSuppliers(w.app.config)).map(([name, found]) => line(name, found))
  },
  async 'All checks are unknown'() {
    const w = opened(world({ env: KEY }))
    const engine = { adapter: 'serper', api_key: 'wrong', base_url: answering(403), enabled: true }
    await w.call('pat', 'update_integrations', { engines: { scan_standard: engine } })
    return (await checkSuppliers(w.app.config)).map(([name, found]) => line(name, found))
  },
  async 'A push is at the wrong client'() {
    const office = opened(await moving())
    const { id } = await office.push(50)
    await office.call('ada', 'allocate_credits', { tenant_id: 'ten_florist', amount: -80 })
    return [(await refusal(office.move(id, 'ten_florist'))).message]
  },
  async 'Too many requests'() {
    const h = opened(house())
    const headers = { authorization: `Bearer ${h.keyOf('ada', { rate_per_min: 1 })}` }
    await fetch(`${h.url}/api/v1/me`, { headers })
    const refused = await fetch(`${h.url}/api/v1/me`, { headers })
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    return [(await bodyOf(refused)).error.message]
  },
  'The data folder is in use'() {
    const folder = mkdtempSync(join(tmpdir(), 'signalpost-symptoms-'))
    after.push(() => rmSync(folder, { recursive: true }))
    lockFolder(folder)
    return [thrownBy(() => lockFolder(folder))]
  },
  async 'The disk is full'() {
    const h = opened(house({ env: { SIGNALPOST_PASSIVE: '1' } }))
    h.db.write((tx) => tx.rows('pragma max_page_count = 1'))
    const name = (n: number) => `Mill ${n} ${'y'.repeat(60)}`
    for (let n = 0, status = 200; status === 200 && n < 500; n++)
      status = (
        await h.ask('ada', '/api/v1/tenants', {
          method: 'POST',
          body: JSON.stringify({ name: name(n) }),
          headers: { 'content-type': 'application/json' },
        })
      ).status
    const { reasons } = (await (await fetch(`${h.url}/readyz`)).json()) as { reasons: string[] }
    const logged = logEvents().filter(({ message }) => message.startsWith('the disk is full'))
    return [...reasons, ...logged.map(({ message }) => message)]
  },
  async 'The clock is in doubt'() {
    const w = opened(world())
    w.clock.set('2026-01-05T09:00:00.000Z' as Time)
    await w.run(watchClockTask)
    return [line('time', checkTime(w.app.config))]
  },
  'The database is damaged'() {
    const w = opened(world())
    const folder = mkdtempSync(join(tmpdir(), 'signalpost-symptoms-'))
    after.push(() => rmSync(folder, { recursive: true }))
    const bytes = readFileSync(join(w.folder, 'signalpost.db'))
    // Its last pages, which indexes have.
    bytes.fill(0, bytes.length - 3 * 4096)
    writeFileSync(join(folder, 'signalpost.db'), bytes)
    return [line('database', checkDatabase({ ...w.app.config, data_dir: folder }))]
  },
  'Credits look wrong'() {
    const w = opened(world())
    w.db.write((tx) => tx.run('update purses set available = available + 1'))
    return [damageIn(examine(join(w.folder, 'signalpost.db'), migrations.length))!]
  },
  async 'Mail is refused'() {
    const logged: string[] = []
    const log = (message: string) => void logged.push(message)
    const w = opened(world({ log: { debug() {}, info() {}, warn: log, error: log } }))
    const server = { host: '127.0.0.1', port: 1, secure: 'none', from_address: 'post@northwind.example' }
    await w.call('pat', 'update_email_settings', server)
    w.db.write((tx) => {
      const facts = { by: 'Ada', workspace: 'Northwind', role: 'member' }
      const to = { template: 'member_added' as const, to: 'vera@bakery.example', link: 'https://push.example/x' }
      return queueMail(tx, w.app, { ref: 'an event', tenant_id: 'ten_northwind', facts, ...to })
    })
    await w.run(sendMailsTask)
    return [...new Set(logged)]
  },
  async 'A webhook fails'() {
    const w = opened(hooks())
    const at = receiver(() => new Response('broken', { status: 500 }))
    after.push(at.stop)
    w.add(`${at.origin}/hook`)
    w.record()
    await w.send()
    return w.db
      .read((tx) => tx.rows<{ error: string }>('select error from webhook_deliveries'))
      .map(({ error }) => error)
  },
  async 'The page says 502'() {
    const { config } = readConfig({ SIGNALPOST_LISTEN: '127.0.0.1:1', SIGNALPOST_SITE_URL: answering(502) })
    return [line('process', await checkProcess(config)), line('site address', await checkSite(config))]
  },
  'Every visitor has the same address'() {
    const { config } = readConfig({ SIGNALPOST_SITE_URL: 'https://push.northwind.example' })
    return [line('proxies', checkProxies(config))]
  },
  async 'The secret key does not fit'() {
    const w = opened(world())
    const route = { adapter: 'speedyindex', api_key: 'sealed', base_url: NOWHERE, enabled: true }
    await w.call('pat', 'update_crawl_settings', { routes: { primary: route } })
    return [line('key file', checkKey(w.app.config))]
  },
}

function thrownBy(act: () => void): string {
  try {
    act()
  } catch (error) {
    return (error as Error).message
  }
  return 'nothing was thrown'
}

test('the page has these fourteen, and no other', () => {
  expect([...sections.keys()]).toEqual(Object.keys(SYMPTOMS))
  expect(sections.size).toBe(14)
})

test.each(Object.entries(SYMPTOMS))('%s', async (heading, provoke) => {
  const said = await provoke()
  expect(said.length).toBeGreaterThan(0)
  for (const one of said) expectShown(heading, one)
})
