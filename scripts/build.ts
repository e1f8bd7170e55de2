/**
 * Builds `dist/signalpost`: one executable with the runtime, the code, its bytecode and every embedded file. Beside it,
 * its bill of materials and the licences of what it is made of.
 *
 * Workers are further entry points: a file named `<name>-worker.ts` is started, from the repository and from the
 * executable alike, by its path from the repository's root: `new Worker('./src/kernel/<name>-worker.ts')`.
 */
import { Database } from 'bun:sqlite'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { migrations } from '../migrations/index.ts'
import { name, version } from '../package.json'
import { migrate, schemaIn } from '../src/kernel/database/migrate.ts'
import { systemClock } from '../src/kernel/time/clock.ts'
import { billOfMaterials, licenceTexts } from './components.ts'
import { packedLanguages } from './languages/pack.ts'

/** What the project's own code may add to the runtime, in bytes. */
export const BUDGET = 15_250_000

const ROOT = resolve(import.meta.dir, '..')

const unreached: Bun.BunPlugin = {
  name: 'without libraries that are never reached',
  setup: (builder) =>
    void builder.onResolve({ filter: /^(@sinclair\/typebox|croner|exact-mirror)/ }, () => ({
      path: join(ROOT, 'scripts/unreached.js'),
    })),
}

/** `@elysiajs/swagger` takes one constant from here, for a page that we do not serve. The themes are 0.4 MB. */
const withoutThemes: Bun.BunPlugin = {
  name: 'without the themes of the viewer',
  setup: (builder) =>
    void builder.onLoad({ filter: /@scalar[/\\]themes[/\\]dist[/\\]index\.js$/ }, () => ({
      contents: "export const elysiajsTheme = ''",
      loader: 'js',
    })),
}

if (import.meta.main) {
  const { outfile, bytes, added } = await build()
  console.log(`${name} ${version} (${commit()}): ${outfile}`)
  console.log(`${megabytes(bytes)}, of it ${megabytes(added)} over a bare Bun (budget ${megabytes(BUDGET)})`)
}

/**
 * Compiles into `dist` and returns the executable's path, its size, and how much of that is not the bare runtime.
 * The executable appears under its name only when it is complete, so one that runs can be replaced.
 */
async function build(): Promise<{ outfile: string; bytes: number; added: number }> {
  const folder = join(ROOT, 'dist')
  await mkdir(folder, { recursive: true })
  const stage = await mkdtemp(join(folder, 'build-'))
  try {
    const bytes = await compileProgram(join(stage, name))
    const added = bytes - (await bareSize(stage))
    await Bun.write(join(folder, `${name}.cdx.json`), billOfMaterials())
    await Bun.write(join(folder, 'THIRD-PARTY-LICENSES.txt'), licenceTexts())
    const outfile = join(folder, name)
    await rename(join(stage, name), outfile)
    return { outfile, bytes, added }
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

/** Another kind of machine than this one, as releases name it, and its runtime. */
export type Machine = { target: string; runtime: string }

/** Compiles the program into `outfile` and returns its size. */
export function compileProgram(outfile: string, machine?: Machine): Promise<number> {
  const workers = [...new Bun.Glob('src/**/*-worker.ts').scanSync(ROOT)].sort()
  return compile(outfile, ['src/main.ts', ...workers], [unreached, withoutThemes, packedLanguages], machine)
}

/** What a program of one line takes: the runtime. */
export async function bareSize(folder: string): Promise<number> {
  const bare = join(folder, 'bare')
  await Bun.write(`${bare}.ts`, 'Bun.serve({ fetch: () => new Response() })')
  return compile(bare, [`${bare}.ts`])
}

/** Names stay, so that a stack trace names its functions; a source map would name files and lines too, for 6.8 MB. */
async function compile(
  outfile: string,
  entrypoints: string[],
  plugins: Bun.BunPlugin[] = [],
  machine?: Machine,
): Promise<number> {
  await Bun.build({
    entrypoints: entrypoints.map((path) => resolve(ROOT, path)),
    root: ROOT,
    target: 'bun',
    format: 'esm',
    minify: { whitespace: true, syntax: true, identifiers: false },
    sourcemap: 'none',
    bytecode: true,
    // Functions are compiled at their first call: 13 MB less, and a start takes 13 ms more.
    bytecodeDepth: 0,
    // What is imported late is read late.
    splitting: true,
    plugins,
    define: {
      BUILD_COMMIT: JSON.stringify(commit()),
      BUILD_TIME: JSON.stringify(committed()),
      BUILD_TARGET: JSON.stringify(machine?.target ?? ''),
      NEWEST_SCHEMA: JSON.stringify(newestSchema()),
    },
    // The working directory of an installed program is not ours: nothing in it may steer the process.
    compile: {
      outfile,
      autoloadDotenv: false,
      autoloadBunfig: false,
      ...(machine && { target: `bun-${machine.target}` as Bun.Build.CompileTarget, executablePath: machine.runtime }),
    },
  })
  return Bun.file(outfile).size
}

/** The commit that is built, marked when files were changed since; `unknown` outside a repository. */
export function commit(): string {
  const git = Bun.spawnSync(['git', 'describe', '--always', '--dirty', '--abbrev=12', '--exclude=*'], { cwd: ROOT })
  return git.success ? git.stdout.toString().trim() : 'unknown'
}

/** When that commit was made, so that the same sources make the same executable; nothing outside a repository. */
export function committed(): string {
  const git = Bun.spawnSync(['git', 'log', '-1', '--format=%ct'], { cwd: ROOT })
  return git.success ? new Date(Number(git.stdout.toString()) * 1000).toISOString() : ''
}

/** The last step and the packed schema after it, so that a first start makes its database at once. */
export function newestSchema(): string {
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-schema-'))
  try {
    const file = join(folder, 'signalpost.db')
    migrate(file, migrations, systemClock)
    const made = new Database(file, { readonly: true })
    const text = schemaIn(made)
    made.close()
    if (text === null) throw new Error('a step of the schema writes rows: a new database would lack them')
    return `${migrations.at(-1)!.name} ${Buffer.from(Bun.zstdCompressSync(text, { level: 19 })).toString('base64')}`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
