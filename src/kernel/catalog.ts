import type { TSchema } from 'typebox'
import { type AnyOperation, callsOut, changes } from './operation.ts'

/** A row of `GET /routes`. `path` is relative to `/api/v1`. */
export type Route = {
  method: string
  path: string
  name: string
  role: string | null
  summary: string
  /** Name of the MCP tool, where there is one. */
  tool: string | null
}

/** A tool as `GET /mcp-tools` and the MCP server describe it: the same operation, its input one flat object. */
export type Tool = {
  name: string
  title: string
  description: string
  input_schema: object
  /** Null where the answer is not a JSON object. */
  output_schema: object | null
  annotations: { title: string; readOnlyHint: boolean; destructiveHint: boolean; openWorldHint: boolean }
  examples: { arguments: object }[]
}

export const routesOf = (operations: readonly AnyOperation[]): Route[] =>
  operations.map(({ method, path, name, role, summary, tool }) => ({
    method,
    path,
    name,
    role,
    summary,
    tool: tool ? name : null,
  }))

const described = new WeakMap<readonly AnyOperation[], Tool[]>()

/** The tools, by name. */
export function toolsOf(operations: readonly AnyOperation[]): Tool[] {
  const known = described.get(operations)
  if (known) return known
  const tools = operations
    .filter((operation) => operation.tool)
    .map((operation) => toolOf(operation, operations))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  described.set(operations, tools)
  return tools
}

/** The input as a document shows it: unknown fields are refused, and it says so. */
export const inputSchema = ({ input }: AnyOperation): object => ({ ...input, additionalProperties: false })

/**
 * A text for a client of tools: what it says of `POST /jobs` it says of the tool instead, and of a call that is no tool,
 * that the REST API has it.
 */
export const inTools = (operations: readonly AnyOperation[], text: string): string =>
  text.replace(/\b(GET|POST|PUT|PATCH|DELETE) (\/[\w/{}-]+)/g, (route, method, path) => {
    const meant = operations.find((operation) => operation.method === method && operation.path === path)
    return meant?.tool ? meant.name : `${route} of the REST API`
  })

function toolOf(operation: AnyOperation, operations: readonly AnyOperation[]): Tool {
  const { name, summary, description, output, produces, example } = operation
  const title = titleOf(name)
  return {
    name,
    title,
    description: inTools(operations, [summary, description].filter(Boolean).join('\n\n')),
    input_schema: inputSchema(operation),
    output_schema: !produces && isObject(output) ? output : null,
    annotations: {
      title,
      readOnlyHint: !changes(operation),
      destructiveHint: takesAway(operation),
      openWorldHint: callsOut(operation),
    },
    examples: [{ arguments: example }],
  }
}

const SPELT: Record<string, string> = {
  api: 'API',
  csv: 'CSV',
  indexnow: 'IndexNow',
  preflight: 'pre-flight',
  url: 'URL',
  urls: 'URLs',
}

function titleOf(name: string): string {
  const title = name
    .split('_')
    .map((word) => SPELT[word] ?? word)
    .join(' ')
  return title.charAt(0).toUpperCase() + title.slice(1)
}

const takesAway = ({ name, method }: AnyOperation): boolean =>
  method === 'DELETE' || /^(delete|remove|revoke|cancel)_/.test(name)

const isObject = (schema: TSchema): boolean => (schema as { type?: string }).type === 'object'
