import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { listEmails } from '../../src/operations/emails/list-emails.ts'
import { worded } from '../parts/forms/schema-fields.ts'
import type { Word } from '../parts/text/words.ts'

export type EmailRow = AnswerOf<typeof listEmails>['items'][number]

export const EMAIL_STATUS: Record<EmailRow['status'], Word> = {
  queued: { word: 'Waiting', icon: 'clock', tone: 'info' },
  sent: { word: 'Sent', icon: 'check', tone: 'ok' },
  failed: { word: 'Not sent', icon: 'triangle-alert', tone: 'bad' },
  suppressed: { word: 'Kept', icon: 'ban', tone: 'idle' },
}

/** `daily_digest` is "Daily digest". */
export const templateInWords = (name: string): string => worded(name.replace('indexnow', 'IndexNow'))
