import Type from 'typebox'
import {
  CLIENT_VIEWS,
  ClientView,
  listedClients,
  SentDayShape,
  StandingShape,
  TileUrl,
  viewsOf,
} from '../../domains/figures/index.ts'
import { ClientEarnings, Tag, Tenant, TenantKind } from '../../domains/tenants/index.ts'
import { listInput, Search } from '../../kernel/database/list.ts'
import { outbound } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Count, Defaulted, Nullable } from '../../kernel/operation/shape.ts'

export const listClients = outbound({
  name: 'list_clients',
  route: 'GET /clients',
  role: null,
  instead: 'the resource signalpost://clients',
  summary: 'Workspaces below yours with their results and credits, those that need attention first.',
  description:
    'Figures of a workspace do not include those below it. `earnings` is for admins. By `urgency`: below their usual share first, then low on credits, then the others by name.',
  input: Type.Object({
    ...listInput('urgency', 'name'),
    q: Search,
    kind: Type.Optional(TenantKind),
    tag: Type.Optional(Tag),
    ids: Type.Optional(
      Type.String({
        title: 'Workspaces',
        description: 'Up to 200 ids, with commas between them',
        pattern: '^[\\w-]{1,64}(,[\\w-]{1,64}){0,199}$',
      }),
    ),
    view: Type.Optional(Type.Enum(CLIENT_VIEWS, { title: 'View', default: 'all' })),
    include_archived: Defaulted(Type.Boolean({ title: 'Archived too' }), false),
  }),
  output: Shape('Clients', {
    items: Type.Array(
      Shape('ClientRow', {
        ...Tenant.properties,
        ...StandingShape.properties,
        hosts: Type.Array(Type.String(), { description: 'Its first IndexNow sites, else hosts that it pushed first' }),
        tile_url: TileUrl,
        days: Type.Array(SentDayShape, { description: 'The last 30 days, from the first with a link' }),
        earnings: Nullable(ClientEarnings),
      }),
    ),
    total: Count(),
    page: Type.Integer({ minimum: 1 }),
    page_size: Type.Integer({ minimum: 1 }),
    counts: Type.Object(
      { all: Count(), off_usual: Count(), low_credits: Count(), no_push: Count() },
      { description: 'How many each view has' },
    ),
    tags: Type.Array(Type.Object({ tag: Type.String(), clients: Count() }), {
      description: 'Tags of all of them, with how many have each',
    }),
    saved_views: Type.Array(ClientView, { description: 'Filters that members of your workspace saved' }),
    available: Type.Integer({ description: 'Index credits available in all of them' }),
  }),
  example: {},
  local: true,

  async handle({ app, caller, read }, asked) {
    const { items, ...listed } = await listedClients((work) => read((tx) => work(tx, caller)), asked)
    const earnings = read((tx) => app.earningsOf(tx, { app, caller, ids: items.map(({ id }) => id) }))
    const saved_views = read((tx) => viewsOf(tx, caller))
    return {
      ...listed,
      saved_views,
      items: items.map((item) => ({ ...item, earnings: earnings.get(item.id) ?? null })),
    }
  },
})
