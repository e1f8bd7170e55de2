/**
 * `bun run migration NAME` drafts the next step of the schema: drizzle-kit compares the tables.ts of each domain with the snapshot
 * of the last step, and the draft lands beside the others, listed in migrations/index.ts. STRICT, CHECKs, partial
 * indexes and the moving of data are completed by hand before it is shipped; afterwards it is never edited.
 */

import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dir, '..')
const FOLDER = join(ROOT, 'migrations')
const DRAFTS = join(FOLDER, 'drafts')

const [name = ''] = process.argv.slice(2)

function main(name: string): number {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) return say('usage: bun run migration NAME, such as add_client_colour', 2)
  const drafted = draft(name)
  if (drafted === null) return say('The tables say nothing that the migrations do not: no draft was made.', 0)
  const file = `${String(shipped().length + 1).padStart(4, '0')}_${name}`
  writeFileSync(join(FOLDER, `${file}.sql`), drafted)
  list(file, name)
  return say(`migrations/${file}.sql is a draft: complete STRICT, CHECKs and indexes, then run the tests.`, 0)
}

/** What drizzle-kit proposes, as plain SQL; null when nothing changed. It runs on Bun, since the tables import TypeScript. */
function draft(name: string): string | null {
  const before = drafts()
  const kit = join(ROOT, 'node_modules/drizzle-kit/bin.cjs')
  const run = Bun.spawnSync([process.execPath, '--bun', kit, 'generate', '--name', name], { cwd: ROOT, stderr: 'pipe' })
  if (run.exitCode !== 0) throw new Error(`drizzle-kit failed:\n${run.stdout}\n${run.stderr}`)
  const made = drafts().find((file) => !before.includes(file))
  if (!made) return null
  const sql = readFileSync(join(DRAFTS, made), 'utf8')
  rmSync(join(DRAFTS, made))
  return `${sql.replaceAll('--> statement-breakpoint', '').replaceAll('`', '').trim()}\n`
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
  Bun.spawnSync(['bunx', 'biome', 'check', '--write', index], { cwd: ROOT })
}

function say(text: string, code: number): number {
  console.log(text)
  return code
}

const shipped = (): string[] => readdirSync(FOLDER).filter((file) => /^\d{4}_.*\.sql$/.test(file))
const drafts = (): string[] => (existsSync(DRAFTS) ? readdirSync(DRAFTS).filter((file) => file.endsWith('.sql')) : [])

process.exit(main(name))
