/** One call of the API in curl, TypeScript and Python. The key comes from the environment: SIGNALPOST_KEY. */
import inPython from './call.python.txt' with { type: 'text' }
import inTypescript from './call.typescript.txt' with { type: 'text' }

export type ApiRequest = { method: string; url: string; headers?: Record<string, string>; body?: unknown }
export type Snippet = { language: 'curl' | 'TypeScript' | 'Python'; text: string }

export const snippetsOf = (request: ApiRequest): Snippet[] => [
  { language: 'curl', text: curl(request) },
  { language: 'TypeScript', text: typescript(request) },
  { language: 'Python', text: python(request) },
]

const JSON_TYPE = { 'Content-Type': 'application/json' }
const headersOf = ({ headers = {}, body }: ApiRequest): [string, string][] =>
  Object.entries({ ...(body === undefined ? {} : JSON_TYPE), ...headers })

function curl(request: ApiRequest): string {
  const { method, url, body } = request
  const usual = body === undefined ? 'GET' : 'POST'
  return [
    `curl -sS${method === usual ? '' : ` -X ${method}`} ${quoted(url)}`,
    '-H "Authorization: Bearer $SIGNALPOST_KEY"',
    ...headersOf(request).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(JSON.stringify(body, null, 2))}`]),
  ].join(' \\\n  ')
}

/** Quoted for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

function typescript(request: ApiRequest): string {
  const { method, url, body } = request
  const headers = headersOf(request).map(([name, value]) => `    '${name}': ${JSON.stringify(value)},\n`)
  return filled(inTypescript, {
    URL: JSON.stringify(url),
    OPTIONS: method === 'GET' ? '' : `  method: '${method}',\n`,
    HEADERS: headers.join(''),
    BODY: body === undefined ? '' : `  body: JSON.stringify(${indented(JSON.stringify(body, null, 2))}),\n`,
  })
}

function python(request: ApiRequest): string {
  const { method, url, body } = request
  const headers = headersOf(request).map(([name, value]) => `        "${name}": ${JSON.stringify(value)},\n`)
  const call = filled(inPython, {
    URL: JSON.stringify(url),
    OPTIONS: `    method="${method}",\n`,
    HEADERS: headers.join(''),
    BODY: body === undefined ? '' : `    data=json.dumps(${indented(literal(body), 4)}).encode(),\n`,
  })
  return body === undefined ? call : `import json\n${call}`
}

/** Fills the template in one pass, so that values with the name of a part stay as they are. */
const filled = (template: string, parts: Record<string, string>): string =>
  template.replace(/\b(URL|OPTIONS|HEADERS|BODY)\b/g, (name) => parts[name]!)

const indented = (text: string, by = 2): string => text.replaceAll('\n', `\n${' '.repeat(by)}`)

/** A JSON value as a Python literal: only `null`, `true` and `false` differ. */
function literal(value: unknown, depth = 1): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const pad = '    '.repeat(depth)
  const parts = Array.isArray(value)
    ? value.map((item) => `${pad}${literal(item, depth + 1)},\n`)
    : Object.entries(value).map(([name, item]) => `${pad}${JSON.stringify(name)}: ${literal(item, depth + 1)},\n`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return parts.length ? `${open}\n${parts.join('')}${'    '.repeat(depth - 1)}${close}` : `${open}${close}`
}
