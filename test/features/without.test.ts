/**
 * A feature is removed by its folders and its lines in two lists, together with the features that need it; everything
 * else goes on.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { Glob } from 'bun'
import { features } from '../../src/features/index.ts'
import { inLongRun, WHOLE } from '../long/whole.ts'

const ROOT = resolve(import.meta.dir, '../..')
/** Lists of features, and of their pages. */
const LISTS = ['src/features/index.ts', 'views/features.ts']
const COMMANDS = 'src/commands/index.ts'
/** Its two folders, and its command. */
const foldersOf = (name: string): string[] => [
  `src/features/${name}`,
  `views/${name}`,
  `src/commands/server/${name}.ts`,
]

/** Paths that a file imports. */
function importsOf(path: string): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8')
  return [...text.matchAll(/\bfrom\s+'(\.[^']+)'|\bimport\('(\.[^']+)'\)/g)].map(([, from, lazily]) =>
    relative(ROOT, resolve(ROOT, dirname(path), from ?? lazily!)),
  )
}

const files = [...new Glob('{src,views}/**/*.{ts,tsx}').scanSync(ROOT)].filter(
  (path) => ![...LISTS, COMMANDS].includes(path),
)
const isIn = (names: readonly string[]) => (path: string) =>
  names.flatMap(foldersOf).some((folder) => path === folder || path.startsWith(`${folder}/`))
const usersOf = (names: readonly string[]): string[] =>
  files.filter((path) => !isIn(names)(path) && importsOf(path).some(isIn(names)))

/** A feature with those that need it. */
function removed(name: string): string[] {
  const above = features.filter(({ needs }) => needs.includes(name)).flatMap((one) => removed(one.name))
  return [...new Set([name, ...above])]
}

/** This list only becomes longer. */
const OPTIONAL = [
  'signups',
  'sso',
  'notices',
  'webhooks',
  'reports',
  'drafts',
  'standing',
  'repairs',
  'moves',
  'billing',
  'margin',
  'free-checks',
  'audit-streams',
  'connect',
  'answers',
  'attention',
  'results',
  'evidence',
  'retention',
]

test('nothing imports an optional feature but the lists', () => {
  expect(OPTIONAL.flatMap((name) => usersOf(removed(name)))).toEqual([])
  expect(features.map(({ name }) => name).filter((name) => usersOf(removed(name)).length === 0)).toEqual(OPTIONAL)
})

test('no feature declares a slot of pages: without it, those that fill the slot would have no type', () => {
  const ours = files.filter(isIn(features.map(({ name }) => name)))
  const declaring = ours.filter((path) => /interface Slots\b/.test(readFileSync(join(ROOT, path), 'utf8')))
  expect(declaring).toEqual([])
})

const PARTS = ['src', 'views', 'migrations', 'static', 'languages', 'docs', 'package.json', 'README.md', 'CHANGELOG.md']

/** Before a change the program starts without one of them, another each day. Types take 15 seconds each. */
const TODAY = Math.floor(Date.now() / 86_400_000)
const chosen = WHOLE ? OPTIONAL : [OPTIONAL[TODAY % OPTIONAL.length]!]

describe.each(chosen)('without %s', (name) => {
  let copy: string
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'signalpost-without-'))
    for (const part of PARTS) cpSync(join(ROOT, part), join(copy, part), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
    for (const folder of removed(name).flatMap(foldersOf)) rmSync(join(copy, folder), { recursive: true, force: true })
    for (const gone of removed(name))
      for (const path of LISTS) {
        const list = readFileSync(join(copy, path), 'utf8')
        const constant = new RegExp(`import \\{ (\\w+) \\} from './${gone}/feature\\.tsx?'\n`)
        const [line, word] = constant.exec(list) ?? []
        if (line) writeFileSync(join(copy, path), list.replace(line, '').replace(new RegExp(`\\b${word},?`), ''))
      }
    const commands = readFileSync(join(copy, COMMANDS), 'utf8').split('\n')
    const left = commands.filter((line) => !removed(name).some((gone) => line.includes(`'./server/${gone}.ts'`)))
    writeFileSync(join(copy, COMMANDS), left.join('\n'))
    const config = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8')) as { compilerOptions: object }
    const options = { ...config.compilerOptions, incremental: false, tsBuildInfoFile: undefined }
    writeFileSync(
      join(copy, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, include: ['src', 'views', 'migrations', 'static'] }),
    )
  })
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  inLongRun(
    'its folders are gone, and types hold',
    () => {
      expect(
        removed(name)
          .flatMap(foldersOf)
          .filter((folder) => existsSync(join(copy, folder))),
      ).toEqual([])
      const types = Bun.spawnSync(['node_modules/.bin/tsc', '--noEmit', '-p', '.'], { cwd: copy })
      expect(types.stdout.toString()).toBe('')
      expect(types.exitCode).toBe(0)
    },
    120_000,
  )

  test('the program starts and answers by pages and by REST', async () => {
    const data = mkdtempSync(join(tmpdir(), 'signalpost-without-data-'))
    const port = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
    const base = `http://127.0.0.1:${port.port}`
    await port.stop(true)
    const child = Bun.spawn([process.execPath, 'src/main.ts', 'serve'], {
      cwd: copy,
      env: {
        PATH: process.env.PATH ?? '',
        SIGNALPOST_DATA_DIR: data,
        SIGNALPOST_LISTEN: new URL(base).host,
        SIGNALPOST_PASSIVE: '1',
        SIGNALPOST_SECRET_KEY: 'a key for tests of thirty-two characters',
      },
      stdout: 'ignore',
      stderr: 'inherit',
    })
    try {
      const answers = async (path: string): Promise<number> => (await fetch(base + path, { redirect: 'manual' })).status
      for (let tries = 0; tries < 400 && child.exitCode === null; tries++) {
        if ((await answers('/healthz').catch(() => 0)) === 200) break
        await Bun.sleep(100)
      }
      const paths = ['/readyz', '/docs', '/app/sign-in', '/api/v1/me']
      expect(await Promise.all(paths.map(answers))).toEqual([200, 200, expect.any(Number), 401])
    } finally {
      child.kill()
      await child.exited
      rmSync(data, { recursive: true, force: true })
    }
  }, 60_000)
})
