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
  'confirm_recipient',
  'job_finished',
  'daily_digest',
  'low_credits',
  'indexnow_site_failing',
  'plan_past_due',
  'backup_failed',
  'free_check_report',
  'operator_alert',
  'test',
])
export type Template = (typeof TEMPLATES)[number]

/** Those that a workspace sends by itself: each carries a link that ends them. */
const NOTICES: readonly Template[] = [
  'job_finished',
  'daily_digest',
  'low_credits',
  'indexnow_site_failing',
  'plan_past_due',
]

export const isNotice = (template: Template): boolean => NOTICES.includes(template)

/** Whose name a letter carries; `logo` is the full address of a picture. */
export type LetterBrand = { name: string; accent: string | null; logo: string | null }

/** What a letter tells, in words: who did something, which workspace it is about. */
export type Facts = Record<string, string>

/** A list in a letter: each line says one thing and leads to it. `more` says how many were left out. */
export type Section = { title: string; lines: readonly { text: string; href: string }[]; more?: string }

/** Sections as a fact, and back. */
export const inFacts = (sections: readonly Section[]): string => JSON.stringify(sections)
export const sectionsIn = (facts: Facts): Section[] => JSON.parse(facts.sections ?? '[]') as Section[]

/** A letter as it is sent: both forms say the same. */
export type Letter = { subject: string; html: string; text: string }

/** Draws a letter. `link` is where its button leads; `stop` is the page that ends letters of its kind. */
export type DrawLetter = (template: Template, brand: LetterBrand, facts: Facts, link: string, stop?: string) => Letter

declare module '../../kernel/app.ts' {
  interface Install {
    /** Draws the letters that go out by mail. */
    letters: DrawLetter
  }
}
