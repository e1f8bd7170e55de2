import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ownProgram } from '../../src/kernel/environment/spawn-self.ts'

const ROOT = resolve(import.meta.dir, '../..')
const OUTFILE = join(ROOT, 'dist/signalpost')
/** One pattern each: a slash within braces matches nothing. */
const SOURCES = ['src', 'views', 'migrations', 'static', 'scripts', 'docs/manual'].map(
  (one) => new Bun.Glob(`${one}/**/*`),
)

let known: Promise<string> | undefined

/** The executable, built anew when a source is younger than it. */
export const binary = (): Promise<string> => {
  known ??= newest()
  return known
}

async function newest(): Promise<string> {
  if (isStale()) {
    const built = Bun.spawn([process.execPath, 'scripts/build.ts'], { cwd: ROOT, stdout: 'ignore', stderr: 'pipe' })
    if ((await built.exited) !== 0) throw new Error(`the build failed: ${await new Response(built.stderr).text()}`)
  }
  return OUTFILE
}

function isStale(): boolean {
  const built = statSync(OUTFILE, { throwIfNoEntry: false })
  if (!built) return true
  const sources = ['package.json', 'bun.lock', ...SOURCES.flatMap((one) => [...one.scanSync(ROOT)])]
  return sources.some((path) => statSync(join(ROOT, path)).mtimeMs > built.mtimeMs)
}

/** Lets what an install of this process starts of itself be the executable. */
export async function startAsBinary(): Promise<void> {
  ownProgram.words = [await binary()]
}
