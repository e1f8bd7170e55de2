/** Inputs as clients really send them: blanks for options that are not given, values as text, arguments of the host. */
import type { Door } from '../audit.ts'
import { invalid } from '../fault.ts'
import { type AnyOperation, changes } from '../operation.ts'
import { type Fields, isFields, isMarked, readText, typesOf } from '../shape.ts'
import { meantName, unknownField } from './suggested-name.ts'

type Schema = {
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  items?: Schema
  enum?: unknown[]
  format?: string
  pattern?: string
  minLength?: number
}

/**
 * The input without `null` and blank texts where an option is not given. Null stays where the option takes it. In a
 * PATCH or PUT they may mean "remove this", so they stay there, but for ids of workspaces, and for tools, whose clients
 * send each option that a model leaves open.
 */
export function withoutBlanks({ input, method, path_names }: AnyOperation, rest: unknown, door?: Door): unknown {
  if (!isFields(rest)) return rest
  const changes_fields = method === 'PATCH' || method === 'PUT'
  const stays: Stays = !changes_fields ? takesNull : door === 'tool' ? takesIt : isNoWorkspace
  const kept = keptFields(input as Schema, rest, stays)
  const blank = path_names.filter((name) => name in kept && isBlank(kept[name]))
  return blank.length ? Object.fromEntries(Object.entries(kept).filter(([name]) => !blank.includes(name))) : kept
}

/** Whether a blank value of a field has a meaning of its own. */
type Stays = (schema: Schema, value: string | null) => boolean

const takesNull: Stays = (schema, value) => value === null && typesOf(schema).has('null')
const takesIt: Stays = (schema, value) =>
  value === null ? takesNull(schema, value) : [schema, ...(schema.anyOf ?? [])].some((one) => takesText(one, value))
const isNoWorkspace: Stays = (schema) => !isMarked(schema, 'tenant')

function keptFields({ properties = {}, required = [] }: Schema, given: Fields, stays: Stays): Fields {
  let changed: Fields | undefined
  for (const name of Object.keys(given)) {
    const value = given[name]
    const schema = Object.hasOwn(properties, name) ? properties[name]! : undefined
    if (!schema) continue
    if (isBlank(value)) {
      if (required.includes(name) || stays(schema, value)) continue
      changed ??= { ...given }
      delete changed[name]
    } else if (typeof value === 'object') {
      const inner = keptIn(schema, value as object, stays)
      if (inner !== value) changed = { ...(changed ?? given), [name]: inner }
    }
  }
  return changed ?? given
}

function keptIn(schema: Schema, value: object, stays: Stays): unknown {
  const objects = [schema, ...(schema.anyOf ?? [])].filter(({ properties }) => properties)
  if (isFields(value)) return objects.length === 1 ? keptFields(objects[0]!, value, stays) : value
  const { items } = schema
  if (!items?.properties || !Array.isArray(value)) return value
  const list = value.map((item) => (isFields(item) ? keptFields(items, item, stays) : item))
  return list.some((item, n) => item !== value[n]) ? list : value
}

const isBlank = (value: unknown): value is null | string =>
  value === null || (typeof value === 'string' && value.length < 100 && value.trim() === '')

const takesText = (schema: Schema, text: string): boolean =>
  typesOf({ ...schema, anyOf: [] }).has('string') &&
  !isMarked(schema, 'tenant') &&
  !schema.format &&
  (schema.minLength ?? 0) <= text.length &&
  (!schema.enum || schema.enum.includes(text)) &&
  (!schema.pattern || new RegExp(schema.pattern, 'u').test(text))

/**
 * Arguments of a tool as the input means them: numbers, switches, lists and objects may come as text, and what a host
 * adds for itself is left out and named in `ignored`. `others` are arguments beside the input. Any other name is left to
 * the parser, which refuses it.
 */
export function fromTool(
  operation: AnyOperation,
  others: () => readonly string[],
  given: Fields,
): { rest: Fields; ignored: string[] } {
  const { properties } = operation.input
  const rest: Fields = {}
  const ignored: string[] = []
  let names: readonly string[] | undefined
  for (const [name, value] of Object.entries(given)) {
    if (Object.hasOwn(properties, name)) {
      rest[name] = fromToolValue(properties[name] as Schema, value)
      continue
    }
    const beside = others()
    names ??= [...Object.keys(properties), ...beside]
    if (!beside.includes(name) && isOfHost(name, names, operation)) ignored.push(name)
    else rest[name] = value
    const meant = beside.includes(name) ? undefined : meantName(name, beside)
    if (meant) throw invalid({ path: name, message: unknownField(name, beside) })
  }
  return { rest, ignored }
}

function fromToolValue(schema: Schema, value: unknown): unknown {
  if (typeof value !== 'string' || value === '') return value
  const types = typesOf(schema)
  const is_text = types.has('string') && !schema.enum && !isMarked(schema, 'tenant')
  // Some clients write a null as text (anthropics/claude-code#95239).
  if (!is_text && /^\s*null\s*$/i.test(value)) return null
  return is_text && !(types.has('array') && value.trimStart().startsWith('[')) ? value : readText(schema, value)
}

/**
 * Names that clients and models put among the arguments of any tool: n8n (n8n-io/n8n#21500, #37308), Cursor
 * (`random_string` where a tool has no input), Cline (`task_progress`), Windsurf (`toolSummary`), and agents that
 * explain themselves.
 */
const OF_HOSTS = new Set(
  `toolCallId tool_call_id toolName tool_name tool sessionId session_id action chatInput chat_input requestId request_id
   conversationId conversation_id threadId thread_id messageId message_id runId run_id traceId trace_id executionId
   workflowId parentMessageId userId user_id meta metadata context random_string dummy noop placeholder explanation
   reason reasoning thought thoughts thinking intent toolAction toolSummary waitForPreviousTools task_progress
   requires_approval security_risk signal`.split(/\s+/),
)
const INTERNAL = /^[_$]/
/** Our own names are in snake case. */
const CAMEL = /^[a-z]+(?:[A-Z][a-z0-9]*)+$/

/** Whether a name that the tool does not have is the host's. A misspelt name is ours; so is any other where money is spent. */
function isOfHost(name: string, names: readonly string[], operation: AnyOperation): boolean {
  if (meantName(name, names)) return false
  return OF_HOSTS.has(name) || INTERNAL.test(name) || (!changes(operation) && CAMEL.test(name))
}
