/** One link of a `Link` header; parameter names are in lower case, and the first of each name counts. */
type HeaderLink = { target: string; parameters: Map<string, string> }

/**
 * The links of a `Link` header by RFC 8288 (appendix B.2 and B.3): quoted text is a value, whatever it looks like.
 * Reading ends at the first thing that is not a link.
 */
export function readLinks(header: string | null): HeaderLink[] {
  const links: HeaderLink[] = []
  const text = header?.slice(0, MAX_HEADER) ?? ''
  for (let at = skip(text, 0, BETWEEN); text[at] === '<'; at = skip(text, at, BETWEEN)) {
    const end = text.indexOf('>', at)
    if (end < 0) break
    const parameters = new Map<string, string>()
    links.push({ target: text.slice(at + 1, end), parameters })
    at = readParameters(text, end + 1, parameters)
  }
  return links
}

export const relationsOf = ({ parameters }: HeaderLink): string[] =>
  parameters.get('rel')?.toLowerCase().split(/\s+/) ?? []

const MAX_HEADER = 8 * 1024
const BLANK = /[ \t]*/y
const BETWEEN = /[ \t,]*/y
const NAME = /[^ \t=;,]*/y
const TOKEN = /[^;,]*/y

/** Returns the position after the last parameter. */
function readParameters(text: string, from: number, parameters: Map<string, string>): number {
  let at = skip(text, from, BLANK)
  while (text[at] === ';') {
    const named = skip(text, at + 1, BLANK)
    const named_to = skip(text, named, NAME)
    const name = text.slice(named, named_to).toLowerCase()
    at = skip(text, named_to, BLANK)
    let value = ''
    if (text[at] === '=') {
      at = skip(text, at + 1, BLANK)
      const read = text[at] === '"' ? quoted(text, at + 1) : token(text, at)
      value = read.value
      at = skip(text, read.end, BLANK)
    }
    if (name && !parameters.has(name)) parameters.set(name, value)
  }
  return at
}

function quoted(text: string, from: number): { value: string; end: number } {
  let value = ''
  let at = from
  for (; at < text.length && text[at] !== '"'; at++) {
    if (text[at] === '\\') at++
    value += text[at] ?? ''
  }
  return { value, end: at + 1 }
}

function token(text: string, from: number): { value: string; end: number } {
  const end = skip(text, from, TOKEN)
  return { value: text.slice(from, end).trim(), end }
}

function skip(text: string, from: number, run: RegExp): number {
  run.lastIndex = from
  run.exec(text)
  return run.lastIndex
}
