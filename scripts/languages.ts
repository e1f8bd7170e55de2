/**
 * `bun run languages`: collects the texts that readers see, brings the files of `languages/` up to them, and says what
 * they lack. `bun run languages de` prints the texts that German lacks.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '../src/kernel/language/catalogue.ts'
import { parsePo, writePo } from '../src/kernel/language/po.ts'
import { faultsIn } from './languages/check.ts'
import { extracted, ROOT, template } from './languages/extract.ts'
import { merged } from './languages/merge.ts'

/** The files as they should be, by their path. */
export function languageFiles(): { path: string; is: string; should: string }[] {
  const texts = extracted()
  const files = [{ path: 'languages/messages.pot', should: template(texts) }]
  for (const language of LANGUAGES) {
    const path = `languages/${language}.po`
    files.push({ path, should: merged(readIf(path) || HEAD(language), texts) })
  }
  return files.map((file) => ({ ...file, is: readIf(file.path) }))
}

const HEAD = (language: string): string =>
  writePo([
    {
      id: '',
      str: `Language: ${language}\nContent-Type: text/plain; charset=UTF-8\nX-State: draft\n`,
      fuzzy: false,
      notes: [],
    },
  ])

function readIf(path: string): string {
  const file = join(ROOT, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

if (import.meta.main) {
  for (const { path, is, should } of languageFiles()) if (is !== should) writeFileSync(join(ROOT, path), should)
  const [asked] = process.argv.slice(2)
  for (const language of LANGUAGES) {
    const po = readIf(`languages/${language}.po`)
    const entries = parsePo(po).filter(({ id }) => id)
    const open = entries.filter(({ str, fuzzy }) => !str || fuzzy)
    if (asked === language) console.log(writePo(open))
    else if (!asked) console.log(`${language}: ${entries.length - open.length} of ${entries.length}`)
    for (const fault of faultsIn(language, po)) console.error(fault)
  }
}
