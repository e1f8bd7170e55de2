import type { Reader } from '../../kernel/language/reader.ts'
import { type Stored, sayStored } from '../../kernel/language/say.ts'
import type { App } from '../../kernel/operation/app.ts'
import { namedEnum } from '../../kernel/operation/schema-names.ts'
import type { Enclosure } from './courier.ts'
import type { StopKind } from './stop-link.ts'

/** All letters, and the port that draws them. */
export const TEMPLATES = namedEnum('LetterTemplate', [
  'verify_email',
  'email_changed',
  'factors_changed',
  'connect_provider',
  'provider_connected',
  'sign_in_ended',
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
  'links_dropped',
  'source_failing',
  'question_asked',
  'report_waiting',
  'standing_push',
  'webhook_disabled',
  'google_lost',
  'client_report',
  'report_bounced',
  'letter',
  'backup_failed',
  'free_check_report',
  'operator_alert',
  'test',
])
export type Template = (typeof TEMPLATES)[number]

/** Letters that a workspace sends automatically: each has an unsubscribe link. */
const NOTICES: readonly Template[] = [
  'job_finished',
  'daily_digest',
  'low_credits',
  'indexnow_site_failing',
  'plan_past_due',
  'links_dropped',
  'source_failing',
  'question_asked',
]

/** The letters that its unsubscribe link ends; null for letters that a person asked for. */
export function stopsOf(template: Template): StopKind | null {
  if (template === 'client_report') return 'reports'
  return NOTICES.includes(template) ? 'notices' : null
}

/** Letters to the operator of the install, whose pages are in English. */
const IN_ENGLISH: readonly Template[] = ['backup_failed', 'free_check_report', 'operator_alert', 'test']

/** Other letters are in the language of their recipient. */
export const isInEnglish = (template: Template): boolean => IN_ENGLISH.includes(template)

/** Branding of a letter; `logo` is the full address of a picture. */
export type LetterBrand = { name: string; accent: string | null; logo: string | null }

/** Facts of a letter in words: the acting person, the workspace and so on. */
export type LetterFacts = Record<string, string>

/** A list in a letter; each line has a link. `more` is the number of lines left out. */
export type LetterSection<Text = string> = { title: Text; lines: readonly { text: Text; href: string }[]; more?: Text }
export type StoredSection = LetterSection<Stored>

/** Sections as a fact, and back in the language of the letter. */
export const inFacts = (sections: readonly StoredSection[]): string => JSON.stringify(sections)
export const sectionsIn = (facts: LetterFacts, to: Reader): LetterSection[] =>
  (JSON.parse(facts.sections ?? '[]') as StoredSection[]).map(({ title, lines, more }) => ({
    title: sayStored(to, title),
    lines: lines.map(({ text, href }) => ({ text: sayStored(to, text), href })),
    ...(more ? { more: sayStored(to, more) } : {}),
  }))

/** Numbers of a letter and their changes; `head` names the columns. */
export type LetterFigures = {
  head: readonly [value: string, change: string]
  rows: readonly { label: string; value: string; change: string }[]
}

/** Content of a letter, without branding. */
export type LetterText = {
  subject: string
  /** Above the text of letters that people keep and forward: topic and news. */
  title?: { of: string; news: string }
  paragraphs: readonly string[]
  figures?: LetterFigures
  sections?: readonly LetterSection[]
  button?: { label: string; href: string }
  /** The reason the recipient gets this letter. */
  footer: string
}

/** Writes a letter from its facts; `link` is the address of its button, and `to` has the language of its recipient. */
export type Wording = (facts: LetterFacts, link: string, to: Reader) => LetterText

/** A letter of a feature: when it is sent, facts for a preview, and its words. */
export type LetterKind = { sent_when: string; sample: LetterFacts; words: Wording }
export type LetterKinds = Readonly<Partial<Record<Template, LetterKind>>>

/** A letter in two forms with the same content. */
export type Letter = { subject: string; html: string; text: string }

/** Draws a letter. `link` is the address of its button; `stop` is the page that ends letters of its kind. */
export type DrawLetter = (
  template: Template,
  brand: LetterBrand,
  facts: LetterFacts,
  link: string,
  stop?: string,
) => Letter

export type FindEnclosures = (app: App, template: Template, facts: LetterFacts) => Promise<Enclosure[]>

declare module '../../kernel/operation/app.ts' {
  interface Install {
    enclosures: FindEnclosures
    letters: DrawLetter
    letter_kinds: LetterKinds
  }
}
