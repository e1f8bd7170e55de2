/**
 * `bun run seed` fills a fresh data folder (SIGNALPOST_DATA_DIR, ./data unless set) with the cast, for working on the
 * product: agency Northwind with Ada and Ben, clients Bakery (with Vera) and Flower shop, simulated suppliers, a week in
 * which pushes of all of them were looked after to the end, and pushes in several states. Of the month before, Bakery's
 * report was sent and that of Flower shop waits for approval.
 */

import { boot } from '../src/boot.ts'
import { asPerson, daysOf, keepLetters, playLastMonth } from '../src/demo/last-month.ts'
import { createWeek, DAYS, openWork } from '../src/demo/week.ts'
import { createUser, firstRun, hashPassword, hasUsers, putMember } from '../src/domains/accounts/index.ts'
import { TAKE_LOOKS } from '../src/domains/checks/index.ts'
import { SEND_LINKS } from '../src/domains/providers/index.ts'
import { ADVANCE_PUSHES, RECHECK_LINKS } from '../src/domains/pushes/index.ts'
import { readConfig } from '../src/kernel/environment/config.ts'
import { systemClock } from '../src/kernel/time/clock.ts'
import { trustClock } from '../src/kernel/time/clock-doubt.ts'

const PASSWORD = 'seven lamps over the harbour'

const { push, end } = daysOf(systemClock.now())
const week = createWeek(push)
const app = boot(readConfig(process.env).config, { clock: week, courier: keepLetters() })
process.exit(await main())

async function main(): Promise<number> {
  if (app.db.read(hasUsers)) return say(`${app.config.data_dir} has users already: seed only fills a fresh folder.`, 1)
  // It begins a week ago, which the clock is right about.
  app.db.write((tx) => trustClock(tx) as undefined)
  const ada = { email: 'ada@northwind.example', name: 'Ada', workspace: 'Northwind', password: PASSWORD }
  const { tenant_id } = await firstRun(app, ada)
  const call = asPerson(app, ada.email, tenant_id)
  const bakery = await call<{ id: string }>('create_sub_tenant', { name: 'Bakery', kind: 'client' })
  const florist = await call<{ id: string }>('create_sub_tenant', { name: 'Flower shop', kind: 'client' })
  await people(tenant_id, bakery.id)
  await call('allocate_credits', { tenant_id: bakery.id, amount: 500, kind: 'index' })
  await call('allocate_credits', { tenant_id: florist.id, amount: 60, kind: 'index' })
  await call('update_crawl_settings', { routes: { primary: { adapter: 'simulated', enabled: true } } })
  await call('update_integrations', { engines: { scan_standard: { adapter: 'simulated', enabled: true } } })
  const order = { preflight: false }
  await playLastMonth({
    ...{ app, call, end, order, day: worked, skip: week.turn },
    clients: [
      { id: bakery.id, site: 'https://shop.bakery.example', topic: 'autumn', links: 60, reader: 'vera@bakery.example' },
      { id: florist.id, site: 'https://flowers.example', topic: 'dahlias', links: 18 },
    ],
  })
  // Nobody reads the letters of a seeded install.
  await call('update_email_settings', { host: null })
  const pages = (path: string, n: number, host = 'shop.bakery.example') =>
    Array.from({ length: n }, (_, i) => `https://${host}/${path}/${i + 1}`)
  await call('submit_index_job', { ...order, name: 'About us', urls: pages('about', 30) })
  await call('submit_index_job', { ...order, name: 'Recipes', urls: pages('recipes', 60), tenant_id: bakery.id })
  const bouquets = pages('bouquets', 36, 'flowers.example')
  await call('submit_index_job', { ...order, name: 'Bouquets', urls: bouquets, tenant_id: florist.id })
  await lookedAfter()
  await call('submit_index_job', { ...order, name: 'Guest posts · "spring" & <b>more</b>', urls: pages('guest', 40) })
  const categories = pages('category', 120)
  await call('submit_index_job', { ...order, name: 'Category pages', urls: categories, tenant_id: bakery.id })
  await call('submit_index_job', { ...order, name: 'Location pages', urls: pages('location', 60), drip_days: 7 })
  await run(ADVANCE_PUSHES, SEND_LINKS, ADVANCE_PUSHES)
  // More than a month has passed since it began, which a clock would be doubted for.
  app.db.write((tx) => trustClock(tx) as undefined)
  app.db.close()
  return say(`Sign in as ada@northwind.example, ben@northwind.example or vera@bakery.example: ${PASSWORD}`, 0)
}

async function run(...tasks: (typeof SEND_LINKS)[]): Promise<void> {
  for (const task of tasks) await app.runTask(task, new AbortController().signal)
}

/** Looks are ordered, and collected a little later: what has nothing to do does nothing. */
async function worked(): Promise<void> {
  for (let round = 0; round < 4; round++) await run(ADVANCE_PUSHES, SEND_LINKS, RECHECK_LINKS, TAKE_LOOKS)
}

/** The days of the guarantee, up to the present. */
async function lookedAfter(): Promise<void> {
  for (let day = 0; day <= DAYS; day++) {
    if (day > 0) week.turn()
    await worked()
  }
  const open = app.db.read(openWork)
  if (open > 0) throw new Error(`${open} pieces of work are left of the week`)
}

/** Ben works for the agency, Vera looks on for the client. */
async function people(agency: string, client: string): Promise<void> {
  const password_hash = await hashPassword(PASSWORD)
  app.db.write((tx) => {
    for (const [name, email, tenant_id, role] of [
      ['Ben', 'ben@northwind.example', agency, 'member'],
      ['Vera', 'vera@bakery.example', client, 'client_viewer'],
    ] as const)
      putMember(tx, tenant_id, createUser(tx, { email, name, password_hash, verified: true }).id, role)
    return null
  })
}

function say(text: string, code: number): number {
  console.log(text)
  return code
}
