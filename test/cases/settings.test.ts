/** Settings as containers, clusters and people hand them over, with the report that shows it. */
import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { keyIn } from '../../src/commands/client/connection.ts'
import { readConfig } from '../../src/kernel/environment/config.ts'

const folder = mkdtempSync(join(tmpdir(), 'settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = (text: string): string => {
  const path = join(folder, 'signalpost.env')
  writeFileSync(path, text)
  return path
}

describe('names', () => {
  test.each([
    ['SIGNALPOST_NORTH_SERVICE_HOST', '10.96.14.2', 'kubernetes/kubernetes#59552'],
    ['SIGNALPOST_NORTH_SERVICE_PORT', '80', 'actualbudget/actual#4920'],
    ['SIGNALPOST_NORTH_SERVICE_PORT_HTTP', '80', 'yuzutech/kroki#576'],
    ['SIGNALPOST_NORTH_PORT', 'tcp://10.96.14.2:80', 'garethgeorge/backrest#885'],
    ['SIGNALPOST_NORTH_PORT_80_TCP', 'tcp://10.96.14.2:80', 'abartrim/sobs PR#435'],
    ['SIGNALPOST_NORTH_PORT_80_TCP_PROTO', 'tcp', 'abartrim/sobs PR#435'],
    ['SIGNALPOST_NORTH_PORT_53_UDP_ADDR', '10.96.14.2', 'kubernetes/kubernetes#59552'],
    ['SIGNALPOST_PORT', 'tcp://10.96.14.2:8080', 'a Service named signalpost'],
    ['SIGNALPOST_SERVICE_HOST', '10.96.14.2', 'a Service named signalpost'],
  ])('%s of a Service is none of ours (%s, %s)', (name, value) => {
    expect(readConfig({ [name]: value }).unknown).toEqual([])
  })

  test.each([
    ['SIGNALPOST_PASIVE', 'SIGNALPOST_PASSIVE'],
    ['SIGNALPOST_SITEURL', 'SIGNALPOST_SITE_URL'],
    ['SIGNALPOST_URL_SITE', 'SIGNALPOST_SITE_URL'],
    ['SIGNALPOST_LISTENN', 'SIGNALPOST_LISTEN'],
    ['SIGNALPOST_WHATEVER', null],
  ])('%s is named, and starts nothing less', (name, meant) => {
    for (const env of [{ [name]: 's3cret' }, { SIGNALPOST_CONFIG: file(`${name}=s3cret`) }]) {
      const [words, ...more] = readConfig(env).unknown
      expect(words).toBe(
        `${name}: is not a setting of Signalpost and was ignored${meant ? `; did you mean ${meant}?` : ''}`,
      )
      expect(more).toEqual([])
    }
  })

  test('the manifest asks for no names of Services', () => {
    expect(readFileSync('deploy/kubernetes.yaml', 'utf8')).toContain('enableServiceLinks: false')
  })
})

describe('quotes', () => {
  test.each([
    ['"seven lamps over the harbour"', 'seven lamps over the harbour', 'docker/compose#8479'],
    ["'seven lamps over the harbour'", 'seven lamps over the harbour', 'docker/for-win#12344'],
    ['seven lamps over the harbour', 'seven lamps over the harbour', 'docker/compose#10040'],
    ['"seven lamps over the harbour', '"seven lamps over the harbour', 'one quote alone'],
    ['""seven lamps over the harbour""', '"seven lamps over the harbour"', 'a value that has quotes itself'],
  ])('%s is %s, wherever it is read (%s)', (value, right) => {
    const line = { SIGNALPOST_CONFIG: file(`SIGNALPOST_BACKUP_PASSPHRASE=${value}\n`) }
    for (const env of [{ SIGNALPOST_BACKUP_PASSPHRASE: value }, { SIGNALPOST_BACKUP_PASSPHRASE: `${value}\r` }, line])
      expect(readConfig(env).config.backup_passphrase).toBe(right)
  })

  test.each([
    [{ SIGNALPOST_LISTEN: '"0.0.0.0:8080"' }, 'listen', { hostname: '0.0.0.0', port: 8080 }],
    [{ SIGNALPOST_PASSIVE: "'1'" }, 'passive', true],
    [{ SIGNALPOST_SITE_URL: '"https://push.northwind.example/"' }, 'site_url', 'https://push.northwind.example'],
    [{ SIGNALPOST_BACKUP_TO: '""' }, 'backup_to', ''],
  ] as const)('%j is read', (env, name, value) => {
    expect(readConfig(env).config[name] as unknown).toEqual(value)
  })
})

describe('paths', () => {
  test.each([
    ['~/backups', join(homedir(), 'backups'), 'Kpa-clawbot/CoreScope PR#318'],
    ['~', homedir(), 'earthly/earthly#1789'],
    ['"~/sp data"', join(homedir(), 'sp data'), 'docker/docs#25512'],
    ['/srv/backups', '/srv/backups', 'a whole path'],
  ])('%s is %s (%s)', (value, right) => {
    const { config } = readConfig({ SIGNALPOST_BACKUP_TO: value, SIGNALPOST_DATA_DIR: value })
    expect([config.backup_to, config.data_dir]).toEqual([right, right])
  })

  test('from here are taken for the data, and never for backups, which would stay on the same disk', () => {
    expect(readConfig({ SIGNALPOST_DATA_DIR: 'data' }).config.data_dir).toBe(resolve('data'))
    expect(() => readConfig({ SIGNALPOST_BACKUP_TO: 'backups' })).toThrow('begins with /')
  })

  test.each([
    ['$HOME/backups', 'not expanded'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the value as it stands in a file
    ['${HOME}/backups', 'not expanded'],
    ['`pwd`/backups', 'not expanded'],
    ['%h/backups', 'not expanded'],
    ['/srv/backups ', 'blank'],
    [' /srv/backups', 'blank'],
    ['~ada/backups', 'another account'],
    ['"/srv/backups', 'not expanded'],
  ])('%j is refused by name', (value, reason) => {
    for (const name of ['SIGNALPOST_BACKUP_TO', 'SIGNALPOST_DATA_DIR', 'SIGNALPOST_CATALOG'])
      expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}: .*${reason}`))
  })

  test.each(['s3:/nw/x', 's3:nw', 'S3://nw/x', 'gs://nw/x', 's3:///x'])('%s is no place of backups', (value) => {
    expect(() => readConfig({ SIGNALPOST_BACKUP_TO: value })).toThrow('SIGNALPOST_BACKUP_TO: ')
  })
})

describe('a file with a key', () => {
  const KEY = `ipk_${'a'.repeat(38)}`
  test.each([
    `${KEY}\n`,
    `"${KEY}"\r\n`,
    `'${KEY}'`,
    `SIGNALPOST_KEY=${KEY}`,
    `SIGNALPOST_KEY="${KEY}"`,
    `export SIGNALPOST_KEY='${KEY}'`,
    `\ufeffSIGNALPOST_KEY = ${KEY}`,
    `Bearer ${KEY}`,
  ])('%j is read', (text) => {
    expect(keyIn(file(text))).toBe(KEY)
  })
})
