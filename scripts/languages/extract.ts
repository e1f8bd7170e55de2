/** Texts that the sources say to readers: `say(to, 'text')`, `said('text')`, `text('text')` and `<Say to={to} text="text" />`. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseMessage } from '../../src/kernel/language/message.ts'
import { type Entry, writePo } from '../../src/kernel/language/po.ts'

export const ROOT = resolve(import.meta.dir, '../..')
const SOURCES = '{src,views}/**/*.{ts,tsx}'
/** Each way of speaking, with the place of the text among its arguments. */
const CALLS = { say: 1, said: 0, text: 0 } as const
const CALL = /(?<![\w.'`/])(say|said|text)\(/g
const IN_PAGE = /<Say\s[^>]*?\btext=(?:(["'])([^"']*)\1|\{\s*(['"`])([\s\S]*?)\3\s*\})/g

/** Texts with the files that say them, in their order. @throws Error on a text that is not written as one literal */
export function extracted(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const file of [...new Bun.Glob(SOURCES).scanSync(ROOT)].sort()) {
    if (file.startsWith('src/kernel/language/') || file === 'views/parts/text/say.tsx') continue
    const source = readFileSync(resolve(ROOT, file), 'utf8')
    if (!/kernel\/language|language\/say\.ts|text\/say\.tsx/.test(source)) continue
    for (const text of textsIn(source, file)) {
      parseMessage(text)
      const files = found.get(text) ?? []
      if (!files.includes(file)) found.set(text, [...files, file])
    }
  }
  return found
}

export function textsIn(source: string, file: string): string[] {
  const plain = source.replace(/(?<!\*)\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, (comment) => ' '.repeat(comment.length))
  const found: { at: number; text: string }[] = []
  for (const { 0: call, 1: name, index } of plain.matchAll(CALL)) {
    if (/\bfunction $/.test(plain.slice(Math.max(0, index - 9), index))) continue
    const argument = argumentsAt(plain, index + call.length)[CALLS[name as keyof typeof CALLS]]?.trim() ?? ''
    if (/^(['"`])(?:\\.|(?!\1)[\s\S])*\1$/.test(argument) && !/^`[\s\S]*\$\{/.test(argument))
      found.push({ at: index, text: literal(argument) })
    else if (name !== 'say' || /['"`]/.test(argument))
      throw new Error(`${file}: ${name}(…) takes one literal, not ${argument.slice(0, 60)}`)
  }
  for (const { 2: quoted, 4: inBraces, index } of plain.matchAll(IN_PAGE))
    found.push({ at: index, text: quoted ?? inBraces! })
  return found.sort((a, b) => a.at - b.at).map(({ text }) => text)
}

const literal = (written: string): string => new Function(`return ${written}`)() as string

/** The arguments of a call, as they are written. */
function argumentsAt(source: string, from: number): string[] {
  const found: string[] = []
  let [depth, begin, quote] = [0, from, '']
  for (let at = from; at < source.length; at++) {
    const letter = source[at]!
    if (quote) {
      if (letter === '\\') at++
      else if (letter === quote) quote = ''
    } else if (/['"`]/.test(letter)) quote = letter
    else if (/[([{]/.test(letter)) depth++
    else if (/[)\]}]/.test(letter) && depth-- === 0) return [...found, source.slice(begin, at)]
    else if (letter === ',' && depth === 0) {
      found.push(source.slice(begin, at))
      begin = at + 1
    }
  }
  return found
}

/** The file that all languages follow. */
export function template(texts: ReadonlyMap<string, readonly string[]> = extracted()): string {
  const head: Entry = { id: '', str: 'Content-Type: text/plain; charset=UTF-8\n', fuzzy: false, notes: [] }
  return writePo([head, ...entriesOf(texts)])
}

export const entriesOf = (texts: ReadonlyMap<string, readonly string[]>): Entry[] =>
  [...texts].map(([id, files]) => ({ id, str: '', fuzzy: false, notes: files.map((file) => `#: ${file}`) }))
