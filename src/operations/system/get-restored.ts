import Type from 'typebox'
import { restoredState } from '../../domains/system/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Count, Moment, Nullable } from '../../kernel/operation/shape.ts'

export const getRestored = read({
  name: 'get_restored',
  route: 'GET /system/restored',
  role: 'platform',
  summary: 'Whether the install was restored from a backup, and what waits until it is released.',
  input: Type.Object({}),
  output: Shape('RestoredState', {
    held: Type.Boolean({ description: 'Whether work waits until the install is released' }),
    restored: Nullable(
      Type.Object({
        made_at: Moment,
        restored_at: Moment,
        is_known: Type.Boolean({
          description: 'Whether the replaced database said what went out after the backup, so that it is not repeated',
        }),
        released_at: Nullable(Moment),
      }),
    ),
    waiting: Nullable(
      Type.Object({
        suppliers: Type.Array(Type.String(), { description: 'Crawl suppliers that may have unsent links already' }),
        pushes: Count('Pushes with links that are not sent yet'),
        links: Count('Links of them'),
        letters: Count('E-mails that waited when the backup was made'),
        events: Count('Webhook events that are held'),
      }),
    ),
  }),
  example: {},

  handle: ({ tx }) => restoredState(tx),
})
