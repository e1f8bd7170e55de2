/** The words of recipients and deliveries, in rows and on the wire. */
import { namedEnum } from '../../../kernel/operation/schema-names.ts'

export const RECIPIENT_STATUSES = namedEnum('ReportRecipientStatus', ['waiting', 'active', 'unsubscribed', 'bounced'])

export const DELIVERY_STATES = namedEnum('ReportDeliveryState', [
  'queued',
  'sent',
  'refused',
  'bounced',
  'complained',
  'opened',
])

/** As a list shows them: a letter that is queued without a mail server, or that no server answered, has its own word. */
export const SHOWN_STATES = namedEnum('ShownDeliveryState', [...DELIVERY_STATES, 'suppressed', 'in_doubt'])

/** The part of a person in a workspace that they can be written to about. */
export const KNOWN_AS = namedEnum('EmailRecipientKind', ['member', 'reader', 'asker'])

export const CONSENTS = namedEnum('ReportConsent', ['confirmed', 'member', 'stated'])
export type Consent = (typeof CONSENTS)[number]
