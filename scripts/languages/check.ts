/** Faults in translations that a machine can find. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { faultsOf } from '../../src/kernel/language/faults.ts'
import { parseMessage, partsOf } from '../../src/kernel/language/message.ts'
import { parsePo } from '../../src/kernel/language/po.ts'
import { ROOT } from './extract.ts'

export type Term = { language: string; english: string; stems: string[] }

/** `languages/terms.csv`: the words of Search Console in each language; a translation holds one of the stems. */
export function terms(): Term[] {
  const [, ...lines] = linesOf('terms.csv')
  return lines.map((line) => {
    const [language = '', english = '', stems = ''] = line.split(',')
    return { language, english, stems: stems.toLowerCase().split('|') }
  })
}

/** Texts that are the same in a language as in English: `de: Name`. */
const same = (): Set<string> => new Set(linesOf('same.txt'))

function linesOf(file: string): string[] {
  const path = join(ROOT, 'languages', file)
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []
}

/** What is wrong in the file of a language, a line each. */
export function faultsIn(language: string, po: string): string[] {
  const rules = terms().filter((term) => term.language === language)
  const kept = same()
  return parsePo(po)
    .filter(({ id, str, fuzzy }) => id && str && !fuzzy)
    .flatMap(({ id, str }) =>
      [
        ...faultsOf(language, id, str),
        ...styleFaults(language, str),
        ...armFaults(language, str),
        ...rules
          .filter(({ english, stems }) => holds(id, english) && !stems.some((stem) => str.toLowerCase().includes(stem)))
          .map(({ english, stems }) => `“${english}” is ${stems.join(' or ')}`),
        ...(id === str && /\p{L}{3}/u.test(id.replace(/\{\w+\}/g, '')) && !kept.has(`${language}: ${id}`)
          ? ['as in English, and not in languages/same.txt']
          : []),
      ].map((fault) => `${language}: ${fault}: “${str.slice(0, 90)}”`),
    )
}

const holds = (text: string, english: string): boolean => new RegExp(`\\b${english}\\b`, 'i').test(text)

/** An arm that a language does not have is never drawn. */
function armFaults(language: string, text: string): string[] {
  const forms: readonly string[] = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  return partsOf(parseMessage(text))
    .arms.filter(({ plural }) => plural)
    .flatMap(({ keys }) => keys.filter((key) => !key.startsWith('=') && !forms.includes(key)))
    .map((key) => `has the arm ${key}, which ${language} lacks`)
}

function styleFaults(language: string, text: string): string[] {
  const plain = text.replace(/\{\w+, plural,|\{\w+, select,/g, '')
  return [
    / {2}/.test(text) && 'two spaces',
    /"/.test(text) && 'a straight quote',
    language === 'pl' && /(?<![\p{L}{])[aiouwz] /iu.test(plain) && 'a word of one letter that may end a line',
    language === 'fr' && /[^\u202f\u00a0][;!?](\s|$)|[^\u202f\u00a0]:\s/.test(plain) && 'no narrow space before a mark',
  ].filter((fault) => typeof fault === 'string')
}
