import { join } from 'node:path'
import type { Config } from '../../../kernel/environment/config.ts'
import { allTexts, coverageOf, LANGUAGES } from '../../../kernel/language/catalogue.ts'
import { readOwnWords } from '../../../kernel/language/own-words.ts'
import { type Finding, warn, well } from '../finding.ts'

/** Texts of each language, and the own words of the install. */
export function checkLanguages({ data_dir }: Pick<Config, 'data_dir'>): Finding {
  const known = new Set(allTexts())
  const found: string[] = []
  const faults: string[] = []
  for (const language of LANGUAGES) {
    const { texts, translated } = coverageOf(language)
    const own = readOwnWords(join(data_dir, 'words', `${language}.po`), language, known)
    const words = own.texts.size > 0 ? `, ${own.texts.size} in your words` : ''
    found.push(`${language} ${translated} of ${texts}${words}`)
    faults.push(...own.faults.map((fault) => `words/${language}.po: ${fault}`))
  }
  return faults.length > 0
    ? warn(`left out: ${faults.slice(0, 5).join('; ')}`, 'correct these entries; the others are in use')
    : well(found.join('; '))
}
