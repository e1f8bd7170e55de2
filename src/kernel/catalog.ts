import type { TSchema } from 'typebox'
import { type AnyOperation, changes } from './operation.ts'

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
    .map(toolOf)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  described.set(operations, tools)
  return tools
}

/** The input as a document shows it: unknown fields are refused, and it says so. */
export const inputSchema = ({ input }: AnyOperation): object => ({ ...input, additionalProperties: false })

function toolOf(operation: AnyOperation): Tool {
  const { name, summary, description, output, produces, example, kind } = operation
  const title = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
  return {
    name,
    title,
    description: [summary, description].filter(Boolean).join('\n\n'),
    input_schema: inputSchema(operation),
    output_schema: !produces && isObject(output) ? output : null,
    annotations: {
      title,
      readOnlyHint: !changes(operation),
      destructiveHint: takesAway(operation),
      openWorldHint: kind === 'outbound',
    },
    examples: [{ arguments: example }],
  }
}

const takesAway = ({ name, method }: AnyOperation): boolean =>
  method === 'DELETE' || /^(delete|remove|revoke|cancel)_/.test(name)

const isObject = (schema: TSchema): boolean => (schema as { type?: string }).type === 'object'
