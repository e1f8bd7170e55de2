import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { listEmails } from '../../src/operations/emails/list-emails.ts'
import type { Word } from '../parts/text/words.ts'

export type EmailRow = AnswerOf<typeof listEmails>['items'][number]

export const EMAIL_STATUS: Record<EmailRow['status'], Word> = {
  queued: { word: 'Waiting', icon: 'clock', tone: 'info' },
  sent: { word: 'Sent', icon: 'check', tone: 'ok' },
  failed: { word: 'Not sent', icon: 'triangle-alert', tone: 'bad' },
  suppressed: { word: 'Kept', icon: 'ban', tone: 'idle' },
}

/** `daily_digest` is "Daily digest". */
export const templateInWords = (name: string): string => {
  const words = name.replaceAll('_', ' ').replace('indexnow', 'IndexNow')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
