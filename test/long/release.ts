/** The executable of an earlier release, built of the history: what an upgrade comes from. */
import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dir, '../..')

/** Null where the history does not reach back to it, as in an archive of the sources. */
export function releaseBefore(version: string): string | null {
  const folder = join(ROOT, 'dist', `release-${version}`)
  const program = join(folder, 'dist/signalpost')
  if (existsSync(program)) return program
  const commit = version === '0.1.0' ? beforeSchema('0002') : released(version)
  if (!commit) return null
  mkdirSync(folder, { recursive: true })
  said('sh', '-c', `git archive ${commit} | tar -x -C '${folder}'`)
  const inside = (...words: string[]) => said('env', '-C', folder, process.execPath, ...words)
  inside('install', '--frozen-lockfile')
  inside('scripts/build.ts')
  return existsSync(program) ? program : null
}

const released = (version: string): string =>
  said('git', 'log', '--format=%H', '-1', `--grep=^project: ${version.replaceAll('.', '\\.')}$`)

/** The last commit without a migration: 0.1.0 has no commit of its own. */
function beforeSchema(migration: string): string {
  const added = said('git', 'log', '--diff-filter=A', '--format=%H', '--', `migrations/${migration}_*`)
  return added && said('git', 'rev-parse', `${added.split('\n').at(-1)}^`)
}

function said(...words: string[]): string {
  const { stdout, stderr, success } = Bun.spawnSync(words, { cwd: ROOT, stdout: 'pipe', stderr: 'pipe' })
  if (!success) console.info(`${words.join(' ')}: ${stderr.toString().trim().slice(-300)}`)
  return success ? stdout.toString().trim() : ''
}
