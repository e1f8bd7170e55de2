/** Rewrites the tables of the manual and of ARCHITECTURE.md, and the manual's list of pages, from the code that they describe. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { withTables } from './manual/tables.ts'

const ROOT = resolve(import.meta.dir, '..')
const MANUAL = 'docs/manual'

/** The files with tables, as they are and as they should be. */
export async function tabled(): Promise<{ file: string; is: string; should: string }[]> {
  const manual = readdirSync(join(ROOT, MANUAL)).filter((name) => name.endsWith('.md'))
  return Promise.all(
    ['ARCHITECTURE.md', ...manual.map((name) => join(MANUAL, name))].map(async (file) => {
      const is = readFileSync(join(ROOT, file), 'utf8')
      return { file, is, should: await withTables(is) }
    }),
  )
}

if (import.meta.main)
  for (const { file, is, should } of await tabled()) if (is !== should) writeFileSync(join(ROOT, file), should)
