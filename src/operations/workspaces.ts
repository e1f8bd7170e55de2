import Type from 'typebox'
import { Balance } from '../domains/credits/index.ts'
import { factsOfWorkspaces } from '../domains/figures/index.ts'
import { PLANS } from '../domains/plans/index.ts'
import { read } from '../kernel/operation/operation.ts'
import { Shape } from '../kernel/operation/schema-names.ts'
import { Id, Moment, Nullable } from '../kernel/operation/shape.ts'

const Purse = Type.Object({ available: Balance.properties.available, reserved: Balance.properties.reserved })

export const getWorkspaceFacts = read({
  name: 'get_workspace_facts',
  route: 'GET /admin/workspaces/facts',
  role: 'platform',
  summary: 'Plan, credits and people of some workspaces of the install.',
  input: Type.Object({
    ids: Type.String({
      title: 'Workspaces',
      description: 'Up to 200 ids, with commas between them',
      pattern: '^[\\w-]{1,64}(,[\\w-]{1,64}){0,199}$',
    }),
  }),
  output: Type.Object({
    workspaces: Type.Array(
      Shape('WorkspaceFacts', {
        id: Id,
        root_id: Type.String({ description: 'Agency at the root of its tree' }),
        root_name: Type.String(),
        plan: Type.Object(
          {
            plan: Type.Enum(PLANS, { description: 'In force' }),
            name: Type.String(),
            subscribed: Type.Enum(PLANS),
            status: Type.String(),
            interval: Nullable(Type.String()),
          },
          { description: 'Plan of its root workspace' },
        ),
        credits: Type.Object({ index: Purse, check: Purse }),
        people: Type.Integer({ minimum: 0, description: 'Members, including invited people' }),
        below: Type.Integer({ minimum: 0, description: 'Workspaces below it, including archived ones' }),
        last_act_at: Nullable(Moment),
      }),
    ),
  }),
  example: { ids: 'ten_northwind' },

  handle({ tx, app }, { ids }) {
    const facts = factsOfWorkspaces(tx, app, ids.split(','))
    return { workspaces: [...facts].map(([id, its]) => ({ id, ...its })) }
  },
})
