import { afterAll, beforeEach, expect, test } from 'bun:test'
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '../src/app.ts'
import { boot } from '../src/boot.ts'
import { readConfig } from '../src/kernel/config.ts'
import { readSecret, writeSecret } from '../src/kernel/settings.ts'
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
    expect([mode(''), mode('signalpost.db'), mode('secret.key')]).toEqual(['700', '600', '600'])
    expect(readFileSync(join(folder, 'secret.key'), 'utf8')).toMatch(/^spx_\w{38}\n$/)
  })
})

test('what was sealed opens after a restart', () => {
  start(keep)
  expect(start(show)).toBe('hunter2')
})

test('a lost key stops the start while something sealed needs it, and says what to do', () => {
  start(keep)
  rmSync(join(folder, 'secret.key'))
  expect(() => start(show)).toThrow(/secret\.key is missing, and 1 stored secrets need it: put the file back/)
})

test('a key that others may read stops the start, and says what to do', () => {
  start(keep)
  chmodSync(join(folder, 'secret.key'), 0o640)
  expect(() => start(show)).toThrow(/chmod 600/)
})

test('a key of the environment is used, and none is written', () => {
  const env = { SIGNALPOST_SECRET_KEY: 'a key of the operator, long enough for all' }
  start(keep, env)
  expect(start(show, env)).toBe('hunter2')
  expect(existsSync(join(folder, 'secret.key'))).toBe(false)
})

test('a second start on a folder in use is refused', () => {
  start(() => {
    const { config } = readConfig({ SIGNALPOST_DATA_DIR: folder, SIGNALPOST_LOG_LEVEL: 'error' })
    expect(() => boot(config, { clock: handClock() })).toThrow(`is in use by process ${process.pid};`)
  })
})
