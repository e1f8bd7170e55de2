/**
 * Texts in the syntax of ICU MessageFormat 1, which tools of translators know: `{name}`,
 * `{n, plural, =0 {no page} one {# page} other {# pages}}`, `{kind, select, check {…} other {…}}` and `<b>…</b>`.
 */
export type Value = string | number
export type Values = Readonly<Record<string, Value>>

type Piece =
  | string
  | { name: string }
  | { tag: string; inner: Message }
  | { name: string; plural: boolean; arms: ReadonlyMap<string, Message> }
  | typeof COUNT
export type Message = readonly Piece[]

/** A drawn text: its tags are left to pages; elsewhere their text alone remains. */
export type Drawn = readonly (string | { tag: string; inner: Drawn })[]

/** Writes numbers, and chooses the arm of a count, as a language does. */
export type Grammar = { number(value: number): string; category(count: number): string }

const COUNT = { count: true } as const
/** Letters without a meaning of their own. */
const PLAIN = /[^{}<#']+/y
const NAME = /[a-z_][\w]*/iy
const KIND = /\s*,\s*(plural|select)\s*,/y
const ARM = /\s*(=\d+|\w+)\s*\{/y

/** @throws SyntaxError on text that is no message, with the place. */
export function parseMessage(text: string): Message {
  const reader = new MessageReader(text)
  const message = reader.message(false)
  if (reader.at < text.length) throw reader.wrong(`unexpected ${text[reader.at]}`)
  return message
}

class MessageReader {
  at = 0
  constructor(private readonly text: string) {}

  wrong(what: string): SyntaxError {
    return new SyntaxError(`${what} at ${this.at} of “${this.text.slice(0, 80)}”`)
  }

  /** Up to the end, or to the bracket or closing tag that ends it. */
  message(counted: boolean): Message {
    const pieces: Piece[] = []
    let plain = ''
    const put = (piece: Piece) => {
      if (plain) pieces.push(plain)
      plain = ''
      pieces.push(piece)
    }
    while (this.at < this.text.length) {
      plain += this.match(PLAIN)?.[0] ?? ''
      const rest = this.text.slice(this.at, this.at + 2)
      if (rest === '' || rest[0] === '}' || rest === '</') break
      if (rest[0] === '{') put(this.argument(counted))
      else if (rest[0] === '<' && /[a-z]/i.test(rest[1] ?? '')) put(this.tag(counted))
      else if (rest[0] === '#' && counted) {
        put(COUNT)
        this.at++
      } else plain += this.letter(rest)
    }
    return plain ? [...pieces, plain] : pieces
  }

  /** One letter; an apostrophe quotes a bracket after it, and two are one. */
  private letter(rest: string): string {
    this.at++
    if (rest === "''") this.at++
    if (!/^'[{}<#]/.test(rest)) return rest[0]!
    const end = this.text.indexOf("'", this.at)
    if (end < 0) throw this.wrong('a quote without its end')
    const quoted = this.text.slice(this.at, end)
    this.at = end + 1
    return quoted
  }

  private tag(counted: boolean): Piece {
    this.at++
    const tag = this.name()
    this.expect('>')
    const inner = this.message(counted)
    for (const part of ['</', tag, '>']) this.expect(part)
    return { tag, inner }
  }

  private argument(counted: boolean): Piece {
    this.at++
    const name = this.name()
    const kind = this.match(KIND)?.[1]
    if (!kind) {
      this.expect('}')
      return { name }
    }
    const plural = kind === 'plural'
    const arms = new Map<string, Message>()
    for (let arm = this.match(ARM); arm; arm = this.match(ARM)) {
      arms.set(arm[1]!, this.message(plural || counted))
      this.expect('}')
    }
    this.match(/\s*/y)
    this.expect('}')
    if (!arms.has('other')) throw this.wrong(`no arm “other” of ${name}`)
    return { name, plural, arms }
  }

  private name(): string {
    const found = this.match(NAME)
    if (!found) throw this.wrong('no name')
    return found[0]
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (found) this.at = pattern.lastIndex
    return found
  }

  private expect(part: string): void {
    if (!this.text.startsWith(part, this.at)) throw this.wrong(`no ${part}`)
    this.at += part.length
  }
}

/** The text of a message with its values. */
export function draw(message: Message, values: Values, grammar: Grammar, count = 0): Drawn {
  return message.flatMap((piece): Drawn => {
    if (typeof piece === 'string') return [piece]
    if ('tag' in piece) return [{ tag: piece.tag, inner: draw(piece.inner, values, grammar, count) }]
    if ('count' in piece) return [grammar.number(count)]
    const value = values[piece.name] ?? ''
    if (!('arms' in piece)) return [typeof value === 'number' ? grammar.number(value) : value]
    const { arms, plural } = piece
    const arm = plural ? (arms.get(`=${value}`) ?? arms.get(grammar.category(Number(value)))) : arms.get(String(value))
    return draw(arm ?? arms.get('other')!, values, grammar, plural ? Number(value) : count)
  })
}

export const plainOf = (drawn: Drawn): string =>
  drawn.map((part) => (typeof part === 'string' ? part : plainOf(part.inner))).join('')

/** Names, tags and kinds of arms in a message, to compare a translation with its English. */
export function partsOf(message: Message): {
  names: Set<string>
  arms: { name: string; plural: boolean; keys: string[] }[]
} {
  const names = new Set<string>()
  const arms: { name: string; plural: boolean; keys: string[] }[] = []
  const visit = (pieces: Message): void => {
    for (const piece of pieces) {
      if (typeof piece === 'string' || 'count' in piece) continue
      names.add('tag' in piece ? `<${piece.tag}>` : piece.name)
      if ('tag' in piece) visit(piece.inner)
      if (!('arms' in piece)) continue
      arms.push({ name: piece.name, plural: piece.plural, keys: [...piece.arms.keys()] })
      for (const arm of piece.arms.values()) visit(arm)
    }
  }
  visit(message)
  return { names, arms }
}
