import Type from 'typebox'
import { ListOf, wholeListInput, wholeOrPageOf } from '../../kernel/database/list.ts'
import { ROLES } from '../../kernel/operation/caller.ts'
import { type Route, routesOf } from '../../kernel/operation/offered/routes-and-tools.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Nullable } from '../../kernel/operation/shape.ts'

const RouteRow = Shape('Route', {
  method: Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: Type.String({ description: 'Relative to /api/v1' }),
  name: Type.String(),
  role: Nullable(Type.Enum([...ROLES, 'platform'], { description: 'Least role' })),
  summary: Type.String(),
  tool: Nullable(Type.String({ description: 'Name of the MCP tool' })),
})

export const listRoutes = read({
  name: 'list_routes',
  route: 'GET /routes',
  role: null,
  summary: 'Every REST route.',
  input: Type.Object(wholeListInput('path', 'method', 'name')),
  output: ListOf(RouteRow),
  example: { page_size: 2 },

  handle({ app }, { sort = 'path', dir = 'asc', ...page }) {
    const turn = dir === 'asc' ? 1 : -1
    const keyOf = (route: Route) => `${route[sort]} ${route.path} ${route.method}`
    const rows = routesOf(app.operations).sort((a, b) => (keyOf(a) < keyOf(b) ? -turn : turn))
    return wholeOrPageOf(rows, page)
  },
})
