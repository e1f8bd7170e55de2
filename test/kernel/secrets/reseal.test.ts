import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sealedColumns } from '../../../src/domains/index.ts'
import { createJob } from '../../../src/domains/jobs/index.ts'
import { queueMail } from '../../../src/domains/mail/index.ts'
import { jobOfReport } from '../../../src/features/reports/pushes/shared-job-reports.ts'
import { createPush, DEFAULT_RULES, noteHub } from '../../../src/features/standing/index.ts'
import { readSecret, writeSecret } from '../../../src/kernel/database/settings.ts'
import { silentLog } from '../../../src/kernel/environment/log.ts'
import { renewSeals } from '../../../src/kernel/secrets/reseal.ts'
import { createSealer, type Sealer, sealContext } from '../../../src/kernel/secrets/seal.ts'
import { seedSink } from '../../domains/system/seed.ts'
import { seedExamples as seedGoogle } from '../../features/evidence/seed.ts'
import { seedExamples as seedProviders } from '../../features/sso/seed.ts'
import { refusal } from '../../refusal.ts'
import { callerOf, START, type World, world } from '../../world.ts'

const OLD = 'a key for tests of thirty-two characters'
const NEW = 'a newer key, of thirty-two characters too'
const OTHER = 'some other key, of thirty-two characters'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

const renew = (keys: string[], options = {}) =>
  renewSeals({ db: w.db, log: silentLog }, createSealer(keys), sealedColumns, options)
const again = { idempotency_key: 'once' }
const makeKey = () => w.call<{ secret: string }>('ada', 'create_api_key', { name: 'Script' }, again)
const share = () => w.call<{ url: string }>('ada', 'share_job_report', { id: 'job_seeded' })
const tokenIn = (url: string): string => url.split('/').at(-1)!

const LINKS = { urls: ['https://bakery.example/menu'], state: 'sent', credit: null } satisfies Parameters<
  typeof createJob
>[3]

/** One value in every sealed column, each made the way the product makes it. */
async function fill() {
  w.db.write((tx) => {
    writeSecret(tx, w.app.sealer, 'email:password', 'hunter2')
    createJob(tx, callerOf('ada'), { id: 'job_seeded', tenant_id: 'ten_northwind', type: 'index', name: 'Menu' }, LINKS)
    return queueMail(tx, w.app, {
      ref: 'added',
      tenant_id: 'ten_northwind',
      template: 'member_added',
      to: 'vera@bakery.example',
      facts: { by: 'Ada', workspace: 'Bakery', role: 'member' },
      link: 'https://push.example/one-time',
    })
  })
  await w.call('pat', 'create_invite')
  await w.call('ada', 'share_month_report', { id: 'ten_northwind', month: START.slice(0, 7) })
  await w.call('ada', 'put_portal', { id: 'ten_northwind', enabled: true })
  await w.call('ada', 'begin_totp')
  await w.call('ada', 'create_webhook', { url: 'https://shop.bakery.example/events', types: ['push.*'] })
  await w.call('ada', 'create_deploy_hook', { name: 'Deploys', mode: 'standard', hosts: ['bakery.example'] })
  w.db.write((tx) => {
    const { id } = createPush(tx, w.app, {
      ...{ tenant_id: 'ten_northwind', name: 'News', address: 'https://bakery.example/feed', kind: 'rss' },
      ...{ rules: DEFAULT_RULES, interval_minutes: 1440, baseline: true, created_by: 'ada@northwind.example' },
      authorization: 'Basic YnJlYWQ=',
    })
    seedProviders(tx, w.app)
    seedGoogle(tx, w.app)
    seedSink(tx, w.app, 'aus_northwind', 'ten_northwind')
    noteHub(tx, w.app, id, { hub: 'https://hub.example/', topic: 'https://bakery.example/feed' })
    return null
  })
  return { key: (await makeKey()).secret, url: (await share()).url }
}

type Stored = { where: string; sealed: string }
const stored = (): Stored[] =>
  w.db.read((tx) =>
    sealedColumns.flatMap((column) =>
      tx
        .rows<{ sealed: string } & Record<string, string>>(`select *, ${column.column} as sealed from ${column.table}`)
        .map((row) => ({ where: sealContext(column, ...column.key.map((name) => row[name]!)), sealed: row.sealed })),
    ),
  )
const opened = (sealer: Sealer) => stored().map(({ where, sealed }) => sealer.open(sealed, where))

/** Whether the text stands anywhere in the files of the database. */
const onDisk = (text: string): boolean =>
  ['', '-wal']
    .map((end) => `${w.db.file}${end}`)
    .some((file) => existsSync(file) && readFileSync(file).includes(text.slice(3, 60)))

test('every sealed column names a column of the schema, and its rows by their primary key', () => {
  for (const { table, column, key } of sealedColumns) {
    const columns = w.db.read((tx) =>
      tx.rows<{ name: string; pk: number }>('select name, pk from pragma_table_info(?)', table),
    )
    expect(columns.map(({ name }) => name)).toContain(column)
    const primary = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
    expect(primary.map(({ name }) => name)).toEqual([...key])
  }
})

test('every sealed column that is declared anywhere is among those that a new key seals anew', () => {
  const sources = [...new Bun.Glob('src/**/*.ts').scanSync(join(import.meta.dir, '../../..'))]
  const declared = sources
    .map((path) => readFileSync(join(import.meta.dir, '../../..', path), 'utf8'))
    .flatMap((text) => [...text.matchAll(/: SealedColumn = \{\s+table: '(\w+)',\s+column: '(\w+)'/g)])
    .map(([, table, column]) => `${table}.${column}`)
  expect(declared.sort()).toEqual(sealedColumns.map(({ table, column }) => `${table}.${column}`).sort())
})

test('with a new key above the old one everything stored is sealed anew, in every column', async () => {
  await fill()
  const plain = opened(createSealer(OLD))
  expect(plain).toHaveLength(sealedColumns.length)
  expect(renew([NEW, OLD])).toEqual({ older: sealedColumns.length, lost: [] })
  expect(opened(createSealer(NEW))).toEqual(plain)
  expect(() => opened(createSealer(OLD))).toThrow()
})

test('nothing that the old key sealed is left in the files, not even of rows that are gone', async () => {
  await fill()
  const gone = 'a sign-in that was disconnected'.repeat(20)
  w.db.write((tx) => writeSecret(tx, w.app.sealer, 'supplier:access_token', gone) as undefined)
  const before = stored().map(({ sealed }) => sealed)
  w.db.write((tx) => writeSecret(tx, w.app.sealer, 'supplier:access_token', null) as undefined)
  expect(before.every(onDisk)).toBe(true)
  renew([NEW, OLD])
  expect(before.filter(onDisk)).toEqual([])
})

test('a start without a new key changes nothing, and leaves the file alone', async () => {
  await fill()
  renew([OLD])
  const before = stored()
  expect(renew([OLD, NEW])).toEqual({ older: 0, lost: [] })
  expect(stored()).toEqual(before)
})

test('thousands of values are sealed anew in one go, each in its own place', () => {
  const { sealer } = w.app
  w.db.write((tx) => {
    for (let i = 0; i < 2345; i++) {
      const [actor, key] = [`usr_${i % 7}`, `key-${i}`]
      const answer = sealer.seal(`answer ${i}`, `idempotency_keys:answer:${actor}:${key}`)
      tx.run("insert into idempotency_keys values (?, ?, '', ?, ?)", actor, key, answer, tx.now)
    }
  })
  expect(renew([NEW, OLD]).older).toBe(2345)
  expect(new Set(opened(createSealer(NEW))).size).toBe(2345)
})

test('a kill before the file was written anew is made good by the next start, without the old key too', async () => {
  await fill()
  renew([OLD])
  const before = stored().map(({ sealed }) => sealed)
  w.db.write((tx) => {
    const [from, to] = [createSealer(OLD), createSealer([NEW, OLD])]
    for (const { table, column, key } of sealedColumns)
      for (const row of tx.rows<Record<string, string>>(`select * from ${table}`)) {
        const names = key.map((name) => row[name]!)
        const where = [table, column, ...names].join(':')
        const anew = to.seal(from.open(row[column]!, where), where)
        tx.run(
          `update ${table} set ${column} = ? where ${key.map((name) => `${name} = ?`).join(' and ')}`,
          anew,
          ...names,
        )
      }
  })
  expect(before.some(onDisk)).toBe(true)
  expect(renew([NEW])).toEqual({ older: 0, lost: [] })
  expect(before.filter(onDisk)).toEqual([])
})

test('a key that opens nothing is refused with the key that is wanted and what needs it, and nothing is changed', async () => {
  await fill()
  renew([OLD])
  const before = stored()
  const told = () => renew([OTHER])
  expect(told).toThrow(`sealed with the key ${createSealer(OLD).key_id}`)
  expect(told).toThrow('1 secrets (email:password), 1 answers kept for retries, 1 links in e-mails, 1 ')
  expect(told).toThrow('1 addresses of shared reports')
  expect(told).toThrow('rotate-key --lost')
  expect(stored()).toEqual(before)
  expect(renew([OTHER, OLD]).older).toBe(before.length)
})

test('one value that no key opens stops a rotation as a whole', async () => {
  await fill()
  const strange = createSealer(OTHER).seal('hunter3', 'secrets:sealed:crawl:primary:api_key')
  w.db.write((tx) => tx.run("insert into secrets values ('crawl:primary:api_key', ?, '…', ?)", strange, tx.now))
  const before = stored()
  expect(() => renew([NEW, OLD])).toThrow('1 secrets (crawl:primary:api_key)')
  expect(stored()).toEqual(before)
})

test('when the key is lost, what it sealed is forgotten, and the install goes on', async () => {
  const { url } = await fill()
  const { lost } = renew([OTHER], { forget: true })
  expect(lost.map(({ rows }) => rows.length)).toEqual(sealedColumns.map(() => 1))
  const sealer = createSealer(OTHER)
  w.app.sealer = sealer

  expect(w.db.read((tx) => readSecret(tx, sealer, 'email:password') ?? null)).toBeNull()
  expect((await refusal(makeKey())).message).toContain('its answer is gone')
  const [mail] = (await w.call<{ items: { id: string }[] }>('ada', 'list_emails')).items
  expect((await w.call<{ text: string }>('ada', 'get_email', { id: mail!.id })).text).toContain('Bakery')
  expect((await refusal(w.call('ada', 'resend_email', { id: mail!.id }))).code).toBe('conflict')

  const job = { job_id: 'job_seeded' }
  const report = (address: string) => w.db.read((tx) => jobOfReport(tx, tokenIn(address)) as never)
  expect(report(url)).toMatchObject(job as never)
  const shared = await share()
  expect(shared.url).not.toBe(url)
  expect(await share()).toEqual(shared)
  await w.call('ada', 'unshare_job_report', { id: 'job_seeded' })
  const stopped = { stopped_of: 'ten_northwind', path: '/ten_northwind/' }
  expect([report(url), report(shared.url)]).toEqual([stopped, stopped] as never)
  expect(renew([OTHER])).toEqual({ older: 0, lost: [] })
})

test('a letter that waited for its link is told as failed when the key is lost', async () => {
  const server = { host: '127.0.0.1', port: 1, secure: 'none', from_address: 'hello@northwind.example' }
  await w.call('pat', 'update_email_settings', server)
  await fill()
  renew([OTHER], { forget: true })
  const { items } = await w.call<{ items: { status: string; error: string }[] }>('ada', 'list_emails')
  expect(items).toMatchObject([{ status: 'failed', error: expect.stringContaining('secret key') }])
})
