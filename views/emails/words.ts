import { text } from '../../src/kernel/language/say.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { listEmails } from '../../src/operations/emails/log.ts'
import { worded } from '../parts/forms/schema-fields.ts'
import type { StatusWord } from '../parts/text/words.ts'

export type EmailRow = AnswerOf<typeof listEmails>['items'][number]

export const EMAIL_STATUS: Record<EmailRow['status'], StatusWord> = {
  queued: { word: 'Waiting', icon: 'clock', tone: 'info' },
  sent: { word: 'Sent', icon: 'check', tone: 'ok' },
  failed: { word: 'Not sent', icon: 'triangle-alert', tone: 'bad' },
  suppressed: { word: 'Kept', icon: 'ban', tone: 'idle' },
}

/** States of a recipient of notifications or reports. */
export const RECIPIENT_STATUS = {
  active: { word: text('Active'), icon: 'check', tone: 'ok' },
  waiting: { word: text('Not confirmed yet'), icon: 'clock', tone: 'warn' },
  unsubscribed: { word: text('Unsubscribed'), icon: 'ban', tone: 'idle' },
  gone: { word: text('No longer a member'), icon: 'ban', tone: 'idle' },
  bounced: { word: text('Refused'), icon: 'triangle-alert', tone: 'bad' },
} as const satisfies Record<string, StatusWord>

/** `daily_digest` is "Daily digest". */
export const templateInWords = (name: string): string => worded(name.replace('indexnow', 'IndexNow'))
