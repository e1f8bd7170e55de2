/**
 * `bun run migration NAME` drafts the next step of the schema: drizzle-kit compares the tables.ts of each domain with
 * those of the last commit, and the draft lands in migrations/ and in its list. The last commit is what to compare with,
 * since its tables are those of its migrations (test/architecture.test.ts). STRICT, CHECKs, partial indexes and the moving
 * of data are completed by hand before it is shipped; afterwards it is never edited.
 */

import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dir, '..')
const FOLDER = join(ROOT, 'migrations')
const TABLES = 'src/{domains,features}/**/tables.ts'
const TERMINAL = Boolean(process.stdin.isTTY && process.stdout.isTTY)

const [name = '', since = 'HEAD'] = process.argv.slice(2)

function main(name: string): number {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) return say(USAGE, 2)
  const begun = run(['git', 'status', '--porcelain', 'migrations'], ROOT).trim()
  if (begun) return say(`There is a step already that was not committed; complete it, or drop it first:\n${begun}`, 1)
  const drafted = draft(name)
  if (drafted === null) return say(`The tables are those of ${since}: no draft was made.`, 0)
  const last = Math.max(...shipped().map((step) => Number(step.slice(0, 4))))
  const file = `${String(last + 1).padStart(4, '0')}_${name}`
  writeFileSync(join(FOLDER, `${file}.sql`), drafted)
  list(file, name)
  return say(`migrations/${file}.sql is a draft: complete STRICT, CHECKs and indexes, then run the tests.`, 0)
}

const USAGE = `usage: bun run migration NAME [COMMIT]
NAME says what changes, such as add_client_colour. COMMIT is what to compare the tables with: the last one by default.`

/** What drizzle-kit proposes, as plain SQL; null when nothing changed. */
function draft(name: string): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-migration-'))
  try {
    run(
      ['sh', '-c', 'git archive "$1" src languages package.json tsconfig.json | tar -x -C "$2"', 'sh', since, folder],
      ROOT,
    )
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    if (!compare(folder, folder, 'before')) throw new Error(`no tables were found in ${since}`)
    const made = compare(ROOT, folder, name)
    if (!made) return null
    const sql = readFileSync(join(folder, made), 'utf8')
    return `${sql.replaceAll('--> statement-breakpoint', '').replaceAll('`', '').trim()}\n`
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The draft that drizzle-kit leaves in `out`, if any. It runs on Bun, since the tables import TypeScript. */
function compare(root: string, out: string, name: string): string | undefined {
  const kit = [process.execPath, '--bun', join(ROOT, 'node_modules/drizzle-kit/bin.cjs'), 'generate']
  const options = ['--dialect=sqlite', `--schema=${join(root, TABLES)}`, '--out=.', `--name=${name}`]
  const before = sqlIn(out)
  const made = () => sqlIn(out).find((file) => !before.includes(file))
  const said = run([...kit, ...options], out)
  // It exits 0 all the same when it wants to ask what was renamed, which it does in a terminal only.
  if (made() || said.includes('nothing to migrate')) return made()
  if (!TERMINAL) throw new Error(`drizzle-kit made no draft; in a terminal it asks what was renamed:\n${said}`)
  run([...kit, ...options], out, 'inherit')
  return made()
}

/** Adds the step to the list that the program embeds. */
function list(file: string, name: string): void {
  const index = join(FOLDER, 'index.ts')
  const word = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const text = readFileSync(index, 'utf8')
    .replace(/((?:^import .*\n)+)/m, `$1import ${word} from './${file}.sql' with { type: 'text' }\n`)
    .replace(/,?\s*\]\n$/, `, { name: '${file}', sql: ${word} }]\n`)
  writeFileSync(`${index}.part`, text)
  renameSync(`${index}.part`, index)
  run([process.execPath, 'x', 'biome', 'check', '--write', index], ROOT)
}

/** What a command says; throws with all of it when it fails. */
function run(command: string[], cwd: string, out: 'pipe' | 'inherit' = 'pipe'): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd, stdin: 'inherit', stdout: out, stderr: 'pipe' })
  if (exitCode !== 0) throw new Error(`${command.join(' ')} failed:\n${stdout ?? ''}\n${stderr}`)
  return `${stdout ?? ''}\n${stderr}`
}

function say(text: string, code: number): number {
  console.log(text)
  return code
}

const sqlIn = (folder: string): string[] => readdirSync(folder).filter((file) => /^\d{4}_.*\.sql$/.test(file))
const shipped = (): string[] => sqlIn(FOLDER)

process.exit(main(name))
