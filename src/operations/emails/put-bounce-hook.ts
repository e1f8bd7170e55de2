import Type from 'typebox'
import { BounceHook, renewBounceHook, Service } from '../../domains/mail/index.ts'
import { write } from '../../kernel/operation/operation.ts'
import { Nullable, Secret } from '../../kernel/operation/shape.ts'

export const putBounceHook = write({
  name: 'put_bounce_hook',
  route: 'PUT /settings/email/bounce-hooks/{service}',
  role: 'platform',
  proof: true,
  summary: 'Make an address where a mail service reports bounces and complaints. The address before it ends at once.',
  description:
    'Enter the address at the service, for bounces and complaints. It takes Amazon SES (through SNS, whose subscription and signature are verified), Postmark, Mailgun, SendGrid, Resend and Brevo as they send, and raw delivery reports (`report`). With a signing key, calls of Mailgun, SendGrid and Resend without its signature are refused. A key that is left out stays.',
  input: Type.Object({
    service: Service,
    signing_key: Type.Optional(
      Nullable(
        Secret({
          title: 'Signing key',
          description:
            'HTTP webhook signing key of Mailgun, verification key of SendGrid, signing secret of Resend. Left out: it stays; null clears it',
          minLength: 1,
          maxLength: 1000,
        }),
      ),
    ),
  }),
  output: BounceHook,
  example: { service: 'postmark' },
  faults: ['validation_failed'],

  handle({ tx, app, changed }, { service, signing_key }) {
    const hook = renewBounceHook(tx, app, service, signing_key)
    changed({ target: service, after: { renewed: ['address', ...(signing_key === undefined ? [] : ['signing_key'])] } })
    return hook
  },
})
