/** Clients that strangers' generators make of the document: they generate, compile strictly, and do the main job. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { inLongRun, WHOLE } from '../long/whole.ts'
import { type Stage, stage } from '../shell/stage.ts'

setDefaultTimeout(600_000)

const PACKAGES = join(import.meta.dir, 'node_modules')
const TSC = resolve(import.meta.dir, '../../node_modules/.bin/tsc')
const GOLDEN = join(import.meta.dir, 'type-names.txt')

/** Each generator's command line, without its name; it writes into a folder that is called like it. */
const GENERATORS = {
  'openapi-typescript': ['openapi.json', '-o', 'openapi-typescript/api.ts'],
  orval: ['--config', 'orval.config.mjs'],
  'hey-api': ['-i', 'openapi.json', '-o', 'hey-api', '--no-log-file'],
  'swagger-typescript-api': ['generate', '-p', 'openapi.json', '-o', 'swagger-typescript-api', '-n', 'api.ts'],
}
type Generator = keyof typeof GENERATORS
const PROGRAMS: Partial<Record<Generator, string>> = { 'hey-api': 'openapi-ts' }
/** In the long run; a change is judged by the three validators. */
const names = (WHOLE ? Object.keys(GENERATORS) : []) as Generator[]

const ORVAL = `export default {
  api: { input: './openapi.json', output: { target: './orval/api.ts', client: 'fetch', baseUrl: 'https://push.northwind.example/api/v1' } },
}`

/** As strict as TypeScript is, but for `exactOptionalPropertyTypes`, which hey-api's own runtime does not pass. */
const STRICT = {
  target: 'ESNext',
  module: 'Preserve',
  moduleResolution: 'bundler',
  lib: ['ESNext', 'DOM', 'DOM.Iterable'],
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noFallthroughCasesInSwitch: true,
  noEmit: true,
}

type Problem = { ruleId: string; location: { pointer?: string }[] }

const generated = existsSync(PACKAGES)
if (!generated)
  console.log('Generated clients are not tested: run `bun install --frozen-lockfile --cwd test/generators`')

describe.skipIf(!generated)('the document', () => {
  let s: Stage
  let folder: string
  const run = async (command: string[], env: Record<string, string> = {}) => {
    const process_ = Bun.spawn(command, {
      cwd: folder,
      env: { PATH: process.env.PATH!, HOME: folder, CI: '1', NO_COLOR: '1', DO_NOT_TRACK: '1', ...env },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [out, err] = await Promise.all([new Response(process_.stdout).text(), new Response(process_.stderr).text()])
    return { code: await process_.exited, out, err }
  }

  beforeAll(async () => {
    s = await stage()
    folder = mkdtempSync(join(tmpdir(), 'signalpost-generators-'))
    writeFileSync(join(folder, 'openapi.json'), await (await fetch(`${s.install.address()}/openapi.json`)).text())
    writeFileSync(join(folder, 'orval.config.mjs'), ORVAL)
    for (const name of names) mkdirSync(join(folder, name))
    cpSync(join(import.meta.dir, 'uses'), folder, { recursive: true })
  }, 600_000)
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await s.close()
  })

  test('is valid to three validators', async () => {
    const document = readFileSync(join(folder, 'openapi.json'), 'utf8')
    const { validate: scalar } = await import(join(PACKAGES, '@scalar/openapi-parser'))
    expect(await scalar(document)).toMatchObject({ valid: true, version: '3.1' })
    const { default: swagger } = await import(join(PACKAGES, '@apidevtools/swagger-parser'))
    expect((await swagger.validate(JSON.parse(document))).openapi).toBe('3.1.0')
    const { createConfig, lintFromString } = await import(join(PACKAGES, '@redocly/openapi-core'))
    const config = await createConfig({ extends: ['recommended'] })
    const found = await lintFromString({ source: document, config })
    expect(found.map(({ ruleId, location: [at] }: Problem) => `${ruleId} ${at?.pointer}`)).toEqual([
      // The error that is any of them, for people to name.
      'no-unused-components #/components/schemas/Error',
    ])
  })

  describe.each(names)('in the hands of %s', (name) => {
    test('becomes a client', async () => {
      const program = join(PACKAGES, '.bin', PROGRAMS[name] ?? name)
      const { code, out, err } = await run([process.execPath, '--bun', program, ...GENERATORS[name]])
      expect([code, code ? out + err : '']).toEqual([0, ''])
    })

    test('compiles strictly, with what people write against it', async () => {
      const project = join(folder, `${name}.json`)
      writeFileSync(project, JSON.stringify({ compilerOptions: STRICT, files: [`${name}.ts`] }))
      expect(await run([TSC, '-p', project])).toEqual({ code: 0, out: '', err: '' })
    })
  })

  test('names its types so that a person can write them', () => {
    const { components } = JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8'))
    const told = `${Object.keys(components.schemas).join('\n')}\n`
    if (process.env.UPDATE_TYPE_NAMES) writeFileSync(GOLDEN, told)
    expect(told).toBe(readFileSync(GOLDEN, 'utf8'))
    expect(told).not.toMatch(/\d{3}Data|AnyOf|Properties|.{30}/)
    for (const file of ['orval/api.ts', 'hey-api/types.gen.ts', 'swagger-typescript-api/api.ts']) {
      if (!existsSync(join(folder, file))) continue
      const exported = readFileSync(join(folder, file), 'utf8').matchAll(/^export (?:interface|type|enum) (\w+)/gm)
      const long = [...exported].map(([, type]) => type!).filter((type) => type.length > 48 || /AnyOf|OneOf/.test(type))
      expect([file, long]).toEqual([file, []])
    }
  })

  inLongRun('gives a client that pushes, follows the job, reads the CSV and is told why it is refused', async () => {
    const urls = ['menu', 'cake'].map((path) => `${s.pages}/${path}`)
    const env = { API: `${s.install.address()}/api/v1`, KEY: s.key }
    const { code, out, err } = await run([process.execPath, 'hey-api.ts', ...urls], env)
    expect([code, err]).toEqual([0, ''])
    const { csv, ...told } = JSON.parse(out)
    expect(told).toEqual({
      accepted: 2,
      invalid: ['no address'],
      title: 'Generated: 2',
      status: 'watching',
      links: urls.toSorted(),
      refusals: [[2, 1], [['drip_days', 'must be 30 or less']]],
    })
    const [head, ...lines] = (csv as string).trim().split('\r\n')
    expect(head).toStartWith('uid,url,state,indexed,credit')
    expect(lines.map((line) => line.split(',').slice(1, 3))).toEqual(urls.map((url) => [url, 'sent']))
  })
})
