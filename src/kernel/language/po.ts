/** Files of translations, in the format of gettext: a text, its translation, and where the text is from. */
export type Entry = { id: string; str: string; fuzzy: boolean; notes: readonly string[] }

const QUOTED = /^"(.*)"$/

/** The entries of a file; the first, of the empty text, is its head. @throws SyntaxError on another format */
export function parsePo(text: string): Entry[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .filter((block) => /^msgid /m.test(block))
    .map(entryOf)
}

function entryOf(block: string): Entry {
  const found: Record<string, string> = {}
  const notes: string[] = []
  let field = 'msgid'
  for (const line of block.trim().split('\n')) {
    if (line.startsWith('#')) {
      notes.push(line)
      continue
    }
    const [, name, rest = line] = /^(msg\w+) (.*)$/.exec(line.trim()) ?? []
    // A merge of two translations may leave both.
    if (name && name in found) throw new SyntaxError(`a second ${name}: ${line.slice(0, 80)}`)
    if (name) field = name
    const quoted = QUOTED.exec(rest.trim())?.[1]
    if (quoted === undefined || !/^msg(id|str)$/.test(field))
      throw new SyntaxError(`not a line of a PO file: ${line.slice(0, 80)}`)
    found[field] = (found[field] ?? '') + (JSON.parse(`"${quoted}"`) as string)
  }
  const fuzzy = notes.some((note) => /^#,.*\bfuzzy\b/.test(note))
  return {
    id: found.msgid ?? '',
    str: found.msgstr ?? '',
    fuzzy,
    notes: notes.filter((note) => !note.startsWith('#,')),
  }
}

export const writePo = (entries: readonly Entry[]): string => `${entries.map(blockOf).join('\n\n')}\n`

const blockOf = ({ id, str, fuzzy, notes }: Entry): string =>
  [...notes, ...(fuzzy ? ['#, fuzzy'] : []), `msgid ${quoted(id)}`, `msgstr ${quoted(str)}`].join('\n')

/** The head of a file has a line for each of its own. */
const quoted = (text: string): string =>
  text.includes('\n')
    ? ['""', ...text.split(/(?<=\n)/).map((line) => JSON.stringify(line))].join('\n')
    : JSON.stringify(text)
