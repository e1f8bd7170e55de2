/** Backups of the compiled binary while it works: what is made under pushes restores to books that balance. */
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { WHOLE } from '../../long/whole.ts'
import { openStore, STORE_KEY } from '../../upstreams/s3.ts'
import { type Appliance, appliance } from '../appliance.ts'
import { binary } from '../binary.ts'

setDefaultTimeout(600_000)

let one: Appliance
beforeAll(async () => {
  one = await appliance()
  await one.put('/settings/crawl', { routes: { primary: { adapter: 'simulated', enabled: true } } })
  await one.put('/settings/integrations', { engines: { scan_standard: { adapter: 'simulated', enabled: true } } })
  for (const kind of ['index', 'check'])
    await one.post('/credits/adjust', { tenant_id: one.tenant_id, kind, amount: 100_000, reason: 'for the test' })
})
afterAll(() => one.close())

const PUSHES_A_MINUTE = 200

/** Pushes of ten links each, evenly, until told to stop; how long each took, in milliseconds. */
function pushing() {
  let going = true
  const took: number[] = []
  const failed: unknown[] = []
  const all = (async () => {
    const under_way: Promise<unknown>[] = []
    for (let n = 0; going; n++) {
      const urls = Array.from({ length: 10 }, (_, i) => `http://192.0.2.1/${n}-${i}`)
      const since = performance.now()
      const push = one.post('/jobs', { urls, preflight: false }).catch((error) => failed.push(error))
      under_way.push(push.then(() => took.push(performance.now() - since)))
      await Bun.sleep(60_000 / PUSHES_A_MINUTE)
    }
    await Promise.all(under_way)
  })()
  return {
    async stop() {
      going = false
      await all
      return { took: took.sort((a, b) => a - b), failed }
    },
  }
}

async function done(child: Bun.ReadableSubprocess) {
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { out, err, code }
}
const own = async (env: Record<string, string>, ...words: string[]) =>
  done(
    Bun.spawn([await binary(), ...words], {
      cwd: one.folder,
      env: { PATH: process.env.PATH!, TZ: 'UTC', ...env },
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'pipe',
    }),
  )

test('a backup under two hundred pushes a minute restores to equal books, and holds nobody up', async () => {
  const pushes = pushing()
  await Bun.sleep(3000)
  const made: { file: string; credits: object; wrong: []; took_ms: number; held_ms: number }[] = []
  for (let n = 0; n < (WHOLE ? 5 : 2); n++) {
    const { out, err, code } = await done(one.run('backup', `under-way-${n}.backup`, '--json'))
    expect([err, code]).toEqual(['', 0])
    made.push(JSON.parse(out))
    await Bun.sleep(1000)
  }
  const { took, failed } = await pushes.stop()
  expect(failed).toEqual([])
  expect(took.length).toBeGreaterThan(10)
  console.log(
    `pushes under backups: ${took.length}, p50 ${took[took.length >> 1]!.toFixed(0)} ms, max ${took.at(-1)!.toFixed(0)} ms;`,
    `backups took ${made.map(({ took_ms, held_ms }) => `${took_ms} (copy ${held_ms})`).join(', ')} ms`,
  )
  for (const [n, { file, credits, wrong }] of made.entries()) {
    expect(wrong).toEqual([])
    const data = join(one.folder, `restored-${n}`)
    const restored = await own({ SIGNALPOST_DATA_DIR: data }, 'restore', file, '--json')
    expect([restored.err, restored.code]).toEqual(['', 0])
    expect(JSON.parse(restored.out)).toMatchObject({ credits, wrong: [], keys: 'missing', moved_aside: null })
    const db = new Database(join(data, 'signalpost.db'), { readonly: true })
    expect(db.query('select count(*) as n from jobs').get()).not.toEqual({ n: 0 })
    db.close()
  }
})

test('verify finds a flipped bit, a cut, something else and a newer one, and says so in a sentence', async () => {
  expect((await done(one.run('backup', 'whole.backup'))).code).toBe(0)
  const bytes = readFileSync(join(one.folder, 'whole.backup'))
  const flipped = Buffer.from(bytes)
  flipped[bytes.length >> 1]! ^= 4
  const newer = Buffer.from(bytes.toString('latin1').replace(/"schema":\d+/, '"schema":999'), 'latin1')
  const cases: [string, Buffer, RegExp][] = [
    ['flipped', flipped, /the backup is damaged/],
    ['cut', bytes.subarray(0, bytes.length >> 1), /the backup is (incomplete|damaged)/],
    ['foreign', Buffer.from('%PDF-1.7 hello'), /is not a backup of Signalpost/],
    ['newer', newer, /made by a newer Signalpost/],
  ]
  for (const [name, content, sentence] of cases) {
    writeFileSync(join(one.folder, name), content)
    for (const words of [
      ['verify', name],
      ['restore', name],
    ]) {
      const { err, code } = await own({ SIGNALPOST_DATA_DIR: join(one.folder, 'nowhere') }, ...words)
      expect([name, code, err]).toEqual([name, 1, expect.stringMatching(sentence)])
      expect(err).not.toMatch(/\bat .*:\d+|Error:/)
    }
  }
})

test('an encrypted one brings the key; what is restored starts, and its secrets open', async () => {
  const secret = { SIGNALPOST_BACKUP_PASSPHRASE: 'seven lamps over the harbour' }
  const data = join(one.folder, 'data-again')
  expect((await own({ ...secret, SIGNALPOST_DATA_DIR: one.data_dir }, 'backup', 'locked.age')).code).toBe(0)
  expect((await own({ SIGNALPOST_DATA_DIR: data }, 'restore', 'locked.age')).err).toContain('the backup is encrypted')
  const restored = await own({ ...secret, SIGNALPOST_DATA_DIR: data }, 'restore', 'locked.age')
  expect(restored).toMatchObject({
    code: 0,
    out: expect.stringContaining('The secret key of the backup is now in secret.key'),
  })
  expect(readFileSync(join(data, 'secret.key'), 'utf8')).toBe(readFileSync(join(one.data_dir, 'secret.key'), 'utf8'))
  const running = await own({ ...secret, SIGNALPOST_DATA_DIR: one.data_dir }, 'restore', 'locked.age', '--replace')
  expect([running.code, running.err]).toEqual([1, expect.stringContaining('is in use by process')])
})

type Backups = { backups: { last_at: string; recent: { name: string; place: string; state: string }[] } }

test('a backup made by hand goes to the bucket of the settings or of the command, is counted, and doctor tries the bucket', async () => {
  const store = await openStore('copies')
  try {
    const env = {
      SIGNALPOST_DATA_DIR: one.data_dir,
      SIGNALPOST_BACKUP_TO: 's3://copies/nightly',
      SIGNALPOST_BACKUP_S3_ENDPOINT: store.endpoint,
      SIGNALPOST_BACKUP_S3_KEY_ID: STORE_KEY,
      SIGNALPOST_BACKUP_S3_SECRET: STORE_KEY,
    }
    const local = existsSync(join(one.data_dir, 'backups')) ? readdirSync(join(one.data_dir, 'backups')) : []
    const { out, err } = await own(env, 'backup')
    expect([err, out]).toEqual(['', expect.stringMatching(/^s3:\/\/copies\/nightly\/signalpost-\w+\.backup: /)])
    expect((await own(env, 'backup', 's3://copies/by-hand/north.backup')).code).toBe(0)
    expect(await own(env, 'backup', 's3://copies/by-hand/north.backup')).toMatchObject({
      code: 1,
      err: expect.stringContaining('s3://copies/by-hand/north.backup is there already'),
    })
    expect((await own(env, 'verify', 's3://copies/by-hand/north.backup')).code).toBe(0)
    expect(store.names('by-hand')).toEqual(['north.backup'])
    expect(existsSync(join(one.folder, 's3:'))).toBe(false)
    expect(readdirSync(join(one.data_dir, 'backups'))).toEqual(local)
    expect((await own(env, 'backup', 'S3:/copies/x')).code).toBe(2)

    const { backups } = await one.get<Backups>('/admin/system')
    expect(backups.recent[0]).toMatchObject({ name: 'north.backup', place: 's3://copies/by-hand', state: 'proved' })
    expect(backups.last_at).toBe((backups.recent[0] as unknown as { started_at: string }).started_at)

    const doctor = async (more = {}) => (await own({ ...env, ...more }, 'doctor')).out
    expect(await doctor()).toMatch(/OK +backups +s3:\/\/copies\/nightly/)
    expect(store.names('nightly')).toHaveLength(1)
    for (const wrong of [{ SIGNALPOST_BACKUP_TO: 's3://none' }, { SIGNALPOST_BACKUP_S3_SECRET: 'not-the-secret' }]) {
      const found = await doctor(wrong)
      expect(found).toMatch(/FAIL +backups +s3:.*the bucket did not take or give.*SIGNALPOST_BACKUP_S3_/)
      expect(found).not.toContain('not-the-secret')
    }
    const failed = await own({ ...env, SIGNALPOST_BACKUP_S3_SECRET: 'not-the-secret' }, 'backup')
    expect([failed.code, failed.err]).toEqual([1, expect.stringContaining('the bucket did not take or give')])
  } finally {
    await store.close()
  }
})

const PAGE = readFileSync(resolve(import.meta.dir, '../../../docs/manual/backups.md'), 'utf8')

test.skipIf(!Bun.which('age') || !Bun.which('zstd'))(
  'an encrypted backup opens without Signalpost, by the line of the manual',
  async () => {
    const line = /^age -d .*$/m.exec(PAGE)![0]
    const sh = async (command: string) =>
      done(Bun.spawn(['sh', '-ec', command], { cwd: one.folder, stdout: 'pipe', stderr: 'pipe' }))
    const { out: recipient } = await sh(
      'age-keygen -o backup-identity.txt 2>/dev/null && age-keygen -y backup-identity.txt',
    )
    const env = { SIGNALPOST_DATA_DIR: one.data_dir, SIGNALPOST_BACKUP_RECIPIENT: recipient.trim() }
    expect((await own(env, 'backup', 'foreign.age')).code).toBe(0)
    expect(await sh(line.replace('FILE', 'foreign.age'))).toMatchObject({ code: 0, err: '' })
    const db = new Database(join(one.folder, 'signalpost.db'), { readonly: true })
    expect(db.query('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
    expect(db.query('select count(*) as n from tenants').get()).toEqual({ n: 1 })
    db.close()
  },
)
