/** Rewrites the tables of the manual, and its list of pages, from the code that they describe. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { withTables } from './manual/tables.ts'

const MANUAL = resolve(import.meta.dir, '../docs/manual')

/** The files with tables, as they are and as they should be. */
export async function tabled(): Promise<{ file: string; is: string; should: string }[]> {
  const files = readdirSync(MANUAL).filter((name) => name.endsWith('.md'))
  return Promise.all(
    files.map(async (file) => {
      const is = readFileSync(join(MANUAL, file), 'utf8')
      return { file, is, should: await withTables(is) }
    }),
  )
}

if (import.meta.main)
  for (const { file, is, should } of await tabled()) if (is !== should) writeFileSync(join(MANUAL, file), should)
