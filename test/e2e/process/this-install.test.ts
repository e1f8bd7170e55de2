/** Which install a command on a server works on, and as which account it may: through the compiled binary. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inLongRun } from '../../long/whole.ts'
import { binary } from '../binary.ts'

setDefaultTimeout(600_000)

let program: string
let folder: string
beforeAll(async () => {
  program = await binary()
  folder = mkdtempSync(join(tmpdir(), 'signalpost-install-'))
  chmodSync(folder, 0o755)
}, 600_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Place = { cwd: string; env: Record<string, string>; as?: readonly string[] }

function start({ cwd, env, as = [] }: Place, words: readonly string[], input = '') {
  return Bun.spawn([...as, program, ...words], {
    cwd,
    env: { PATH: process.env.PATH!, ...env },
    stdin: Buffer.from(input),
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

async function run(place: Place, words: readonly string[], input = '') {
  const child = start(place, words, input)
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out, err }
}

const SETUP = ['setup', '--email', 'ada@northwind.example', '--name', 'Ada', '--workspace', 'Northwind']
const PASSWORD = 'seven lamps over the harbour'

/** A home with the settings that the installer writes, and an empty folder to be in. */
function home(name: string): Place & { data: string } {
  const [home, cwd] = [join(folder, name), join(folder, `${name}-elsewhere`)]
  const data = join(home, '.local/share/signalpost')
  for (const path of [join(home, '.config/signalpost'), join(home, '.local/share'), cwd])
    mkdirSync(path, { recursive: true })
  const settings = `SIGNALPOST_DATA_DIR=${data}\nSIGNALPOST_LISTEN=127.0.0.1:0\n`
  writeFileSync(join(home, '.config/signalpost/signalpost.env'), settings)
  return { cwd, env: { HOME: home }, data }
}

inLongRun(
  'every command of an installed account finds its install from any folder, and none makes a second one',
  async () => {
    const place = home('ada')
    const settings = join(place.env.HOME!, '.config/signalpost/signalpost.env')
    expect(await run(place, [...SETUP, '--password-stdin'], PASSWORD)).toMatchObject({ code: 0, err: '' })
    expect((await run(place, ['doctor', '--offline'])).out).toMatch(
      new RegExp(`OK +settings +.*${settings}[^]*OK +data folder +${place.data}[^]*OK +database +sound`),
    )
    expect((await run(place, ['config'])).err).toContain(settings)
    expect((await run(place, ['verify'])).code).toBe(0)
    expect((await run(place, ['backup'])).out).toContain(join(place.data, 'backups'))
    expect((await run(place, ['rotate-key'])).out).toContain(join(place.data, 'secret.key'))
    const serving = start(place, ['serve'])
    for await (const piece of serving.stdout) if (new TextDecoder().decode(piece).includes('listening')) break
    serving.kill()
    await serving.exited
    expect(existsSync(join(place.data, 'lock.pid'))).toBe(true)
    expect(readdirSync(place.cwd)).toEqual([])
  },
)

test('where there is no install, each command says which folder it meant, and doctor finds nothing well about it', async () => {
  const place = home('nobody')
  for (const words of [['backup'], ['verify'], ['rotate-key'], ['doctor', '--clock-is-right']]) {
    const { code, err } = await run(place, words)
    expect([words, code, err]).toEqual([words, 1, expect.stringContaining(`there is no install in ${place.data}`)])
    expect(err).toContain('SIGNALPOST_CONFIG')
  }
  const { code, out } = await run(place, ['doctor', '--offline'])
  expect([code, out]).toEqual([1, expect.stringMatching(/FAIL +data folder +there is no install in/)])
  expect(out).not.toMatch(/(key file|database|time)/)
})

const NOBODY = 65_534
const asNobody = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--']

describe.skipIf(process.getuid?.() !== 0 || !Bun.which('setpriv'))(
  'as root, with an install of another account',
  () => {
    test('commands that write are refused before they write, and print the line to run', async () => {
      const data = join(folder, 'of-nobody')
      mkdirSync(data, { mode: 0o700 })
      chownSync(data, NOBODY, NOBODY)
      const settings = join(folder, 'machine.env')
      writeFileSync(settings, `SIGNALPOST_DATA_DIR=${data}\nSIGNALPOST_LISTEN=127.0.0.1:0\n`)
      const root: Place = { cwd: folder, env: { SIGNALPOST_CONFIG: settings } }
      const line = (...words: string[]) =>
        expect.stringContaining(`runuser -u nobody -- env SIGNALPOST_CONFIG=${settings} signalpost ${words.join(' ')}`)
      const refused = async (...words: string[]) => {
        const { code, err } = await run(root, words, PASSWORD)
        expect([words, code, err]).toEqual([words, 1, line(...words)])
      }
      for (const words of [['serve'], ['restore', '/no.backup'], [...SETUP, '--password-stdin']])
        await refused(...words)
      expect(readdirSync(data)).toEqual([])

      const nobody: Place = { ...root, cwd: '/', as: asNobody }
      expect(await run(nobody, [...SETUP, '--password-stdin'], PASSWORD)).toMatchObject({ code: 0, err: '' })
      const before = readdirSync(data)
      for (const words of [['backup'], ['rotate-key'], ['serve'], ['doctor', '--clock-is-right']])
        await refused(...words)
      expect(readdirSync(data)).toEqual(before)

      // Root may look without changing whose the files are.
      expect((await run(root, ['doctor', '--offline'])).out).toMatch(/OK +data folder/)
      expect((await run(root, ['verify'])).code).toBe(0)
      expect(await run(nobody, ['rotate-key'])).toMatchObject({ code: 0 })
      const files = readdirSync(data).map((name) => statSync(join(data, name)))
      expect(files.filter(({ uid, mode }) => uid !== NOBODY || mode & 0o077)).toEqual([])

      chownSync(join(data, 'secret.key'), 0, 0)
      const advice = new RegExp(`FAIL +data folder +.*secret.key belongs to root.*chown -R nobody: ${data}`)
      expect((await run(root, ['doctor', '--offline'])).out).toMatch(advice)
      expect((await run(nobody, ['doctor', '--offline'])).out).toMatch(advice)
    })

    test('another account that may not look into the folder is not told that there is no install', async () => {
      const data = join(folder, 'of-root')
      mkdirSync(data, { mode: 0o700 })
      const nobody: Place = { cwd: '/', env: { SIGNALPOST_DATA_DIR: data }, as: asNobody }
      for (const words of [['verify'], ['backup'], ['serve']])
        expect((await run(nobody, words)).err).toContain(`${data} belongs to root, and this is nobody`)
      const settings = join(folder, 'closed/signalpost/signalpost.env')
      mkdirSync(join(settings, '..'), { recursive: true })
      writeFileSync(settings, 'SIGNALPOST_DATA_DIR=/nowhere\n', { mode: 0o600 })
      const user: Place = { cwd: '/', env: { XDG_CONFIG_HOME: join(folder, 'closed') }, as: asNobody }
      const { code, err } = await run(user, ['serve'])
      expect([code, err]).toEqual([1, expect.stringContaining(`its settings in ${settings}, and nobody may not read`)])
    })
  },
)
