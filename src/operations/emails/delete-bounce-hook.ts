import Type from 'typebox'
import { deleteBounceHook as forgetHook, Service } from '../../domains/mail/index.ts'
import { write } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'

export const deleteBounceHook = write({
  name: 'delete_bounce_hook',
  route: 'DELETE /settings/email/bounce-hooks/{service}',
  role: 'platform',
  proof: false,
  summary: 'End the address where a mail service reports bounces. Its next calls are answered 404.',
  input: Type.Object({ service: Service }),
  output: Shape('DeletedBounceHook', { service: Service }),
  example: { service: 'postmark' },
  faults: ['not_found'],

  handle({ tx, app, changed }, { service }) {
    forgetHook(tx, app.sealer, service)
    changed({ target: service })
    return { service }
  },
})
