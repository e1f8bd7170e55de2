/**
 * What the manual tells to type, typed. A change is judged by the restore drill and the set-up without a browser;
 * `bun run test:long whole` types every block that is not marked `no-run`.
 */
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { manualText, manualTopics } from '../../src/doors/docs/manual.ts'
import { KEYS, manifestOf, signed } from '../commands/server/fake-release.ts'
import { blocksOf } from '../docs/manual-text.ts'
import { WHOLE } from '../long/whole.ts'
import { installer, type Stage, stage } from './stage.ts'

setDefaultTimeout(600_000)

const ROOT = resolve(import.meta.dir, '../..')

let s: Stage
let drill_port: number
beforeAll(async () => {
  s = await stage()
  drill_port = freePort()
  for (const path of [
    'etc/signalpost',
    'etc/prometheus/rules',
    'etc/fail2ban/filter.d',
    'etc/fail2ban/jail.d',
    'root',
    'backups',
  ])
    mkdirSync(join(s.folder, path), { recursive: true })
  mkdirSync(join(s.folder, 'var/lib'), { recursive: true })
  writeFileSync(join(s.folder, 'etc/signalpost/signalpost.env'), `SIGNALPOST_DATA_DIR=${s.folder}/var/lib/signalpost\n`)
  installer(s.folder)
  if (WHOLE) layOutRelease(s.folder, join(s.bin, 'signalpost'))
  for (const [name, script] of Object.entries(STAND_INS)) {
    writeFileSync(join(s.bin, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(s.bin, name), 0o755)
  }
  cpSync(join(ROOT, 'deploy'), join(s.folder, 'deploy'), { recursive: true })
  expect(await typed(SETUP)).toMatchObject({ code: 0 })
  expect(await typed('signalpost backup /backups/FILE.backup')).toMatchObject({ code: 0 })
})
afterAll(() => s.close())

/** An install of its own, which is stopped, as the installer lays it out. */
const SETUP =
  'signalpost setup --email ada@northwind.example --name Ada --workspace Northwind --password-file password.txt'

const STAND_INS: Record<string, string> = {
  systemctl: 'case "$*" in *--user*) exit 1 ;; esac',
  ...Object.fromEntries(
    ['apt-get', 'dig', 'fail2ban-client', 'promtool', 'restic', 'tailscale'].map((name) => [name, ':']),
  ),
}

/** The folder is that of a release as well, as page 1 asks for it. */
function layOutRelease(folder: string, program: string): void {
  const own = { cwd: folder, stdout: 'inherit', stderr: 'inherit' } as const
  const name = `signalpost-0.3.0-linux-${process.arch}`
  const transform = '--transform=s,^,signalpost-0.3.0/,'
  const sources = ['install.sh', 'deploy', 'LICENSE']
  Bun.spawnSync(['tar', '-czf', 'signalpost-0.3.0-source.tar.gz', transform, ...sources], own)
  cpSync(program, join(folder, name))
  for (const document of ['THIRD-PARTY-LICENSES.txt', 'signalpost.cdx.json'])
    writeFileSync(join(folder, document), '{}')
  const names = [name, 'THIRD-PARTY-LICENSES.txt', 'signalpost.cdx.json', 'signalpost-0.3.0-source.tar.gz']
  const sum = (file: string) => new Bun.CryptoHasher('sha256').update(readFileSync(join(folder, file))).digest('hex')
  writeFileSync(join(folder, 'SHA256SUMS'), names.map((file) => `${sum(file)}  ${file}\n`).join(''))
  const artefacts = [...names, 'SHA256SUMS'].map((file) => ({
    name: file,
    kind: 'binary' as const,
    target: null,
    bytes: statSync(join(folder, file)).size,
    sha256: sum(file),
  }))
  const manifest = `${JSON.stringify({ ...manifestOf(''), artefacts }, null, 1)}\n`
  writeFileSync(join(folder, 'manifest.json'), manifest)
  writeFileSync(join(folder, 'manifest.json.minisig'), signed(Buffer.from(manifest)))
}

/** A block as it stands, with the places of a server in a folder, and the install at its own port. */
async function typed(text: string, more: Record<string, string> = {}) {
  const here = text
    .replaceAll(/(?<![\w.~/$-])\/(etc|var\/lib|root|backups)(?=[/ \n]|$)/g, `${s.folder}/$1`)
    .replaceAll('http://localhost:8080', s.install.address())
    .replaceAll('127.0.0.1:8099', `127.0.0.1:${drill_port}`)
    .replaceAll(/https:\/\/(www\.)?example\.com\//g, `${s.pages}/$1menu`)
    // The install reads a source itself, and it has no proxy that leads to this name.
    .replaceAll(/(?<=watch \w+ )https:\/\/bakery\.example/g, s.pages)
  const { host } = new URL(s.install.address())
  const env = { SIGNALPOST_CONFIG: join(s.folder, 'etc/signalpost/signalpost.env'), SIGNALPOST_LISTEN: host, ...more }
  const { code, out, err } = await s.sh(`set -e\n${here}`, { SIGNALPOST_KEY: s.key, KEY: KEYS[0]!, ...env })
  return { text, code, said: code ? err + out : '', out }
}

const freePort = (): number => {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const { port } = server
  void server.stop(true)
  return port!
}

const blocks = manualTopics.flatMap((topic) =>
  blocksOf(manualText(topic))
    .filter(({ info }) => info === 'sh')
    .map(({ text }, at) => ({ topic, at, text })),
)
const blockWith = (words: string) => blocks.find(({ text }) => text.includes(words))!.text

test('the restore drill, as it is written: the copy is proved, ready and passive, and the install goes on', async () => {
  const key = join(s.install.data_dir, 'secret.key')
  const text = blockWith('drill.backup').replace('/var/lib/signalpost/secret.key', key)
  const running = { SIGNALPOST_DATA_DIR: s.install.data_dir }
  const { code, said, out } = await typed(text, running)
  expect([code, said]).toEqual([0, ''])
  expect(out).toContain('"ready":true')
  expect(out).toContain('"passive":true')
  expect(out).toContain('SQLite finds nothing wrong, the books balance')
  expect(existsSync(join(s.folder, 'drill'))).toBe(false)
  expect((await s.install.ask('GET', '/me')).status).toBe(200)
})

test('the set-up without a browser gives an account and a key', async () => {
  const fresh = { SIGNALPOST_DATA_DIR: join(s.folder, 'fresh') }
  expect(await typed(blockWith('signalpost setup'), fresh)).toMatchObject({ code: 0 })
  expect(await Bun.file(join(s.folder, 'setup.json')).json()).toMatchObject({ api_key: expect.stringMatching(/^ipk_/) })
})

/** As an operator does on the page of backups, where the manual says so in words. */
function releaseRestored(): void {
  const db = new Database(join(s.folder, 'var/lib/signalpost/signalpost.db'))
  db.run(
    "update settings set value = json_set(value, '$.released_at', json_extract(value, '$.restored_at')) where name = 'restored'",
  )
  db.close()
}

test.skipIf(!WHOLE).each(blocks.filter(({ text }) => !/drill\.backup|signalpost setup/.test(text)))(
  '$topic $at',
  async ({ text }) => {
    if (['age-keygen', 'minisign'].some((tool) => text.includes(`${tool} -`) && !Bun.which(tool))) return
    for (const [name, content] of Object.entries({
      'setup.json': JSON.stringify({ api_key: s.key }),
      'key.txt': s.key,
    }))
      writeFileSync(join(s.folder, name), content)
    if (text.includes('signalpost doctor')) releaseRestored()
    expect(await typed(text)).toMatchObject({ text, code: 0, said: '' })
  },
)
