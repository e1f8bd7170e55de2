import { afterEach, beforeEach, expect, test } from 'bun:test'
import { chmodSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { HARDENING } from '../../../../src/commands/server/doctor/hardening.ts'
import { type Config, readConfig } from '../../../../src/kernel/environment/config.ts'
import { type World, world } from '../../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

const judged = (changed: Partial<Config> = {}, file: string | null = null) => {
  const settings = { config: { ...w.app.config, ...changed }, origins: [], unknown: [], file }
  return Object.fromEntries(Object.entries(HARDENING).map(([name, check]) => [name, check(settings).verdict]))
}
const open = (found: Record<string, string>) => Object.keys(found).filter((name) => found[name] !== 'ok')

test('goes through the lines that the page of the manual leaves to it, in its words', () => {
  const page = readFileSync(resolve(import.meta.dir, '../../../../docs/manual/hardening.md'), 'utf8')
  const rows = [...page.matchAll(/^\| \d+ \| (.+?) \| `doctor` \|/gm)].map(([, what]) => what)
  expect(Object.keys(HARDENING)).toEqual(rows as string[])
})

test('finds nothing open in an install that is closed', () => {
  w.db.write((tx) => tx.run('update users set platform_admin = 0'))
  chmodSync(w.folder, 0o700)
  const given = readConfig({
    SIGNALPOST_SITE_URL: 'https://push.northwind.example',
    SIGNALPOST_TRUSTED_PROXIES: '127.0.0.1/32',
    SIGNALPOST_BACKUP_TO: 's3://backups/northwind',
    SIGNALPOST_BACKUP_PASSPHRASE: 'seven lamps over the harbour',
    SIGNALPOST_SECRET_KEY: 'a key for tests of thirty-two characters',
  }).config
  const found = judged({ ...given, data_dir: w.folder })
  // These tests may run as root.
  expect(open(found).filter((name) => name !== 'the program runs as its own account')).toEqual([])
})

test('finds each line that is open', () => {
  chmodSync(w.folder, 0o755)
  const given = readConfig({
    SIGNALPOST_SITE_URL: 'http://push.northwind.example',
    SIGNALPOST_LISTEN: '0.0.0.0:8080',
    SIGNALPOST_TRUSTED_PROXIES: '0.0.0.0/0',
    SIGNALPOST_ALLOW_NETWORKS: '10.0.0.0/8',
  }).config
  const file = join(w.folder, 'signalpost.db')
  chmodSync(file, 0o644)
  expect(open(judged({ ...given, data_dir: w.folder, backup_to: `${w.folder}/backups` }, file))).toEqual(
    expect.arrayContaining([
      'nobody else reads the data folder',
      'nobody else reads the settings',
      'it listens on loopback only',
      'the address is https',
      'the proxy is trusted, and nothing more',
      'no private network is open to links',
      'backups are encrypted',
      'backups leave the machine',
      'platform admins have a second factor',
    ]),
  )
})
