import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dir, '../..')
const OUTFILE = join(ROOT, 'dist/signalpost')
const SOURCES = new Bun.Glob('{src,views,migrations,static,scripts}/**/*')

/** The executable, built anew when a source is younger than it. */
export async function binary(): Promise<string> {
  if (isStale()) {
    const built = Bun.spawn([process.execPath, 'scripts/build.ts'], { cwd: ROOT, stdout: 'ignore', stderr: 'pipe' })
    if ((await built.exited) !== 0) throw new Error(`the build failed: ${await new Response(built.stderr).text()}`)
  }
  return OUTFILE
}

function isStale(): boolean {
  const built = statSync(OUTFILE, { throwIfNoEntry: false })
  if (!built) return true
  const sources = ['package.json', 'bun.lock', ...SOURCES.scanSync(ROOT)]
  return sources.some((path) => statSync(join(ROOT, path)).mtimeMs > built.mtimeMs)
}
