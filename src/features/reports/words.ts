/** The words of schedules, issues, recipients and deliveries, in rows and on the wire. */
import { namedEnum } from '../../kernel/operation/schema-names.ts'
import { REPORT_PARTS } from './months/page-causes.ts'

export const REPORT_MODES = namedEnum('ReportMode', ['off', 'review', 'automatic'])
export const REPORT_PERIODS = namedEnum('ReportPeriod', ['month', 'quarter'])
/** Parts of a report that an agency may hide: the curve, and each list of pages. */
export const REPORT_SECTIONS = namedEnum('ReportSection', ['growth', ...REPORT_PARTS, 'answers'])
export type ReportSection = (typeof REPORT_SECTIONS)[number]

export const ISSUE_STATES = namedEnum('ReportState', [
  'draft',
  'waiting',
  'approved',
  'sending',
  'sent',
  'declined',
  'expired',
  'skipped',
])
/** Why an approved report whose hour has come is not sent. */
export const REPORT_HELD = namedEnum('ReportHeld', ['suppressed', 'archived', 'unpaid', 'suspended'])
export type HoldReason = (typeof REPORT_HELD)[number]

export type IssueState = (typeof ISSUE_STATES)[number]

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

export const CONSENTS = namedEnum('ReportConsent', ['confirmed', 'member', 'stated'])
export type Consent = (typeof CONSENTS)[number]
