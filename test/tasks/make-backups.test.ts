import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY, HOUR, MINUTE, plus } from '../../src/kernel/clock.ts'
import { makeBackupsTask } from '../../src/tasks/make-backups.ts'
import { openStore, STORE_KEY } from '../upstreams/s3.ts'
import { START, type World, world } from '../world.ts'

let w: World
let env: Record<string, string>
beforeEach(() => {
  env = {}
})
afterEach(() => w.close())

/** An install of yesterday, in its first night: a backup is due. */
function atNight(): World {
  w = world({ env })
  w.clock.set(plus(START, 18 * HOUR))
  return w
}
type Row = { state: string; name: string; error: string | null; place: string; took_ms: number }
const rows = () => w.db.read((tx) => tx.rows<Row>('select * from backups order by id'))
const letters = () =>
  w.db.read((tx) => tx.rows<{ to: string; subject: string }>("select to_address as 'to', subject, facts from mails"))
const filesIn = (folder: string) => readdirSync(folder).sort()

describe('every night', () => {
  test('one backup is made and proved, and those beyond the number are forgotten', async () => {
    env = { SIGNALPOST_BACKUP_KEEP: '2' }
    atNight()
    for (let night = 0; night < 3; night++) {
      await w.run(makeBackupsTask)
      await w.run(makeBackupsTask)
      w.clock.turn(DAY)
    }
    expect(rows().map(({ state }) => state)).toEqual(['gone', 'proved', 'proved'])
    expect(filesIn(join(w.folder, 'backups'))).toEqual([
      'signalpost-20261104T030000Z.backup',
      'signalpost-20261105T030000Z.backup',
    ])
    expect(letters()).toEqual([])
  }, 60_000)

  test('none is made by an install that is new, that has just started, or that was told to make none', async () => {
    w = world({ env })
    w.clock.turn(HOUR)
    await w.run(makeBackupsTask)
    w.clock.turn(DAY)
    w.app.started_at = plus(w.clock.now(), -MINUTE)
    await w.run(makeBackupsTask)
    w.app.started_at = START
    Object.assign(w.app.config, { backup_keep: 0 })
    await w.run(makeBackupsTask)
    expect(rows()).toEqual([])
  })

  test('a failure is told by one letter a day, tried again every hour, and leaves no file', async () => {
    const place = mkdtempSync(join(tmpdir(), 'signalpost-place-'))
    rmSync(place, { recursive: true })
    writeFileSync(place, 'a file where a folder should be')
    env = { SIGNALPOST_BACKUP_TO: place }
    atNight()
    for (let quarter = 0; quarter < 8; quarter++) {
      await w.run(makeBackupsTask).catch(() => {})
      w.clock.turn(15 * MINUTE)
    }
    expect(rows().map(({ state }) => state)).toEqual(['failed', 'failed'])
    expect(letters()).toMatchObject([{ to: 'pat@platform.example', subject: 'No backup was made' }])
    rmSync(place)
    w.clock.turn(HOUR)
    await w.run(makeBackupsTask)
    expect(rows().at(-1)!.state).toBe('proved')
    expect(filesIn(place)).toHaveLength(1)
    rmSync(place, { recursive: true })
  }, 60_000)

  test('one that a kill broke off is told as that, and made anew', async () => {
    atNight()
    w.db.write((tx) =>
      tx.run(
        `insert into backups (id, name, place, state, encrypted, started_at) values ('0', 'x', '/y', 'running', 0, '${plus(START, 16 * HOUR)}')`,
      ),
    )
    await w.run(makeBackupsTask)
    expect(rows().map(({ state, error }) => [state, error])).toEqual([
      ['failed', 'it was broken off'],
      ['proved', null],
    ])
  }, 30_000)

  test('books that do not balance are told, and the backup is kept', async () => {
    atNight()
    w.db.write((tx) => tx.run("update purses set available = 7 where tenant_id = 'ten_rival' and kind = 'index'"))
    expect(w.run(makeBackupsTask)).rejects.toThrow('the books do not balance: the ledger adds up')
    await Bun.sleep(0)
    for (let i = 0; i < 200 && rows()[0]?.state === 'running'; i++) await Bun.sleep(50)
    expect(rows()[0]!.state).toBe('proved')
    expect(letters()).toHaveLength(1)
  }, 30_000)
})

describe('in a bucket', () => {
  let store: Awaited<ReturnType<typeof openStore>>
  beforeAll(async () => {
    store = await openStore('copies')
  })
  afterAll(() => store.close())

  const settings = () => ({
    SIGNALPOST_BACKUP_TO: 's3://copies/nightly',
    SIGNALPOST_BACKUP_S3_ENDPOINT: store.endpoint,
    SIGNALPOST_BACKUP_S3_KEY_ID: STORE_KEY,
    SIGNALPOST_BACKUP_S3_SECRET: STORE_KEY,
    SIGNALPOST_BACKUP_PASSPHRASE: 'seven lamps over the harbour',
    SIGNALPOST_BACKUP_KEEP: '1',
  })

  test('it is read back before it counts, and the old one is removed there', async () => {
    env = settings()
    atNight()
    await w.run(makeBackupsTask)
    w.clock.turn(DAY)
    await w.run(makeBackupsTask)
    expect(rows().map(({ state, place }) => [state, place])).toEqual([
      ['gone', 's3://copies/nightly'],
      ['proved', 's3://copies/nightly'],
    ])
    expect(store.names('nightly')).toEqual(['signalpost-20261104T030000Z.backup.age'])
    expect(filesIn(join(w.folder, 'backups'))).toEqual([])
  }, 60_000)

  test('a wrong secret and a bucket that is not there are said, without the secret', async () => {
    for (const wrong of [
      { SIGNALPOST_BACKUP_S3_SECRET: 'not-the-secret-of-it' },
      { SIGNALPOST_BACKUP_TO: 's3://none' },
    ]) {
      env = { ...settings(), ...wrong }
      atNight()
      await w.run(makeBackupsTask).catch(() => {})
      expect(rows()).toMatchObject([
        { state: 'failed', error: expect.stringContaining('the bucket did not take or give') },
      ])
      expect(JSON.stringify([rows(), letters()])).not.toContain('not-the-secret-of-it')
      if (wrong.SIGNALPOST_BACKUP_TO === undefined) w.close()
    }
  }, 60_000)
})
