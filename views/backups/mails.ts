/** E-mails about backups. */
import type { LetterKinds } from '../../src/domains/mail/index.ts'
import { OPERATOR } from '../mail/letters.ts'

export const BACKUP_MAILS: LetterKinds = {
  backup_failed: {
    sent_when: 'The nightly backup failed, or none was made for two days (to the platform admins, once a day)',
    sample: { error: 'the disk is full', last: '2026-11-01 02:00 UTC' },
    words: ({ error, last }, href) => ({
      subject: 'Backup failed',
      paragraphs: [
        `This installation could not make a backup: ${error}`,
        last ? `The last verified backup is from ${last}.` : 'There is no verified backup yet.',
        'It is retried every hour. You get this e-mail once a day until a backup succeeds.',
      ],
      button: { label: 'Open backups', href },
      footer: OPERATOR,
    }),
  },
}
