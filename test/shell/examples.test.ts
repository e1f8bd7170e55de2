/** Every command line that README and help show, typed as it stands. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from '../../src/commands/framework/command.ts'
import { catalog } from '../../src/commands/index.ts'
import { KEYS, releaseFiles, tarWith } from '../commands/server/fake-release.ts'
import { some, WHOLE } from '../long/whole.ts'
import { ADDRESS, installer, type Stage, stage } from './stage.ts'

setDefaultTimeout(600_000)

const README = readFileSync(resolve(import.meta.dir, '../../README.md'), 'utf8')
const commands = (await catalog.all()).flatMap((group) => group.commands)

let s: Stage
/** The folder of an install of its own, beside the one that runs. */
let spare: string
beforeAll(async () => {
  s = await stage()
  await s.sh(`signalpost login ${ADDRESS} --key-file key.txt`)
  spare = mkdtempSync(join(s.folder, 'install-'))
})
afterAll(() => s.close())

/** Runs a line where it belongs; what is installed in /etc and /var stands in the folder here. */
async function typed(line: string, more: Record<string, string> = {}) {
  const here = line
    .replaceAll('/etc/signalpost', s.folder)
    // The install reads this one itself, and knows no proxy.
    .replace(/(?<=watch \w+ )https:\/\/bakery\.example/, s.pages)
    .replaceAll(/\/(var\/lib\/signalpost|backups)/g, `${s.folder}/$1`)
  const result = await s.sh(here, more, line.startsWith('signalpost completion fish') ? 'fish' : 'bash')
  return { line, code: result.code, err: result.code ? result.err + result.out : '' }
}

const onItsOwn = () => ({ SIGNALPOST_DATA_DIR: mkdtempSync(join(spare, 'data-')), SIGNALPOST_LISTEN: '127.0.0.1:0' })
const asTheInstall = () => ({
  SIGNALPOST_DATA_DIR: s.install.data_dir,
  SIGNALPOST_LISTEN: new URL(s.install.address()).host,
  SIGNALPOST_SITE_URL: s.install.address(),
  SIGNALPOST_INDEXNOW_ENDPOINT: `${s.install.address()}/indexnow`,
})

/** Starts what runs until it is stopped, and stops it when it says that it is open. */
async function served(line: string, open: RegExp): Promise<number> {
  const here = `exec env ${line.replaceAll('/etc/signalpost', s.folder)}`
  const process = Bun.spawn(['bash', '-c', here], {
    cwd: s.folder,
    env: { ...s.env, ...onItsOwn() },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let said = ''
  for await (const piece of process.stdout) {
    const before = open.test(said)
    said += new TextDecoder().decode(piece)
    // A second signal would end it at once.
    if (!before && open.test(said)) process.kill('SIGTERM')
  }
  return process.exited
}

const SETUP = 'signalpost setup --email a@b.example --name A --workspace W --password-file password.txt'

async function asSetUp() {
  const env = onItsOwn()
  expect((await typed(SETUP, env)).code).toBe(0)
  return env
}

/** Where the examples of a command are run, if not against the install. */
const PLACES: Record<string, () => Promise<Record<string, string>> | Record<string, string>> = {
  setup: onItsOwn,
  doctor: asTheInstall,
  healthcheck: asTheInstall,
  backup: asTheInstall,
  restore: asTheInstall,
  verify: asTheInstall,
  'rotate-key': asSetUp,
  factors: asSetUp,
  update() {
    cpSync(tarWith(releaseFiles()), join(s.folder, 'signalpost-0.3.0-linux-x64.tar'))
    return { SIGNALPOST_UPDATE_KEYS: KEYS[0]! }
  },
  sso: asSetUp,
}

const tooWide = (help: string): string[] =>
  help
    .split('\n')
    .filter((line) => line.length > 100 && !/^ {2}\S.*signalpost|^ {2}signalpost|^Signalpost pushes/.test(line))

describe('help', () => {
  // A change runs those of `push`, and the first of each other command; `demo.test.ts` runs the demo.
  const chosen = commands.filter(({ name }) => WHOLE || name !== 'demo')
  const examples = chosen.flatMap(({ name, examples }) =>
    examples.slice(0, WHOLE || name === 'push' ? undefined : 1).map(({ line }) => [line, name] as const),
  )

  test('shows examples for every command', () => {
    for (const { name, examples } of commands) expect([name, examples.length > 0]).toEqual([name, true])
  })

  test.each(examples)('%s', async (line, name) => {
    await Bun.write(join(s.folder, 'signalpost.env'), '# nothing is set\n')
    if (name === 'serve') return expect(await served(line, /"listening"/)).toBe(0)
    if (line.includes('completion fish') && !Bun.which('fish')) return
    expect(await typed(line, await PLACES[name]?.())).toEqual({ line, code: 0, err: '' })
  })

  test('is the same by all three ways to ask for it', async () => {
    const [a, b, c] = [await s.run(['help', 'push']), await s.run(['push', '--help']), await s.run(['push', '-h'])]
    expect([b, c]).toEqual([a, a])
  })

  test('tells all of a command that its declaration says, in a hundred columns but for examples', async () => {
    for (const { name, options = {}, words = [], exits = {}, examples } of some(commands, 6)) {
      const { out } = await s.run(['help', name])
      for (const option of Object.keys(options)) expect(out).toContain(`--${option}`)
      for (const word of words) expect(out).toContain(word.name)
      for (const code of Object.keys(exits)) expect(out).toMatch(new RegExp(`^  ${code}  `, 'm'))
      for (const { line } of examples) expect(out).toContain(line)
      expect(tooWide(out)).toEqual([])
    }
    expect(tooWide((await s.run(['help'])).out)).toEqual([])
  })

  test('as JSON is every declaration', async () => {
    const told = JSON.parse((await s.run(['help', '--json'])).out) as Command[]
    expect(told.map(({ name }) => name)).toEqual(commands.map(({ name }) => name))
    expect(told.find(({ name }) => name === 'push')).toMatchObject({ options: { drip: { value: 'DAYS' } } })
  })
})

describe('README.md', () => {
  /** Blocks that a shell runs, and commands in the middle of a sentence. */
  const blocks = [...README.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text]) => text!)
  const spoken = [...README.matchAll(/`((?:signalpost|sh install\.sh|git pull) [^`\n]*)`/g)].map(([, line]) => line!)
  const lines = spoken.filter((line) => !/\b[A-Z]{3,}\b|\[OPTIONS\]/.test(line) && line !== 'signalpost serve')

  beforeAll(() => {
    installer(s.folder)
    for (const name of ['var/lib/signalpost', 'backups']) mkdirSync(join(s.folder, name), { recursive: true })
  })

  /** Each call of the API of its own, since an answer has an id that the next needs. */
  test('the calls of the API answer as it says', async () => {
    const block = blocks.find((text) => text.includes('api()'))!
    const [define, ...calls] = block.trim().split('\n')
    const ids = await s.install.get<{ items: { id: string }[] }>('/jobs?page_size=1')
    for (const call of calls) {
      const { code, out } = await s.sh(`${define}\n${call.replace('ID', ids.items[0]!.id)}`, { SIGNALPOST_KEY: s.key })
      expect([call, code]).toEqual([call, 0])
      if (!call.includes('>')) expect([call, JSON.parse(out).ok]).toEqual([call, true])
    }
    expect(readFileSync(join(s.folder, 'links.csv'), 'utf8')).toStartWith('\uFEFFuid,url,state')
  })

  // `install.test.ts` has the line of the demo, and `demo.test.ts` runs it.
  test.each(blocks.filter((text) => !text.includes('api()')))('%s', async (block) => {
    for (const line of block.trim().split('\n')) {
      const command = line.replace(/ +#.*$/, '')
      if (!WHOLE && command === 'sh install.sh demo') continue
      expect(await typed(command)).toMatchObject({ line: command, code: 0 })
    }
  })

  test.each(lines.filter((line) => WHOLE || !line.includes('demo')))('%s', async (line) => {
    if (line.includes('--keep')) return expect(await served(line, /password/)).toBe(0)
    const { code, err } = await typed(line)
    expect([line, code, err.includes('Error')]).toEqual([line, 0, false])
  })
})
