/** An act for programs: curl, MCP tool or command line, all made from its operation. */
import type { AnyOperation } from '../../src/kernel/operation/operation.ts'
import { snippetsOf } from '../docs/snippets.ts'

type OperationInput = Readonly<Record<string, unknown>>
export type EquivalentLine = { way: 'curl' | 'MCP tool' | 'Command line'; text: string }

/** Ways to run this operation with this input at the install `site`. A name replaces each secret. */
export function linesOf(operation: AnyOperation, given: OperationInput, site: string): EquivalentLine[] {
  const input = masked(operation.input as Schema, given) as OperationInput
  const command = SHELL[operation.name]?.(input)
  return [
    { way: 'curl', text: inCurl(operation, input, site) },
    ...(operation.tool ? [{ way: 'MCP tool' as const, text: inTool(operation, input) }] : []),
    ...(command ? [{ way: 'Command line' as const, text: command }] : []),
  ]
}

type Schema = { writeOnly?: boolean; properties?: Record<string, Schema>; anyOf?: readonly Schema[]; items?: Schema }

/** Replaces each secret at any depth by its name. */
function masked(schema: Schema | undefined, value: unknown, name = ''): unknown {
  if (!schema || value === null) return value
  if (isSecret(schema)) return `<${name}>`
  const [inner = schema] = schema.anyOf?.filter((one) => one.properties ?? one.items) ?? []
  if (Array.isArray(value)) return inner.items ? value.map((one) => masked(inner.items, one, name)) : value
  if (typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, masked(inner.properties?.[key], one, key)]))
}

const isSecret = ({ writeOnly, anyOf = [] }: Schema): boolean => writeOnly === true || anyOf.some(isSecret)

function inCurl({ method, path, path_names }: AnyOperation, input: OperationInput, site: string): string {
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
const inTool = ({ name }: AnyOperation, input: OperationInput): string =>
  JSON.stringify({ name, arguments: input }, null, 2)

/** Operations of the command line, as far as its options cover the input. */
const SHELL: Readonly<Record<string, (given: OperationInput) => string | null>> = {
  submit_index_job: (given) => ofLinks('push', given, PUSHING),
  check_index: (given) => ofLinks('check', given, CHECKING),
}

type CommandOptions = Readonly<Record<string, (value: never) => string[]>>

const CHECKING: CommandOptions = {
  tenant_id: (id: string) => ['--client', quoted(id)],
  name: (name: string) => ['--job', quoted(name)],
  engine: (engine: string) => ['--engine', quoted(engine)],
  max_credits: (most: number) => ['--max-credits', quoted(String(most))],
}
const PUSHING: CommandOptions = {
  tenant_id: CHECKING.tenant_id!,
  name: CHECKING.name!,
  max_credits: CHECKING.max_credits!,
  smart: () => ['--smart'],
  pre_check: () => ['--pre-check'],
  drip_days: (days: number) => ['--drip', quoted(String(days))],
}

/** A URL that cannot end the here-document or send control characters to the terminal. */
const ADDRESS = /^https?:\/\/[^\s\p{C}]+$/u
const CONTROL = /\p{Cc}/u

/** Links on stdin and the rest as options; null when an option is missing or a value is not one line of text. */
function ofLinks(command: string, { urls, ...given }: OperationInput, words: CommandOptions): string | null {
  if (!Array.isArray(urls) || !urls.every((url) => typeof url === 'string' && ADDRESS.test(url))) return null
  const asked = Object.entries(given).filter(([, value]) => value !== false && value !== 0 && value !== '')
  const names = asked.map(([name]) => name)
  if (names.some((name) => !Object.hasOwn(words, name))) return null
  if (names.includes('smart') && names.includes('pre_check')) return null
  if (asked.some(([, value]) => CONTROL.test(String(value)))) return null
  const options = asked.flatMap(([name, value]) => words[name]!(value as never))
  return [`signalpost ${[command, '-', ...options].join(' ')} <<'LINKS'`, ...urls, 'LINKS'].join('\n')
}

/** Quoted for a POSIX shell. */
const quoted = (text: string): string => (/^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
