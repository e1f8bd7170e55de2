/** An act as other doors take it: a line of curl, the call of a tool, a command. All follow from its operation. */
import type { AnyOperation } from '../../src/kernel/operation/operation.ts'
import { snippetsOf } from '../docs/snippets.ts'

type Given = Readonly<Record<string, unknown>>
export type Line = { door: 'curl' | 'MCP tool' | 'Command line'; text: string }

/** The doors that do this with this input, at the install `site`. A secret appears as a name to fill in. */
export function linesOf(operation: AnyOperation, given: Given, site: string): Line[] {
  const input = masked(operation.input as Schema, given) as Given
  const command = SHELL[operation.name]?.(input)
  return [
    { door: 'curl', text: inCurl(operation, input, site) },
    ...(operation.tool ? [{ door: 'MCP tool' as const, text: inTool(operation, input) }] : []),
    ...(command ? [{ door: 'Command line' as const, text: command }] : []),
  ]
}

type Schema = {
  writeOnly?: boolean
  properties?: Record<string, Schema>
  anyOf?: readonly Schema[]
  items?: Schema
}

/** What is secret has its name in its place, however deep it lies. */
function masked(schema: Schema | undefined, value: unknown, name = ''): unknown {
  if (!schema || value === null) return value
  if (isSecret(schema)) return `<${name}>`
  const [inner = schema] = schema.anyOf?.filter((one) => one.properties ?? one.items) ?? []
  if (Array.isArray(value)) return inner.items ? value.map((one) => masked(inner.items, one, name)) : value
  if (typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, masked(inner.properties?.[key], one, key)]))
}

const isSecret = ({ writeOnly, anyOf = [] }: Schema): boolean => writeOnly === true || anyOf.some(isSecret)

function inCurl({ method, path, path_names }: AnyOperation, input: Given, site: string): string {
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !path_names.includes(name)))
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name] ?? '')))
  const url = `${site}/api/v1${place}`
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]))
  const request =
    method === 'GET' || method === 'DELETE'
      ? { method, url: query.size ? `${url}?${query}` : url }
      : { method, url, body: rest }
  return snippetsOf(request)[0]!.text
}

/** As `params` of `tools/call`. */
const inTool = ({ name }: AnyOperation, input: Given): string => JSON.stringify({ name, arguments: input }, null, 2)

/** What the command line can do, as far as its options go. */
const SHELL: Readonly<Record<string, (given: Given) => string | null>> = {
  submit_index_job: (given) => ofLinks('push', given, PUSHING),
  check_index: (given) => ofLinks('check', given, CHECKING),
}

type Words = Readonly<Record<string, (value: never) => string[]>>

const CHECKING: Words = {
  tenant_id: (id: string) => ['--client', quoted(id)],
  name: (name: string) => ['--job', quoted(name)],
  engine: (engine: string) => ['--engine', quoted(engine)],
  max_credits: (most: number) => ['--max-credits', quoted(String(most))],
}
const PUSHING: Words = {
  tenant_id: CHECKING.tenant_id!,
  name: CHECKING.name!,
  max_credits: CHECKING.max_credits!,
  smart: () => ['--smart'],
  pre_check: () => ['--pre-check'],
  drip_days: (days: number) => ['--drip', quoted(String(days))],
}

/** What ends no here-document, and moves no terminal that it is pasted into. */
const ADDRESS = /^https?:\/\/[^\s\p{C}]+$/u
const CONTROL = /\p{Cc}/u

/** Links on stdin, what else was given as options; null where there is no option for it, or it is no one line of text. */
function ofLinks(command: string, { urls, ...given }: Given, words: Words): string | null {
  if (!Array.isArray(urls) || !urls.every((url) => typeof url === 'string' && ADDRESS.test(url))) return null
  const asked = Object.entries(given).filter(([, value]) => value !== false && value !== 0 && value !== '')
  const names = asked.map(([name]) => name)
  if (names.some((name) => !Object.hasOwn(words, name))) return null
  if (names.includes('smart') && names.includes('pre_check')) return null
  if (asked.some(([, value]) => CONTROL.test(String(value)))) return null
  const options = asked.flatMap(([name, value]) => words[name]!(value as never))
  return [`signalpost ${[command, '-', ...options].join(' ')} <<'LINKS'`, ...urls, 'LINKS'].join('\n')
}

/** As a POSIX shell takes it whole. */
const quoted = (text: string): string => (/^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
