import { join } from 'node:path'
import { lettersWithoutFont } from '../../../doors/pages/font-letters.ts'
import type { Config } from '../../../kernel/environment/config.ts'
import { type Finding, warn, well } from '../finding.ts'
import { inDatabase } from '../in-database.ts'

/** Names with letters beyond ASCII; the name of an agency is at the foot of each page. */
const NAMES = 'select name from tenants where archived_at is null and length(name) < octet_length(name) order by path'
const MOST_NAMES = 3
const MOST_LETTERS = 5

/** Names of clients that the PDF of their report cannot write. */
export function checkFonts(config: Config): Finding {
  const folder = join(config.data_dir, 'fonts')
  const names = inDatabase(config, (tx) => tx.rows<{ name: string }>(NAMES))
  const boxed = names
    .map(({ name }) => ({ name, letters: lettersWithoutFont([name], folder) }))
    .filter(({ letters }) => letters.length > 0)
  if (boxed.length === 0) return well('reports as PDF can write the names of all clients')
  const shown = boxed
    .slice(0, MOST_NAMES)
    .map(({ name, letters }) => `the report of ${name} would show boxes for ${few(letters)}`)
  const more = boxed.length > MOST_NAMES ? `; ${boxed.length - MOST_NAMES} more` : ''
  return warn(`${shown.join('; ')}${more}`, `put a font with these letters into ${folder}`)
}

const few = (letters: readonly string[]): string =>
  `${letters.slice(0, MOST_LETTERS).join(' ')}${letters.length > MOST_LETTERS ? ' …' : ''}`
