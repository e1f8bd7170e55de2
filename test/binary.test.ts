import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { version } from '../package.json'
import { assets } from '../static/index.ts'
import { until } from './e2e/appliance.ts'
import { binary } from './e2e/binary.ts'

let program: string
let folder: string
beforeAll(async () => {
  program = await binary()
  folder = mkdtempSync(join(tmpdir(), 'signalpost-binary-'))
}, 600_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Env = Record<string, string>

/** The executable in an empty folder, with nothing in its environment but what is given. */
function start(words: string[], env: Env = {}, input = '') {
  const given = { PATH: '/usr/bin:/bin', SIGNALPOST_LISTEN: '127.0.0.1:0', ...env }
  return Bun.spawn([program, ...words], {
    cwd: folder,
    env: given,
    stdin: Buffer.from(input),
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

async function run(words: string[], env: Env = {}, input = '') {
  const process = start(words, env, input)
  const [out, err] = await Promise.all([new Response(process.stdout).text(), new Response(process.stderr).text()])
  return { code: await process.exited, out, err }
}

/** A running install, once it says where it listens; `log` goes on filling. */
async function serve(env: Env = {}) {
  const process = start(['serve'], env)
  let log = ''
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reading = (async () => {
    for await (const piece of process.stdout) {
      log += new TextDecoder().decode(piece)
      const [, address] = /"message":"listening","address":"([^"]+)".*\n/.exec(log) ?? []
      if (address) resolve(address)
    }
    reject(new Error(`ended: ${log} ${await new Response(process.stderr).text()}`))
  })()
  return { process, address: await promise, log: () => log, ended: Promise.all([process.exited, reading]) }
}

describe('the command line', () => {
  test('says its version, and what there is', async () => {
    expect((await run(['version'])).out).toStartWith(`signalpost ${version} (`)
    const { code, out } = await run(['help'])
    expect(code).toBe(0)
    for (const name of ['serve', 'setup', 'push', 'check', 'doctor', 'config', 'healthcheck', 'version'])
      expect(out).toMatch(new RegExp(`^  ${name} {2,}\\S`, 'm'))
  })

  test('alone shows what there is, and neither starts anything nor writes a folder', async () => {
    expect(await run([])).toEqual(await run(['help']))
    expect(existsSync(join(folder, 'data'))).toBe(false)
  })

  test('an unknown command, flag or word too many ends with 2 and says what is wrong', async () => {
    for (const [words, reason] of [
      [['bogus'], 'there is no command "bogus"'],
      [['--bogus'], 'there is no command "--bogus"'],
      [['config', '--bogus'], 'there is no option --bogus'],
      [['config', 'more'], 'unexpected argument "more"'],
      [['setup'], '--email is missing'],
    ] as const) {
      const { code, out, err } = await run([...words])
      expect([code, out]).toEqual([2, ''])
      expect(err).toContain(reason)
    }
  })

  test('a bad setting stops the start with one line that names it', async () => {
    for (const [env, reason] of [
      [{ SIGNALPOST_LISTEN: 'nowhere' }, 'SIGNALPOST_LISTEN: "nowhere" is not'],
      [{ SIGNALPOST_TRUSTED_PROXIES: '10.0.0.0/99' }, 'SIGNALPOST_TRUSTED_PROXIES: "10.0.0.0/99" is not a network'],
    ] as const) {
      const { code, err } = await run(['serve'], env)
      expect([code, err.trimEnd().split('\n').length]).toEqual([1, 1])
      expect(err).toStartWith(`signalpost: ${reason}`)
    }
    expect(existsSync(join(folder, 'data'))).toBe(false)
  })

  test('the settings are shown with their origin, secrets masked', async () => {
    const { out } = await run(['config'], { SIGNALPOST_SECRET_KEY: 'k'.repeat(40), SIGNALPOST_PASSIVE: '1' })
    expect(out).toMatch(/SIGNALPOST_PASSIVE +1 +environment/)
    expect(out).toMatch(/SIGNALPOST_SECRET_KEY +\[set\] +environment/)
    expect(out).not.toContain('kkk')
  })

  test('an install that does not run is not healthy', async () => {
    const { code, err } = await run(['healthcheck'], { SIGNALPOST_LISTEN: '127.0.0.1:9' })
    expect([code, err]).toEqual([1, 'signalpost: nothing answers: ECONNREFUSED\n  start it: signalpost serve\n'])
  })
})

describe('an install from nothing', () => {
  let port: string
  let key: string
  let install: Awaited<ReturnType<typeof serve>>
  const env = () => ({ SIGNALPOST_LISTEN: `127.0.0.1:${port}`, SIGNALPOST_SITE_URL: `http://localhost:${port}` })

  beforeAll(async () => {
    // What lies around must not matter: both files would be read by an ordinary Bun.
    writeFileSync(join(folder, 'bunfig.toml'), 'preload = ["./not-there.ts"]\n')
    writeFileSync(join(folder, '.env'), 'SIGNALPOST_BOGUS=1\n')
    install = await serve()
    port = new URL(install.address).port
  })
  afterAll(async () => {
    install.process.kill('SIGKILL')
    await install.process.exited
  })

  test('boots in an empty folder, says where to set it up, and keeps its data to itself', async () => {
    expect((await fetch(`${install.address}/readyz`)).status).toBe(200)
    // Said once it answers.
    const said = await until('the address', async () => /"setup_url":"([^"]*)"/.exec(install.log()))
    expect(said[1]).toMatch(/^http:\/\/localhost:8080\/setup\?token=spi_[0-9A-Za-z]{38}$/)
    const modeOf = (name: string) => statSync(join(folder, name)).mode & 0o777
    expect([modeOf('data'), modeOf('data/secret.key'), modeOf('data/signalpost.db')]).toEqual([0o700, 0o600, 0o600])
  })

  test('serves what is embedded: pages, files, the documentation, the document', async () => {
    const [asset] = assets().keys()
    for (const path of [
      '/app/sign-in',
      asset!,
      '/docs',
      '/docs/recipes',
      '/docs/webhooks',
      '/docs/operations/get_me',
      '/docs/postman.json',
      '/openapi.json',
    ])
      expect([path, (await fetch(install.address + path)).status]).toEqual([path, 200])
    expect((await fetch(`${install.address}/mcp`, { method: 'POST' })).status).toBe(401)
  })

  test('a second process on the folder is refused and told who has it', async () => {
    for (const words of [
      ['serve'],
      ['setup', '--email=a@b.example', '--name=A', '--workspace=W', '--password-stdin'],
    ]) {
      const { code, err } = await run(words, {}, 'seven lamps over the harbour')
      expect([code, err.trimEnd().split('\n').length]).toEqual([1, 1])
      expect(err).toContain(`is in use by process ${install.process.pid}`)
    }
    expect((await fetch(`${install.address}/readyz`)).status).toBe(200)
  })

  test('an address that is taken is told as such', async () => {
    const { code, err } = await run(['serve'], { ...env(), SIGNALPOST_DATA_DIR: join(folder, 'other') })
    expect([code, err]).toEqual([
      1,
      `signalpost: SIGNALPOST_LISTEN: cannot listen on 127.0.0.1:${port}: the address is already in use\n  stop the other program, or set another SIGNALPOST_LISTEN\n`,
    ])
  })

  test('the checks from the command line find it well', async () => {
    expect((await run(['healthcheck'], env())).code).toBe(0)
    const { out } = await run(['doctor'], { ...env(), SIGNALPOST_INDEXNOW_ENDPOINT: `${install.address}/indexnow` })
    for (const name of ['settings', 'data folder', 'key file', 'database', 'process', 'site address', 'clock'])
      expect(out).toMatch(new RegExp(`OK +${name}`))
  })

  test('SIGTERM ends it cleanly, and the next start finds everything in place', async () => {
    install.process.kill('SIGTERM')
    const [code] = await install.ended
    expect([code, install.log()]).toEqual([0, expect.stringContaining('"message":"stopped"')])
    expect(existsSync(join(folder, 'data/signalpost.db-wal'))).toBe(false)
  })

  test('it is set up without a browser once, and by a strong password only', async () => {
    const words = [
      'setup',
      '--email',
      'ada@northwind.example',
      '--name',
      'Ada',
      '--workspace',
      'Northwind',
      '--api-key',
    ]
    const weak = await run([...words, '--password-stdin'], {}, 'short')
    expect([weak.code, weak.out, weak.err.split(':')[1]]).toEqual([1, '', ' password'])
    writeFileSync(join(folder, 'password'), 'seven lamps over the harbour\n')
    const { code, out } = await run([...words, '--password-file', 'password'])
    const made = JSON.parse(out)
    expect([code, Object.keys(made)]).toEqual([0, ['user_id', 'tenant_id', 'api_key']])
    key = made.api_key
    const again = await run([...words, '--password-file', 'password'])
    expect([again.code, again.err]).toEqual([1, 'signalpost: This install is set up already. Sign in instead.\n'])
  })

  test('links are pushed and checked from the command line, with an exit code that tells how it went', async () => {
    install = await serve(env())
    expect(install.log()).not.toContain('setup_url')
    const links = 'https://bakery.example/bread\n\n# later\nhttps://bakery.example/cake\nhttps://bakery.example/bread\n'
    const cli = (words: string[], input = links) =>
      run(words, { SIGNALPOST_URL: `http://localhost:${port}/`, SIGNALPOST_KEY: key }, input)
    const unconnected = await cli(['push'])
    expect([unconnected.code, unconnected.err]).toEqual([1, expect.stringContaining('No crawl supplier is connected')])
    const put = (path: string, body: unknown) =>
      fetch(`${install.address}/api/v1/settings/${path}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    await put('crawl', { routes: { primary: { adapter: 'simulated', enabled: true } } })
    await put('integrations', { engines: { scan_standard: { adapter: 'simulated', enabled: true } } })
    writeFileSync(join(folder, 'links.txt'), links)
    const pushed = await cli(['push', 'links.txt', '--job', 'Bread', '--wait'], '')
    expect(pushed.out).toMatch(/^[0-9a-f-]{36}: 2 links, 1 left out/)
    // Names under .example resolve nowhere, and the pre-flight says so.
    expect([pushed.code, pushed.out]).toEqual([3, expect.stringContaining('0 sent, 0 already indexed, 2 flagged')])
    const checked = await cli(['check', '-', '--wait'])
    expect([0, 3]).toContain(checked.code)
    expect(checked.out).toMatch(/done; \d indexed, \d not indexed, 0 unknown/)
    const refused = await run(['push'], { SIGNALPOST_URL: `http://localhost:${port}`, SIGNALPOST_KEY: 'ipk_no' }, links)
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining(
        'signalpost: The API key is missing, invalid or revoked.\n  create a key in the web interface',
      ),
    ])
  })
})
