import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeBackupsTask } from '../../../src/features/backups/tasks.ts'
import { DAY, HOUR, MINUTE, plus } from '../../../src/kernel/time/clock.ts'
import { startAsBinary } from '../../e2e/binary.ts'
import { inLongRun } from '../../long/whole.ts'
import { openStore, STORE_KEY } from '../../upstreams/s3.ts'
import { START, type World, world } from '../../world.ts'

let w: World
let env: Record<string, string>
beforeAll(startAsBinary, 600_000)
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
  }, 600_000)

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
    expect(letters()).toMatchObject([{ to: 'pat@platform.example', subject: 'Backup failed' }])
    rmSync(place)
    w.clock.turn(HOUR)
    await w.run(makeBackupsTask)
    expect(rows().at(-1)!.state).toBe('proved')
    expect(filesIn(place)).toHaveLength(1)
    rmSync(place, { recursive: true })
  }, 600_000)

  test('one that a kill broke off is told as that, its pieces are removed, and it is made again', async () => {
    atNight()
    const folder = join(w.folder, 'backups')
    mkdirSync(join(folder, 'x.backup.proof'), { recursive: true })
    const made = (time: string) => `signalpost-202611${time}Z.backup`
    const pieces = [`${made('03T020000')}.copy`, `${made('03T020000')}.copy-journal`, `${made('01T020000')}.age.part`]
    const [byHand, another] = [`${made('03T025900')}.part`, 'mine.copy']
    for (const name of [...pieces, byHand, another]) writeFileSync(join(folder, name), '')
    w.db.write((tx) =>
      tx.run(
        `insert into backups (id, name, place, state, encrypted, started_at) values ('0', '${made('03T020000')}', '/y', 'running', 0, '${plus(START, 16 * HOUR)}')`,
      ),
    )
    await w.run(makeBackupsTask)
    expect(rows().map(({ state, error }) => [state, error])).toEqual([
      ['failed', 'it was broken off'],
      ['proved', null],
    ])
    expect(filesIn(folder)).toEqual([another, `${made('03T025900')}.part`, made('03T030000'), 'x.backup.proof'].sort())
  }, 600_000)

  test('one that the end of the process interrupts leaves no piece behind', async () => {
    atNight()
    const stop = new AbortController()
    const running = makeBackupsTask.run(w.app, stop.signal)
    const folder = join(w.folder, 'backups')
    const copied = () => existsSync(folder) && filesIn(folder).some((name) => name.endsWith('.copy'))
    while (!copied()) await Bun.sleep(1)
    stop.abort()
    await Promise.resolve(running).catch(() => {})
    expect(filesIn(folder)).toEqual([])
  }, 600_000)

  test('books that do not balance are told, and the backup is kept', async () => {
    atNight()
    w.db.write((tx) => tx.run("update purses set available = 7 where tenant_id = 'ten_rival' and kind = 'index'"))
    await w.run(makeBackupsTask)
    expect(rows()[0]!.state).toBe('proved')
    expect(JSON.stringify(letters())).toContain('the books do not balance: the ledger adds up')
    expect(letters()).toHaveLength(1)
  }, 600_000)
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
  }, 600_000)

  inLongRun(
    'what was made and not handed over is kept once, and handed over at the next try',
    async () => {
      env = settings()
      atNight()
      const here = join(w.folder, 'backups')
      const [endpoint, warned] = [w.app.config.backup_s3_endpoint, spyOn(w.app.log, 'warn')]
      Object.assign(w.app.config, { backup_s3_endpoint: 'http://127.0.0.1:9' })
      await w.run(makeBackupsTask)
      const first = statSync(join(here, 'signalpost-20261103T030000Z.backup.age')).ino
      for (let hour = 0; hour < 3; hour++) {
        w.clock.turn(HOUR)
        await w.run(makeBackupsTask)
      }
      expect([rows().length, rows()[0]!.state, filesIn(here).length]).toEqual([1, 'failed', 1])
      expect(statSync(join(here, rows()[0]!.name)).ino).toBe(first)
      expect(warned).toHaveBeenCalledWith(expect.stringContaining('the backup failed'), expect.anything())
      w.clock.turn(DAY)
      await w.run(makeBackupsTask)
      expect([rows().map(({ state }) => state), filesIn(here)]).toEqual([['failed', 'failed'], [rows()[1]!.name]])

      Object.assign(w.app.config, { backup_s3_endpoint: endpoint })
      w.clock.turn(HOUR)
      await w.run(makeBackupsTask)
      expect(rows().map(({ state, error }) => [state, error !== null])).toEqual([
        ['failed', true],
        ['proved', false],
      ])
      expect([filesIn(here), store.names('nightly')]).toEqual([[], expect.arrayContaining([rows()[1]!.name])])
    },
    600_000,
  )

  inLongRun(
    'a wrong secret and a bucket that is not there are said, without the secret',
    async () => {
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
    },
    600_000,
  )
})
