/** Servers whose certificate is of a private CA, with the report that shows it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { checkPrivateCas } from '../../src/commands/server/doctor/network.ts'
import { readConfig } from '../../src/kernel/environment/config.ts'
import { CERTIFICATE, LOOPBACK_CERTIFICATE } from '../kernel/web-fetch/certificate.ts'
import { CERTIFICATE as OF_SYSLOG } from '../upstreams/syslog.ts'

const folder = mkdtempSync(join(tmpdir(), 'signalpost-ca-'))
const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const MAIN = join(import.meta.dir, '../../src/main.ts')
const clean = () => {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
  return { ...env, SIGNALPOST_DATA_DIR: join(folder, 'data') }
}
const run = async (words: string[], env: Record<string, string>) => {
  const child = Bun.spawn([process.execPath, ...words], { env: { ...clean(), ...env }, stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out, err }
}
const calls = async (env: Record<string, string>): Promise<Record<string, string>> => {
  const { out, err } = await run([join(import.meta.dir, 'private-ca-child.ts')], env)
  if (!out) throw new Error(err)
  return JSON.parse(out)
}
const BOTH = `Northwind CA, since 2026\r\n${LOOPBACK_CERTIFICATE.cert}\n\n# the logs\n${OF_SYSLOG}\n`

let without: Record<string, string>
let trusting: Record<string, string>
let by_file: Record<string, string>
beforeAll(async () => {
  const bundle = file('bundle.pem', BOTH)
  const settings = file('signalpost.env', `SIGNALPOST_CA_FILE=${bundle}\n`)
  without = await calls({})
  trusting = await calls({ SIGNALPOST_CA_FILE: bundle })
  by_file = await calls({ SIGNALPOST_CONFIG: settings })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a server with a certificate of a private CA', () => {
  test.each([
    ['pages, webhooks and identity providers', 'louislam/uptime-kuma#276'],
    ['suppliers and Stripe', 'dani-garcia/vaultwarden#6118'],
    ['store of backups', 'as the others'],
    ['mail server', 'exceptionless/Exceptionless#704'],
    ['syslog', 'xibosignage/xibo-docker PR#173'],
    ['releases', 'louislam/uptime-kuma#676'],
    ['site address', 'louislam/uptime-kuma#676'],
  ])('%s: refused, and answered once its CA is named (%s)', (call) => {
    expect(without[call]).toStartWith('refused: ')
    expect([trusting[call], by_file[call]]).toEqual(['answered', 'answered'])
  })

  test('the words of a refusal name the setting', () => {
    for (const call of ['suppliers and Stripe', 'mail server', 'site address'])
      expect(without[call]).toContain('SIGNALPOST_CA_FILE')
  })

  test('the command line trusts it too, and no other certificate', async () => {
    const server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      tls: LOOPBACK_CERTIFICATE,
      fetch: () =>
        Response.json({ ok: false, error: { code: 'unauthorized', message: 'who are you?' } }, { status: 401 }),
    })
    const env = { SIGNALPOST_URL: `https://127.0.0.1:${server.port}`, SIGNALPOST_KEY: 'sp_live_x' }
    const status = (more: Record<string, string>) => run([MAIN, 'status'], { ...env, ...more })
    expect((await status({})).err).toContain('SIGNALPOST_CA_FILE')
    expect((await status({ SIGNALPOST_CA_FILE: file('other.pem', CERTIFICATE.cert) })).err).toContain(
      'cannot be reached',
    )
    expect((await status({ SIGNALPOST_CA_FILE: file('right.pem', LOOPBACK_CERTIFICATE.cert) })).err).toContain(
      'who are you?',
    )
    const broken = await status({ SIGNALPOST_CA_FILE: join(folder, 'gone.pem') })
    expect([broken.code === 0, broken.err.includes(join(folder, 'gone.pem'))]).toEqual([false, true])
    await server.stop(true)
  })
})

describe('a file of CAs', () => {
  const cut = LOOPBACK_CERTIFICATE.cert.replace(/\n[^\n]{64}\n/, '\n')
  test.each([
    ['missing', () => join(folder, 'none.pem'), 'none.pem'],
    ['a folder', () => folder, 'EISDIR'],
    ['empty', () => file('empty.pem', ''), 'no certificate'],
    ['a key', () => file('key.pem', LOOPBACK_CERTIFICATE.key), 'no certificate'],
    ['DER', () => file('ca.der', Buffer.from('MIIB', 'base64').toString('latin1')), 'no certificate'],
    ['cut off', () => file('cut.pem', LOOPBACK_CERTIFICATE.cert.slice(0, 200)), 'no certificate'],
    ['broken', () => file('broken.pem', `${OF_SYSLOG}\n${cut}`), 'certificate 2 of 2'],
  ])('%s is refused, with its path', (_, path, words) => {
    const read = () => readConfig({ SIGNALPOST_CA_FILE: path() })
    for (const word of ['SIGNALPOST_CA_FILE', path(), words]) expect(read).toThrow(word)
  })

  test('a start without it ends, and says which', async () => {
    const { code, err } = await run([MAIN, 'serve'], { SIGNALPOST_CA_FILE: join(folder, 'none.pem') })
    expect([code > 0, err]).toEqual([true, expect.stringContaining(join(folder, 'none.pem'))])
  })

  test.each([
    ['one', LOOPBACK_CERTIFICATE.cert, 1],
    ['lines of Windows', LOOPBACK_CERTIFICATE.cert.replaceAll('\n', '\r\n'), 1],
    ['several, with words between', BOTH, 2],
    ['a bundle of a system', rootCertificates.slice(0, 20).join('\n'), 20],
  ])('%s is read', (name, text, many) => {
    const { config } = readConfig({ SIGNALPOST_CA_FILE: file(`${name}.pem`.replaceAll(' ', '-'), text) })
    expect(config.ca_file).toHaveLength(many)
  })

  test('the doctor counts them, and warns of one that has ended', () => {
    expect(checkPrivateCas({ ca_file: [] })).toMatchObject({ verdict: 'ok', found: 'none' })
    const ca_file = [LOOPBACK_CERTIFICATE.cert, OF_SYSLOG]
    expect(checkPrivateCas({ ca_file })).toMatchObject({ verdict: 'ok', found: 'trusted: 2' })
    expect(checkPrivateCas({ ca_file }, '2126-10-30T00:00:00.000Z')).toMatchObject({
      verdict: 'warn',
      found: 'CN=127.0.0.1 ended on Oct 29 04:33:43 2126 GMT',
    })
  })
})
