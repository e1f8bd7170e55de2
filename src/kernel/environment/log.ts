import type { Clock } from '../time/clock.ts'

const LEVELS = { debug: 10, info: 20, warn: 30, error: 40 } as const
export type LogLevel = keyof typeof LEVELS
export type LogFormat = 'json' | 'pretty'
export type Log = Record<LogLevel, (message: string, facts?: Record<string, unknown>) => void>

/** One line an event on stdout. Secrets are masked by name and by shape, query strings cut, control characters written as \uXXXX. */
export function createLog(options: {
  level: LogLevel
  format: LogFormat
  clock: Clock
  write?: (line: string) => void
}): Log {
  const write = options.write ?? ((line: string) => process.stdout.write(`${line}\n`))
  const at =
    (level: LogLevel) =>
    (message: string, facts: Record<string, unknown> = {}) => {
      if (LEVELS[level] < LEVELS[options.level]) return
      const masked = redact(facts, 0) as Record<string, unknown>
      const line = { time: options.clock.now(), level, message: maskText(message), ...masked }
      write(plain(withoutQueries(options.format === 'json' ? JSON.stringify(line) : pretty(line))))
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

/** A log that says nothing. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

const SECRET_NAME = /pass|secret|token|authorization|cookie|api_?-?key|credential|code_verifier|^key$|^code$/i
const MAX_DEPTH = 6
const MAX_ITEMS = 50

/** Masks secrets anywhere in a value: by the name of the field, and by shape inside texts. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return maskText(value)
  if (value instanceof Error) return maskText(value.stack ?? value.message)
  if (value === null || typeof value !== 'object') return value
  if (depth >= MAX_DEPTH) return '…'
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => redact(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      SECRET_NAME.test(name) && item != null ? '[masked]' : redact(item, depth + 1),
    ]),
  )
}

/** Cuts secrets out of a text: our own by their shape (see `newSecret`), HTTP credentials, and the user part of a URL. */
export function maskText(text: string): string {
  return text
    .replace(
      /\b(?:(?:ipk|sps|spi|spr|spv|spx)_[0-9A-Za-z]{4,}|[a-z]{2,4}_[0-9A-Za-z]{38}\b)/g,
      (s) => `${s.slice(0, 8)}…`,
    )
    .replace(/\b(Bearer)\s+[^\s"',]+/gi, '$1 [masked]')
    .replace(/\b(Basic)\s+([A-Za-z0-9+/_-]{4,}={0,2})/gi, (all, scheme, given) =>
      isLogin(given) ? `${scheme} [masked]` : all,
    )
    .replace(/\/\/[^/\s:@"']+:[^/\s@"']+@/g, '//[masked]@')
}

/** Whether this is `user:password` in base64 (RFC 7617), and no word: "basic authentication is disabled". */
const isLogin = (given: string): boolean =>
  /^[\x20-\x7e]*:[^\p{Cc}]*$/u.test(Buffer.from(given, 'base64').toString('latin1'))

/** Cuts off the query of an address, because it may hold secrets. */
export const withoutQueries = (text: string): string =>
  text.replace(/\?[^\s"'<>\\]*/g, (query) => (query.includes('=') ? '?…' : query))

function pretty({ time, level, message, ...facts }: Record<string, unknown>): string {
  const rest = Object.keys(facts).length ? ` ${JSON.stringify(facts)}` : ''
  return `${String(time).slice(11, 19)} ${String(level).padEnd(5)} ${message}${rest}`
}

/** C0 and C1 controls, and the line separators that some log parsers honour. */
const CONTROL = /[\p{Cc}\u2028\u2029]/gu

function plain(line: string): string {
  return line.replace(CONTROL, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
