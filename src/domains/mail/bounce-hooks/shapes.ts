import Type, { type Static } from 'typebox'
import { namedEnum, Shape } from '../../../kernel/operation/schema-names.ts'
import { Moment, Nullable } from '../../../kernel/operation/shape.ts'
import { HintedSecret } from '../../../kernel/web-fetch/adapter.ts'

/** `report`: the raw e-mail of a delivery report (RFC 3464), from a script of the mail server. */
export const BOUNCE_SERVICES = namedEnum('BounceService', [
  'ses',
  'postmark',
  'mailgun',
  'sendgrid',
  'resend',
  'brevo',
  'report',
])
export type BounceService = (typeof BOUNCE_SERVICES)[number]

export const Service = Type.Enum(BOUNCE_SERVICES, {
  title: 'Mail service',
  description: 'report: the raw delivery report (RFC 3464) that a mail server sent back',
})

export const BounceHook = Shape('BounceHook', {
  service: Service,
  url: Type.String({ description: 'The address to enter at the service. It is a secret' }),
  signing_key: HintedSecret,
  created_at: Moment,
  heard_at: Nullable(Moment),
  said: Nullable(Type.String({ description: 'What the last call came to' })),
  reported_at: Nullable(Moment),
})
export type BounceHook = Static<typeof BounceHook>
