import type { TSchema } from 'typebox'
import { type AnyOperation, callsOut, changes } from '../operation.ts'
import { spends } from '../spending.ts'
import { withIds } from './example-ids.ts'
import { inputForModels, outputForModels } from './tool-schema.ts'

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

/** A tool as `GET /mcp-tools` and the MCP server describe it: the same operation, its input one flat object, in words for a model. */
export type Tool = {
  name: string
  title: string
  description: string
  input_schema: object
  /** Null where the answer is not a JSON object. */
  output_schema: object | null
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; openWorldHint: boolean }
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

/**
 * A text for a client of tools: what it says of `POST /jobs` it says of the tool instead, and of a call that is no tool,
 * where the same is done. No address of the REST API is left in it.
 */
export const inTools = (operations: readonly AnyOperation[], text: string): string =>
  text
    .replace(/\b(GET|POST|PUT|PATCH|DELETE) (\/[\w/{}-]+)/g, (_, method, path) => {
      const meant = operations.find((operation) => operation.method === method && operation.path === path)
      return meant?.tool ? meant.name : (meant?.instead ?? 'the web interface')
    })
    .replace(/\bIdempotency-Key\b/g, 'idempotency_key')

/** Path parameters that a tool call may omit: the default is the caller's own workspace. */
export const optionalWorkspaceIds = ({ path_names, tenant_names, tool }: AnyOperation): string[] =>
  tool?.names_workspace ? [] : path_names.filter((name) => tenant_names.includes(name))

/** Whether a tool offers `full`: it reads and answers with rows, which are shortened when there are many. */
export const offersFull = (operation: AnyOperation): boolean =>
  !operation.produces && (operation.tool?.reads_only ?? !changes(operation)) && hasRows(operation.output)

const hasRows = (schema: TSchema): boolean =>
  Object.values((schema as { properties?: Record<string, { type?: string }> }).properties ?? {}).some(
    ({ type }) => type === 'array',
  )

function toolOf(operation: AnyOperation): Tool {
  const { name, output, produces, example, tool } = operation
  return {
    name,
    title: titleOf(name),
    description: toolDescription(operation),
    input_schema: toolInput(operation),
    output_schema: !produces && isObject(output) ? outputForModels(output, tool?.brief) : null,
    annotations: {
      readOnlyHint: tool?.reads_only ?? !changes(operation),
      destructiveHint: tool?.takes_away ?? takesAway(operation),
      openWorldHint: tool?.reaches_out ?? callsOut(operation),
    },
    examples: [{ arguments: withIds(example as object) }],
  }
}

/** The description of a tool: its effect, when to use it, its cost, its answer, and the next step. */
function toolDescription({ summary, tool }: AnyOperation): string {
  const { when, costs = 'Free.', returns, next } = tool!
  return `${summary} Use ${when}.${summary.includes(costs) ? '' : ` ${costs}`} Returns ${returns}. Next: ${next}.`
}

function toolInput(operation: AnyOperation): object {
  const { input, tool } = operation
  const own = optionalWorkspaceIds(operation)
  const offered = Object.entries(input.properties).filter(
    ([name, schema]) => isOfUse(schema) && !tool?.hides?.includes(name),
  )
  const properties = offered.map(([name, schema]) => {
    const usual = own.includes(name) ? OWN_WORKSPACE : LIST_WORDS[name]
    return [name, inputForModels(schema, tool?.inputs?.[name] ?? usual)]
  })
  const required = (input.required ?? []).filter((name) => !own.includes(name))
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(properties),
      ...(takesIdempotencyKey(operation) ? ONCE : {}),
      ...(offersFull(operation) ? WHOLE : {}),
    },
    ...(required.length ? { required } : {}),
    additionalProperties: false,
  }
}

/** Whether the tool takes an idempotency key: its operation moves credits. */
export const takesIdempotencyKey = (operation: AnyOperation): boolean => spends(operation) || !!operation.tool?.once

const ONCE = { idempotency_key: { type: 'string', description: 'Yours; makes a retry safe' } }
const WHOLE = { full: { type: 'boolean', description: 'Whole answer' } }

/** Leaves out fields that are deprecated or have only one possible value; they are still accepted. */
const isOfUse = (schema: { deprecated?: boolean; enum?: readonly unknown[] }): boolean =>
  !schema.deprecated && schema.enum?.length !== 1

/** Inputs of every list, and of whatever spends. */
const LIST_WORDS: Record<string, string> = {
  estimate: 'Only the bill; nothing is ordered',
  max_credits: 'Refused if it costs more, both kinds in total',
  page_size: 'Rows a page',
  sort: 'Sorted by',
  dir: 'Order',
}

const OWN_WORKSPACE = 'Workspace id; your own unless given'

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
