/** Backups of the compiled binary while it works: what is made under pushes restores to books that balance. */
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Appliance, appliance } from './appliance.ts'
import { binary } from './binary.ts'

setDefaultTimeout(180_000)

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

async function done(child: ReturnType<Appliance['run']>) {
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
  for (let n = 0; n < 5; n++) {
    const { out, err, code } = await done(one.run('backup', `under-way-${n}.backup`, '--json'))
    expect([err, code]).toEqual(['', 0])
    made.push(JSON.parse(out))
    await Bun.sleep(1000)
  }
  const { took, failed } = await pushes.stop()
  expect(failed).toEqual([])
  expect(took.length).toBeGreaterThan(20)
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
  const newer = Buffer.from(bytes.toString('latin1').replace(/"schema":\d+/, '"schema":99'), 'latin1')
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
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('The secret key was in the backup') })
  expect(readFileSync(join(data, 'secret.key'), 'utf8')).toBe(readFileSync(join(one.data_dir, 'secret.key'), 'utf8'))
  const running = await own({ ...secret, SIGNALPOST_DATA_DIR: one.data_dir }, 'restore', 'locked.age', '--replace')
  expect([running.code, running.err]).toEqual([1, expect.stringContaining('is in use by process')])
})
