import Type from 'typebox'
import { releaseHeld } from '../../domains/system/index.ts'
import { outbound } from '../../kernel/operation/operation.ts'
import { Count } from '../../kernel/operation/shape.ts'

export const releaseRestored = outbound({
  name: 'release_restored',
  route: 'POST /system/restored/release',
  role: 'platform',
  summary: 'Release a restored install: its orders, e-mails, checks and refunds go on.',
  description:
    'Of each push that is older than the backup, suppliers may have links that the restored data call unsent. `ask` looks an order up at the connected suppliers by its reference before it is sent; `send` sends it at once; `cancel` cancels these links and refunds their credits. Webhook events stay held until somebody sends or drops them.',
  input: Type.Object({
    orders: Type.Enum(['ask', 'send', 'cancel'], {
      title: 'Links that are not sent yet',
      description: 'Links of pushes that are older than the backup',
    }),
    letters: Type.Enum(['send', 'drop'], {
      title: 'E-mails that waited',
      description: 'E-mails that waited when the backup was made; dropped ones can be sent again from the log',
    }),
  }),
  output: Type.Object({
    held: Type.Boolean({ description: 'Whether anything was held until now' }),
    cancelled: Count('Links that will not be sent'),
    dropped: Count('E-mails that will not be sent'),
  }),
  example: { orders: 'ask', letters: 'send' },
  local: true,

  handle: (call, asked) => releaseHeld(call, asked),
})
