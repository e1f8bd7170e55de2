/**
 * `bun run seed` fills a fresh data folder (SIGNALPOST_DATA_DIR, ./data unless set) with the cast, for working on the
 * product: agency Northwind with Ada and Ben, client Bakery with Vera, simulated suppliers, and pushes in several states.
 */

import { boot } from '../src/boot.ts'
import {
  callerIn,
  createUser,
  firstRun,
  hashPassword,
  hasUsers,
  putMember,
  userByEmail,
} from '../src/domains/accounts/index.ts'
import { SEND_LINKS } from '../src/domains/providers/index.ts'
import { ADVANCE_PUSHES } from '../src/domains/pushes/index.ts'
import type { App } from '../src/kernel/app.ts'
import type { Caller } from '../src/kernel/caller.ts'
import { readConfig } from '../src/kernel/config.ts'
import { invoke } from '../src/kernel/invoke.ts'

const PASSWORD = 'seven lamps over the harbour'

const app = boot(readConfig(process.env).config)
process.exit(await main())

async function main(): Promise<number> {
  if (app.db.read(hasUsers)) return say(`${app.config.data_dir} has users already: seed only fills a fresh folder.`, 1)
  const { tenant_id } = await firstRun(app, {
    email: 'ada@northwind.example',
    name: 'Ada',
    workspace: 'Northwind',
    password: PASSWORD,
  })
  const ada = app.db.read((tx) => callerIn(tx, userByEmail(tx, 'ada@northwind.example')!, 'session', tenant_id))!
  const call = caller(app, ada)
  const bakery = (await call('create_sub_tenant', { name: 'Bakery', kind: 'client' })) as { id: string }
  await people(tenant_id, bakery.id)
  await call('allocate_credits', { tenant_id: bakery.id, amount: 500, kind: 'index' })
  await call('update_crawl_settings', { routes: { primary: { adapter: 'simulated', enabled: true } } })
  await call('update_integrations', { engines: { scan_standard: { adapter: 'simulated', enabled: true } } })
  const pages = (path: string, n: number) =>
    Array.from({ length: n }, (_, i) => `https://shop.bakery.example/${path}/${i + 1}`)
  await call('submit_index_job', {
    name: 'Guest posts · "spring" & <b>more</b>',
    urls: pages('guest', 40),
    preflight: false,
  })
  await call('submit_index_job', {
    name: 'Category pages',
    urls: pages('category', 120),
    preflight: false,
    tenant_id: bakery.id,
  })
  await call('submit_index_job', {
    name: 'Location pages',
    urls: pages('location', 60),
    preflight: false,
    drip_days: 7,
  })
  for (const task of [ADVANCE_PUSHES, SEND_LINKS, ADVANCE_PUSHES]) await app.runTask(task, new AbortController().signal)
  app.db.close()
  return say(`Sign in as ada@northwind.example, ben@northwind.example or vera@bakery.example: ${PASSWORD}`, 0)
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

function caller(app: App, who: Caller) {
  return async (name: string, rest: Record<string, unknown>): Promise<unknown> => {
    const operation = app.operations.find((one) => one.name === name)!
    return (await invoke(app, operation, who, { path: {}, rest, ip: null, request_id: 'seed' })).data
  }
}

function say(text: string, code: number): number {
  console.log(text)
  return code
}
