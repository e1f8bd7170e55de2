import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ConfigError, readConfig } from '../../../src/kernel/environment/config.ts'

const SECRET = 'a secret of thirty-two characters or more'
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalpost-config-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = (text: string): string => {
  const path = join(folder, `${Bun.hash(text)}.env`)
  writeFileSync(path, text)
  return path
}
const reasonOf = (env: Record<string, string>): string => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'none'
}

describe('where a setting comes from', () => {
  test('an empty environment is a working one', () => {
    const { config, origins } = readConfig({})
    expect(config).toMatchObject({
      data_dir: resolve('data'),
      listen: { hostname: '127.0.0.1', port: 8080 },
      site_url: 'http://localhost:8080',
      secret_key: [],
      allow_networks: [],
      passive: false,
      log_level: 'info',
    })
    expect(new Set(origins.map(({ origin }) => origin))).toEqual(new Set(['default']))
  })

  test('without a site address, links lead to the port that is listened on', () => {
    const siteUrl = (listen: string) => readConfig({ SIGNALPOST_LISTEN: listen }).config.site_url
    expect(siteUrl('0.0.0.0:9000')).toBe('http://localhost:9000')
    expect(siteUrl('unix:/run/signalpost.sock')).toBe('http://localhost:8080')
  })

  test('the environment wins over the file, and each value says where it came from', () => {
    const path = file('# of the operator\n\nSIGNALPOST_LOG_LEVEL=warn\nexport SIGNALPOST_PASSIVE="1"\n')
    const { config, origins } = readConfig({ SIGNALPOST_CONFIG: path, SIGNALPOST_LOG_LEVEL: 'error' })
    expect(config).toMatchObject({ log_level: 'error', passive: true })
    const originOf = Object.fromEntries(origins.map(({ name, origin }) => [name, origin]))
    expect(originOf).toMatchObject({
      SIGNALPOST_LOG_LEVEL: 'environment',
      SIGNALPOST_PASSIVE: 'file',
      SIGNALPOST_LISTEN: 'default',
    })
  })

  test('an empty variable is as good as none', () => {
    const path = file('SIGNALPOST_LOG_LEVEL=warn\n')
    expect(readConfig({ SIGNALPOST_CONFIG: path, SIGNALPOST_LOG_LEVEL: '' }).config.log_level).toBe('warn')
  })

  test('a secret may lie in a file of its own, named in either place, and is never shown', () => {
    const secret = file(`${SECRET}\n`)
    const path = file(`SIGNALPOST_SECRET_KEY_FILE=${secret}\n`)
    for (const env of [{ SIGNALPOST_SECRET_KEY_FILE: secret }, { SIGNALPOST_CONFIG: path }]) {
      const { config, origins } = readConfig(env)
      expect(config.secret_key).toEqual([SECRET])
      expect(JSON.stringify(origins)).not.toContain(SECRET)
      expect(origins.find(({ name }) => name === 'SIGNALPOST_SECRET_KEY')).toMatchObject({
        value: '[set]',
        secret: true,
      })
    }
  })
})

describe('what stops the start', () => {
  test.each([
    ['LISTEN', '8080'],
    ['LISTEN', 'localhost:99999'],
    ['LISTEN', 'unix:relative'],
    ['LISTEN', '::1:8080'],
    ['SITE_URL', 'push.agency.example'],
    ['SITE_URL', 'https://push.agency.example/app'],
    ['SITE_URL', 'https://user@push.agency.example'],
    ['SITE_URL', 'ftp://push.agency.example'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['ALLOW_NETWORKS', 'everything'],
    ['INDEXNOW_ENDPOINT', 'api.indexnow.org'],
    ['PASSIVE', 'yes'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_FORMAT', 'xml'],
    ['SECRET_KEY', 'short'],
  ])('a bad value of %s (%s), told by its name', (name, value) => {
    expect(reasonOf({ [`SIGNALPOST_${name}`]: value })).toStartWith(`SIGNALPOST_${name}: `)
  })

  test('a refused secret is not repeated', () => {
    expect(reasonOf({ SIGNALPOST_SECRET_KEY: 'hunter2' })).not.toContain('hunter2')
  })

  test('a file that cannot be read, or a line in it that says nothing', () => {
    expect(reasonOf({ SIGNALPOST_CONFIG: join(folder, 'none.env') })).toStartWith('SIGNALPOST_CONFIG: cannot be read')
    expect(reasonOf({ SIGNALPOST_SECRET_KEY_FILE: join(folder, 'none') })).toStartWith(
      'SIGNALPOST_SECRET_KEY_FILE: cannot',
    )
    expect(reasonOf({ SIGNALPOST_CONFIG: file('SIGNALPOST_PASSIVE=0\nwhat is this\n') })).toContain('line 2')
  })
})

test.each([
  ['0.0.0.0:80', { hostname: '0.0.0.0', port: 80 }],
  ['[::1]:8080', { hostname: '::1', port: 8080 }],
  ['localhost:0', { hostname: 'localhost', port: 0 }],
  ['unix:/run/signalpost.sock', { unix: '/run/signalpost.sock' }],
])('listens on %s', (text, listen) => {
  expect(readConfig({ SIGNALPOST_LISTEN: text }).config.listen).toEqual(listen)
})
