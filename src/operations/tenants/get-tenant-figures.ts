import Type from 'typebox'
import { FiguresShape, figuresOfEach, sentLately } from '../../domains/reports/index.ts'
import { tenantsAmong } from '../../domains/tenants/index.ts'
import { read } from '../../kernel/operation/operation.ts'

export const getTenantFigures = read({
  name: 'get_tenant_figures',
  route: 'GET /tenant-figures',
  role: null,
  instead: 'get_credits of each workspace',
  summary: 'Figures of 30 days of some workspaces: links sent, indexed share, credits and how long they last.',
  description: 'Each without the workspaces below it. Ids out of your reach are left out.',
  input: Type.Object({
    ids: Type.String({
      title: 'Workspaces',
      description: 'Up to 200 ids, with commas between them',
      pattern: '^[\\w-]{1,64}(,[\\w-]{1,64}){0,199}$',
    }),
  }),
  output: Type.Object({
    workspaces: Type.Array(
      Type.Object({
        id: Type.String(),
        ...FiguresShape.properties,
        lately: Type.Array(Type.Integer(), { description: 'Links sent on each of the last 14 days, oldest first' }),
      }),
    ),
  }),
  example: { ids: '0193f0a2-5c1e-7000-8000-000000000001' },

  handle({ tx, caller }, { ids }) {
    const found = tenantsAmong(tx, caller, ids.split(','))
    const figures = figuresOfEach(tx, found)
    const lately = sentLately(
      tx,
      found.map(({ id }) => id),
    )
    return { workspaces: found.map(({ id }) => ({ id, ...figures.get(id), lately: lately.get(id) })) }
  },
})
