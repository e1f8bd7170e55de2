import { words } from '../../kernel/named.ts'

/** The letters that go out, and the port to whoever draws them. */
export const TEMPLATES = words('LetterTemplate', [
  'verify_email',
  'email_changed',
  'invite',
  'member_added',
  'account_exists',
  'account_approved',
  'password_reset',
  'waitlist_declined',
  'credit_request',
  'backup_failed',
  'free_check_report',
  'operator_alert',
  'test',
])
export type Template = (typeof TEMPLATES)[number]

/** Whose name a letter carries. */
export type LetterBrand = { name: string; accent: string | null }

/** What a letter tells, in words: who did something, which workspace it is about. */
export type Facts = Record<string, string>

/** A letter as it is sent: both forms say the same. */
export type Letter = { subject: string; html: string; text: string }

/** Draws a letter. `link` is where its button leads. */
export type DrawLetter = (template: Template, brand: LetterBrand, facts: Facts, link: string) => Letter

declare module '../../kernel/app.ts' {
  interface Install {
    /** Draws the letters that go out by mail. */
    letters: DrawLetter
  }
}
