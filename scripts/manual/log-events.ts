/** Every line that the program can write to its log, read from the sources. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dir, '../..')
const LEVELS = ['error', 'warn', 'info', 'debug']

type LogEvent = { level: string; message: string; fields: string[]; file: string }

/** By level, the most serious first; a message that several places write is one. */
export function logEvents(): LogEvent[] {
  const files = [...new Bun.Glob('{src,views}/**/*.{ts,tsx}').scanSync(ROOT)].sort()
  const all = files.flatMap((file) => eventsIn(file, readFileSync(join(ROOT, file), 'utf8')))
  const once = new Map<string, LogEvent>()
  for (const event of all) {
    const key = `${event.level} ${event.message}`
    const known = once.get(key)
    if (known) known.fields = [...new Set([...known.fields, ...event.fields])]
    else once.set(key, event)
  }
  return [...once.values()].sort(
    (a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level) || a.message.localeCompare(b.message, 'en'),
  )
}

export function eventsIn(file: string, text: string): LogEvent[] {
  return [...text.matchAll(/\blog\.(debug|info|warn|error)\(/g)].map((found) => {
    const [message, fields] = argumentsFrom(text, found.index + found[0].length)
    return { level: found[1]!, message: messageOf(message!), fields: fieldsOf(fields ?? ''), file }
  })
}

const OPEN = '([{'
const CLOSE = ')]}'

/** The arguments of a call, from behind its bracket; strings and brackets in them are passed over. */
function argumentsFrom(text: string, from: number, parts: string[] = []): string[] {
  let [depth, begin, quote] = [0, from, '']
  for (let at = from; at < text.length; at++) {
    const sign = text[at]!
    if (quote) {
      if (sign === '\\') at++
      else if (sign === quote) quote = ''
    } else if (`'"\``.includes(sign)) quote = sign
    else if (OPEN.includes(sign)) depth++
    else if (CLOSE.includes(sign) && depth > 0) depth--
    else if (depth === 0 && (sign === ',' || CLOSE.includes(sign))) {
      parts.push(text.slice(begin, at).trim())
      if (sign !== ',') break
      begin = at + 1
    }
  }
  return parts
}

/** What is known only while it runs is an ellipsis. */
function messageOf(argument: string): string {
  const literal = /^(['"`])([\s\S]*)\1$/.exec(argument)
  return literal ? literal[2]!.replace(/\$\{[^}]*\}/g, '…').replace(/\\(.)/g, '$1') : '… (see the file)'
}

function fieldsOf(argument: string): string[] {
  if (!argument.startsWith('{')) return argument ? ['…'] : []
  return argumentsFrom(argument, 1)
    .filter(Boolean)
    .map((part) => (part.startsWith('...') ? '…' : /^\w+/.exec(part)![0]))
}
