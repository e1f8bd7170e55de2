import Type from 'typebox'
import { ListOf, wholeListInput, wholeOrPageOf } from '../../kernel/database/list.ts'
import { toolsOf } from '../../kernel/operation/offered/routes-and-tools.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Nullable } from '../../kernel/operation/shape.ts'

const JsonSchema = Type.Unsafe<object>({ type: 'object', description: 'JSON Schema 2020-12' })

const ToolRow = Shape('Tool', {
  name: Type.String(),
  title: Type.String(),
  description: Type.String(),
  input_schema: JsonSchema,
  output_schema: Nullable(JsonSchema),
  annotations: Type.Object({
    readOnlyHint: Type.Boolean(),
    destructiveHint: Type.Boolean(),
    openWorldHint: Type.Boolean(),
  }),
  examples: Type.Array(Type.Object({ arguments: Type.Unsafe<object>({ type: 'object' }) })),
})

export const listMcpTools = read({
  name: 'list_mcp_tools',
  route: 'GET /mcp-tools',
  role: null,
  summary: 'The MCP tool catalog: names, descriptions, input schemas, examples.',
  input: Type.Object(wholeListInput('name')),
  output: ListOf(ToolRow),
  example: { page_size: 2 },

  handle({ app }, { dir = 'asc', ...page }) {
    const tools = toolsOf(app.operations)
    return wholeOrPageOf(dir === 'asc' ? tools : tools.toReversed(), page)
  },
})
