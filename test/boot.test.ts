import { afterAll, beforeEach, expect, test } from 'bun:test'
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { boot } from '../src/boot.ts'
import { readSecret, writeSecret } from '../src/kernel/database/settings.ts'
import { readConfig } from '../src/kernel/environment/config.ts'
import type { App } from '../src/kernel/operation/app.ts'
import { newSecret } from '../src/kernel/secrets/ids.ts'
import { handClock } from './world.ts'

const top = mkdtempSync(join(tmpdir(), 'signalpost-boot-'))
afterAll(() => rmSync(top, { recursive: true, force: true }))

let n = 0
let folder: string
beforeEach(() => {
  folder = join(top, String(n++))
})

/** A start, some work, and a stop. A process holds its folder for life, so the next start is on a copy of the files. */
function start<T>(work: (app: App) => T, env: Record<string, string> = {}): T {
  if (existsSync(folder)) {
    const before = folder
    folder = join(top, String(n++))
    cpSync(before, folder, { recursive: true, filter: (path) => !path.includes('lock.') })
    chmodSync(folder, 0o700)
  }
  const { config } = readConfig({ SIGNALPOST_DATA_DIR: folder, SIGNALPOST_LOG_LEVEL: 'error', ...env })
  const app = boot(config, { clock: handClock() })
  try {
    return work(app)
  } finally {
    app.db.close()
  }
}

const keep = (app: App) => app.db.write((tx) => writeSecret(tx, app.sealer, 'engine:x', 'hunter2') as undefined)
const show = (app: App) => app.db.read((tx) => readSecret(tx, app.sealer, 'engine:x'))
const mode = (name: string): string => (statSync(join(folder, name)).mode & 0o777).toString(8)

test('a first start makes a folder, a database and a key that nobody else may read', () => {
  start(() => {
    const files = ['signalpost.db', 'signalpost.db-wal', 'secret.key']
    expect([mode(''), ...files.map(mode)]).toEqual(['700', '600', '600', '600'])
    expect(readFileSync(join(folder, 'secret.key'), 'utf8')).toMatch(/^spx_\w{38}\n$/)
  })
})

test('checksums of pages that version 0.2.0 kept are removed', () => {
  start(() => writeFileSync(join(folder, 'signalpost.db-sums'), 'signalpost page sums 1'))
  start(() => expect(existsSync(join(folder, 'signalpost.db-sums'))).toBe(false))
})

test('what was sealed opens after a restart', () => {
  start(keep)
  expect(start(show)).toBe('hunter2')
})

test('a lost key stops the start while something sealed needs it, and says what to do', () => {
  start(keep)
  rmSync(join(folder, 'secret.key'))
  expect(() => start(show)).toThrow(/secret\.key is missing, and 1 stored secrets need it: put the file back/)
  expect(existsSync(join(folder, 'secret.key'))).toBe(false)
})

test('a key file that is empty, or too short to be one, stops the start', () => {
  start(keep)
  for (const [text, reason] of [
    ['', 'is empty'],
    ['short\n', 'at least 32 characters'],
  ] as const) {
    writeFileSync(join(folder, 'secret.key'), text)
    expect(() => start(show)).toThrow(reason)
  }
})

test('a key that others may read stops the start, and says what to do', () => {
  start(keep)
  chmodSync(join(folder, 'secret.key'), 0o640)
  expect(() => start(show)).toThrow(/chmod 600/)
})

const OPERATORS = { SIGNALPOST_SECRET_KEY: 'a key of the operator, long enough for all' }

test('a key of the environment is used, and none is written', () => {
  start(keep, OPERATORS)
  expect(start(show, OPERATORS)).toBe('hunter2')
  expect(existsSync(join(folder, 'secret.key'))).toBe(false)
})

test('a new first line in the key file becomes the key, after which the old line is needed no more', () => {
  start(keep)
  const file = () => join(folder, 'secret.key')
  const old = readFileSync(file(), 'utf8')
  writeFileSync(file(), `${newSecret('spx')}\n${old}`)
  expect(start(show)).toBe('hunter2')
  writeFileSync(file(), readFileSync(file(), 'utf8').replace(old, ''))
  expect(start(show)).toBe('hunter2')
  writeFileSync(file(), old)
  expect(() => start(show)).toThrow('does not open what is stored here')
})

test('an install moves from its own key to one of the environment, and needs its own no more', () => {
  start(keep)
  expect(start(show, OPERATORS)).toBe('hunter2')
  rmSync(join(folder, 'secret.key'))
  expect(start(show, OPERATORS)).toBe('hunter2')
  expect(() => start(show)).toThrow('secret.key is missing')
})

test('a wrong key of the environment stops the start, and the right one is still good afterwards', () => {
  start(keep, OPERATORS)
  const wrong = { SIGNALPOST_SECRET_KEY: 'not the key of the operator, though as long' }
  expect(() => start(show, wrong)).toThrow('1 secrets (engine:x)')
  expect(start(show, OPERATORS)).toBe('hunter2')
})

test('a second start on a folder in use is refused', () => {
  start(() => {
    const { config } = readConfig({ SIGNALPOST_DATA_DIR: folder, SIGNALPOST_LOG_LEVEL: 'error' })
    expect(() => boot(config, { clock: handClock() })).toThrow(`is in use by process ${process.pid};`)
  })
})
