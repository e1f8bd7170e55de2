/** Sample data: an agency to look around in, which is no part of the install's database, and gone with one click. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { grant } from '../../src/domains/credits/index.ts'
import { wrongBooks } from '../../src/domains/system/index.ts'
import { web } from '../../src/doors/pages/web.ts'
import type { App } from '../../src/kernel/operation/app.ts'
import { newId } from '../../src/kernel/secrets/ids.ts'
import { keepSample, type Sample, withSample } from '../../src/sample/index.ts'
import { playSample } from '../../src/sample/play.ts'
import { site } from '../../views/site.tsx'
import { refusal } from '../refusal.ts'
import { browserOf, wordIn } from '../views/browser.ts'
import { CAST, callerOf, START, type World, world } from '../world.ts'

/** Played once; each test has a copy of it. */
let played: string
beforeAll(async () => {
  played = mkdtempSync(join(tmpdir(), 'signalpost-sample-'))
  await playSample(played, START, () => {})
}, 60_000)
afterAll(() => rmSync(played, { recursive: true, force: true }))

let w: World
let sample: Sample
/** Calls that left the install. */
let outside: string[]
/** Goes before the copy, when it is made. */
let spoil: (folder: string, signal: AbortSignal) => Promise<unknown>

const noting =
  (name: string) =>
  (..._: unknown[]): never => {
    outside.push(name)
    throw new Error(name)
  }
const keep = (app: App): Sample =>
  keepSample(app, async (folder, signal, hear) => {
    hear(1, 56)
    await spoil(folder, signal)
    cpSync(played, folder, { recursive: true })
  })

beforeEach(() => {
  outside = []
  spoil = async () => {}
  w = world({
    fetch: noting('fetch'),
    courier: { deliver: noting('mail') },
    indexnow: { submit: noting('indexnow') },
    lookUpTxt: noting('dns'),
  })
  sample = keep(w.app)
  w.app.sample = sample
})
afterEach(() => {
  sample.close()
  w.close()
})

type State = { state: string; workspace_id: string | null; offered: boolean }
const state = (who: 'rita' | 'ada' | 'pat' = 'rita') => w.call<State>(who, 'get_sample_data')
async function added(): Promise<string> {
  await w.call('rita', 'add_sample_data')
  while ((await state()).state === 'making') await Bun.sleep(5)
  return (await state()).workspace_id!
}
const pages = () =>
  browserOf(
    w,
    CAST,
    withSample(w.app, sample, web(w.app, site), (app) => web(app, site)),
  )

/** All rows of all tables, without the trail of the calls themselves. */
const rows = () =>
  w.db.read((tx) =>
    Object.fromEntries(
      tx
        .rows<{ name: string }>("select name from sqlite_master where type = 'table' order by name")
        .filter(({ name }) => !/^audit/.test(name))
        .map(({ name }) => [name, tx.rows(`select * from "${name}"`)]),
    ),
  )

test('in and out leaves every table and the data folder as they were', async () => {
  const [before, files] = [rows(), readdirSync(w.folder).sort()]
  await added()
  const { settings: _, ...marked } = rows()
  expect(before).toMatchObject(marked)
  expect(readdirSync(w.folder)).toContain('sample')
  await w.call('rita', 'remove_sample_data')
  expect(rows()).toEqual(before)
  expect(readdirSync(w.folder).sort()).toEqual(files)
  expect(await state()).toMatchObject({ state: 'none', workspace_id: null, offered: true })
})

test('with it, ten days of all tasks call nobody and change no figure of anybody', async () => {
  const figures = async () => [
    await w.call('ada', 'get_today'),
    await w.call('ada', 'get_results', { by: 'week' }),
    await w.call('pat', 'get_margin'),
    await w.call('pat', 'list_tenants', { page_size: 100 }),
    await w.call('pat', 'list_users'),
    await w.call('pat', 'get_credits'),
  ]
  const before = await figures()
  const id = await added()
  expect(await figures()).toEqual(before)
  for (let day = 1; day <= 10; day++) await w.day(day, ...w.app.tasks.filter(({ name }) => QUIET.test(name)))
  expect(outside).toEqual([])
  const sent = ['mails', 'looks', 'webhook_deliveries', 'batches', 'links', 'jobs']
  for (const table of sent)
    expect([table, w.db.read((tx) => tx.number(`select count(*) from ${table}`))]).toEqual([table, 0])
  expect(w.db.read(wrongBooks)).toEqual([])
  expect(await refusal(w.call('rita', 'get_tenant', { id }))).toMatchObject({ code: 'not_found' })
  expect(await refusal(w.call('pat', 'get_tenant', { id }))).toMatchObject({ code: 'not_found' })
})
/** All but those that run a process, or look at the disk. */
const QUIET = /^(?!make_backups|verify_database|anchor_audit)/

test('its books balance, and it has something on each page', async () => {
  const id = await added()
  const { app } = sample.opened()!
  expect(app.db.read(wrongBooks)).toEqual([])
  const browser = pages()
  const shown = async (path: string) => {
    const { status, text } = await browser.visit('rita', `/app/w/${id}${path}`)
    expect([path, status]).toEqual([path, 200])
    expect(text).toContain('This is sample data.')
    return text
  }
  expect(await shown('')).toContain('Quay Hotels')
  expect(await shown('/cohorts')).toContain('Site relaunch')
  expect(await shown('/clients')).toContain('株式会社さくら商事')
  expect(await shown('/jobs')).toContain('New arrivals')
  expect(await shown('/reports/clients')).toContain('Bakery')
  expect(await shown('/credits')).toContain('Expected refunds')
  expect(outside).toEqual([])
})

test('one click from the first page adds it and opens it, and one on each of its pages removes it', async () => {
  const browser = pages()
  const home = `/app/w/${CAST.rita.tenant_id}`
  for (const empty of [home, `${home}/cohorts`, `${home}/clients`])
    expect([empty, (await browser.visit('rita', empty)).text]).toEqual([
      empty,
      expect.stringContaining('Look around with sample data'),
    ])
  let finish = () => {}
  spoil = () => new Promise<void>((resolve) => (finish = resolve))
  expect((await browser.send('rita', `${home}/sample`)).location).toBe(`${home}/sample`)
  expect((await browser.visit('rita', `${home}/sample`)).text).toContain('Sample data is being made.')
  const partial = { 'hx-request': 'true', 'hx-request-type': 'partial' }
  expect((await browser.visit('rita', `${home}/sample`, partial)).html).toStartWith('<div id="sample"')
  finish()
  while ((await state()).state === 'making') await Bun.sleep(5)
  const { location } = await browser.visit('rita', `${home}/sample`)
  expect((await browser.visit('rita', `${home}/sample`, partial)).headers.get('hx-redirect')).toBe(location)
  expect((await browser.visit('rita', home)).html).toContain(`href="${home}/sample"`)
  const inside = await browser.visit('rita', location!)
  expect(inside.html).toContain(`action="${home}/sample/remove"`)
  expect((await browser.send('rita', `${home}/sample/remove`)).location).toBe(home)
  expect((await browser.visit('rita', location!)).status).toBe(404)
  expect(await state()).toMatchObject({ state: 'none' })
})

test('nothing in it can be changed, and an account stays the own one', async () => {
  const id = await added()
  const browser = pages()
  const { db } = sample.opened()!.app
  const before = db.read((tx) => tx.rows('select count(*), max(updated_at) from tenants'))
  const form = { name: 'One more', kind: 'client' }
  const answer = await browser.send('rita', `/app/w/${id}/clients/new`, form)
  expect(wordIn(w, answer.headers) || answer.text).toContain('nothing is sent or changed')
  expect(db.read((tx) => tx.rows('select count(*), max(updated_at) from tenants'))).toEqual(before)
  const account = await browser.visit('rita', `/app/w/${id}/account`)
  expect(account.location).toBe(`/app/w/${CAST.rita.tenant_id}/account`)
})

test('a kill in the middle can be made again, or removed', async () => {
  spoil = async (folder) => {
    writeFileSync(join(folder, 'signalpost.db'), 'half of it')
    throw new Error('killed')
  }
  await added()
  expect(await state()).toMatchObject({ state: 'lost', workspace_id: null })
  expect(readdirSync(w.folder).filter((name) => name.startsWith('sample'))).toEqual([])
  spoil = async () => {}
  expect(await added()).toBeString()

  // The process itself may have been killed, with the folder half made.
  const half = `sample-${newId()}`
  for (const name of [half, 'sample-reports']) mkdirSync(join(w.folder, name))
  sample.close()
  sample = keep(w.app)
  w.app.sample = sample
  // A folder of the operator is none of its parts.
  expect(readdirSync(w.folder).filter((name) => name.startsWith('sample-'))).toEqual(['sample-reports'])
  expect(await state()).toMatchObject({ state: 'ready' })
  await w.call('rita', 'remove_sample_data')
  expect(readdirSync(w.folder)).not.toContain('sample')
})

test('to remove it while it is made stops that', async () => {
  let stopped = false
  spoil = (_, signal) =>
    new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => {
        stopped = true
        reject(signal.reason)
      }),
    )
  expect(await w.call<State>('rita', 'add_sample_data')).toMatchObject({ state: 'making' })
  await w.call('rita', 'remove_sample_data')
  await Bun.sleep(1)
  expect(stopped).toBe(true)
  expect(readdirSync(w.folder).filter((name) => name.startsWith('sample'))).toEqual([])
})

test('admins of an agency add it, its staff look around, nobody else; an empty one is offered it', async () => {
  for (const who of ['ben', 'vera'] as const)
    expect(await refusal(w.call(who, 'add_sample_data'))).toMatchObject({ code: 'forbidden' })
  expect(await state('pat')).toMatchObject({ offered: true })
  w.db.write((tx) => {
    grant(tx, { tenant_id: CAST.ada.tenant_id, kind: 'index', amount: 9, reason: 'adjustment', actor: 'system' })
    return null
  })
  await w.call('pat', 'update_crawl_settings', { routes: { primary: { adapter: 'simulated', enabled: true } } })
  await w.call('ada', 'submit_index_job', { urls: ['https://shop.example/one'], preflight: false })
  expect(await state('ada')).toMatchObject({ offered: false })
  const inClient = { ...callerOf('ada'), tenant_id: 'ten_bakery', path: '/ten_northwind/ten_bakery/' }
  expect(await refusal(w.call(inClient, 'add_sample_data'))).toMatchObject({ code: 'conflict' })

  const id = await added()
  const browser = pages()
  expect((await browser.visit('rita', `/app/w/${id}`)).status).toBe(200)
  for (const who of ['ada', 'ben', 'vera', 'pat'] as const)
    expect([who, (await browser.visit(who, `/app/w/${id}`)).status]).toEqual([who, 404])
  expect((await browser.visit(null, `/app/w/${id}`)).location).toStartWith('/app/sign-in')
})

test('one agency keeps it when another removes it', async () => {
  const id = await added()
  await w.call('pat', 'add_sample_data')
  await w.call('rita', 'remove_sample_data')
  expect(await state('rita')).toMatchObject({ state: 'none' })
  expect(await state('pat')).toMatchObject({ state: 'ready', workspace_id: id })
  await w.call('pat', 'remove_sample_data')
  expect(readdirSync(w.folder)).not.toContain('sample')
})

test('an agency that was deleted keeps it for nobody', async () => {
  await added()
  await w.call('pat', 'add_sample_data')
  await w.call('pat', 'delete_tenant', { id: CAST.rita.tenant_id, mode: 'delete', confirm: 'Rival' })
  await w.call('pat', 'remove_sample_data')
  expect(readdirSync(w.folder)).not.toContain('sample')
})

test('one that cannot be opened is said once, not with each page, and can be made again', async () => {
  mkdirSync(join(w.folder, 'sample'))
  writeFileSync(join(w.folder, 'sample', 'signalpost.db'), 'no database')
  const said: string[] = []
  w.app.log.error = (message) => void said.push(message)
  const browser = pages()
  for (let i = 0; i < 3; i++) expect((await browser.visit('rita', `/app/w/${CAST.rita.tenant_id}`)).status).toBe(200)
  expect(said).toEqual(['sample data could not be opened'])
  await added()
  expect(await state()).toMatchObject({ state: 'ready' })
})
