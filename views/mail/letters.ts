/** What each letter says. */
import type { DrawLetter, Facts, Template } from '../../src/mail/letters.ts'
import { drawLetter, type Words } from './letter.tsx'

export const letters: DrawLetter = (template, brand, facts, link) => drawLetter(brand, WORDS[template](facts, link))

const WORDS: Record<Template, (facts: Facts, link: string) => Words> = {
  verify_email: ({ name }, href) => ({
    subject: 'Confirm your e-mail address',
    paragraphs: [
      `Hello ${name},`,
      'Please confirm that this is your address. The link works once, for one day.',
      'If you did not ask for this, do nothing: without your confirmation nothing changes.',
    ],
    button: { label: 'Confirm this address', href },
    footer: 'Sent because somebody gave this address for their account.',
  }),

  invite: ({ by, workspace }, href) => ({
    subject: `${by} invited you to ${workspace}`,
    paragraphs: [
      `${by} added you to the workspace ${workspace}.`,
      'Choose a password to get in. The link works once, for seven days.',
    ],
    button: { label: 'Choose a password', href },
    footer: 'Sent because somebody gave this address. If you do not know them, do nothing.',
  }),

  member_added: ({ by, workspace, role }, href) => ({
    subject: `You were added to ${workspace}`,
    paragraphs: [`${by} added you to the workspace ${workspace}. Your role there: ${ROLES[role ?? ''] ?? role}.`],
    button: { label: 'Open the workspace', href },
    footer: 'Sent because you have an account with this address.',
  }),

  test: ({ by }, href) => ({
    subject: 'A test of the mail server',
    paragraphs: [`The mail server works: ${by} sent this to try it.`],
    button: { label: 'Back to the settings', href },
    footer: 'Sent from the settings, by hand.',
  }),
}

const ROLES: Record<string, string> = { client_viewer: 'viewer', member: 'member', admin: 'admin', owner: 'owner' }
