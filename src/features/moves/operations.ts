import Type from 'typebox'
import { CreditKind } from '../../domains/credits/index.ts'
import { findJob, JobId } from '../../domains/jobs/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Count, Moment, Nullable } from '../../kernel/operation/shape.ts'
import { effectOf, targetsOf, undoOfMove } from './index.ts'

export const previewMove = read({
  name: 'preview_move',
  route: 'GET /jobs/{id}/move-preview',
  role: 'admin',
  instead: 'update_job, which moves a push with `move_to`',
  summary: 'Where a push may move, and what would move with it; update_job with `move_to` does it.',
  input: Type.Object({
    id: JobId,
    move_to: Type.Optional(
      Type.String({ title: 'Client', description: 'Id of the workspace that the push would move to' }),
    ),
  }),
  output: Shape('MovePreview', {
    choices: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
      description: 'Workspaces of the agency of which you are an admin',
    }),
    suggested: Nullable(Type.String({ description: 'The one that most hosts of the push belong to' })),
    undo: Nullable(
      Type.Object(
        { move_to: Type.String({ description: 'Workspace that it came from' }), until: Moment },
        { description: 'Until then a move back counts as if the push had not moved' },
      ),
    ),
    effect: Nullable(
      Type.Object(
        {
          links: Count('Links that move'),
          credits: Type.Array(
            Type.Object({
              kind: CreditKind,
              reserved: Count('Credits that stay reserved, for the other workspace'),
              used: Count('Used credits that the other workspace pays'),
              available: Count('Credits that it has'),
              missing: Count('Credits that it lacks'),
            }),
          ),
          reports: Type.Array(
            Type.Object({
              tenant_id: Type.String(),
              tenant_name: Type.String(),
              period: Type.String(),
              corrected: Type.Boolean({
                description: 'It is closed, so it gets a correction; others are counted again',
              }),
            }),
          ),
          shared: Type.Boolean({ description: 'Its report is shared at an address, which stops' }),
        },
        { description: 'Null without `move_to`' },
      ),
    ),
  }),
  example: { id: 'job_settled' },
  faults: ['forbidden', 'conflict'],
  subject: (tx, caller, { id }) => findJob(tx, caller, id!),

  handle: ({ tx, caller, subject }, { move_to }) => ({
    ...targetsOf(tx, caller, subject),
    undo: undoOfMove(tx, subject),
    effect: move_to === undefined ? null : effectOf(tx, caller, subject, move_to),
  }),
})
