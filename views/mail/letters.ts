/** The content of each e-mail template. */
import type {
  DrawLetter,
  LetterFacts,
  LetterKinds,
  LetterText,
  Template,
  Wording,
} from '../../src/domains/mail/index.ts'
import { ENGLISH, type Reader, readerOf } from '../../src/kernel/language/reader.ts'
import { say, text } from '../../src/kernel/language/say.ts'
import { accountLetters } from './account-letters.ts'
import { drawLetter } from './letter.tsx'
import { noticeLetters } from './notice-letters.ts'

/** Draws all letters; `kinds` are those of features. */
export const lettersWith =
  (kinds: LetterKinds): DrawLetter =>
  (template, brand, facts, link, stop) => {
    const to = readerOf(facts.zone ?? 'UTC', facts.language ?? 'en')
    return drawLetter(to, brand, (WORDS[template] ?? kinds[template]?.words ?? plain)(facts, link, to), stop)
  }

/** The invitation, without branding. */
export const inviteWords = (facts: LetterFacts, link: string): LetterText => accountLetters.invite(facts, link, ENGLISH)

/** A letter that waits since its feature was removed. */
const plain: Wording = (_, href, to) => ({
  subject: say(to, 'News about your workspace'),
  paragraphs: [],
  button: { label: say(to, 'Open workspace'), href },
  footer: say(to, 'You receive this because you are in a workspace.'),
})

/** Paragraphs of a text as a person typed it: browsers send lines with a carriage return. */
export const paragraphsOf = (text = ''): string[] =>
  text
    .replace(/\r\n?/g, '\n')
    .trim()
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')

/** A letter that a person wrote: their words alone, and who they are. */
const personalLetter: Wording = (facts, href, to) => {
  const { by = '', workspace = '', subject = '', text = '', reply_to, report } = facts
  return {
    subject,
    paragraphs: paragraphsOf(text),
    ...(report ? { button: { label: say(to, 'Open report'), href } } : {}),
    footer: [
      say(to, '{by} wrote this to you about {workspace}.', { by, workspace }),
      ...(reply_to ? [say(to, 'Answers go to {address}.', { address: reply_to })] : []),
    ].join(' '),
  }
}

const WORDS: Partial<Record<Template, Wording>> = {
  ...accountLetters,
  ...noticeLetters,

  credit_request: ({ status = '', pack = '', workspace = '', by = '', note, owed = '' }, href, to) => {
    const decided = DECIDED[status]?.(to, { pack, workspace })
    // Facts of older letters have the number with its word.
    const more = Number.parseInt(owed.replaceAll(',', ''), 10) || 0
    return {
      subject: decided?.subject ?? say(to, 'Credit pack {pack} for {workspace}: requested', { pack, workspace }),
      paragraphs: [
        decided?.says ??
          say(to, '{by} requests the credit pack {pack} for the workspace {workspace}. Approve or decline it.', {
            ...{ by, pack, workspace },
          }),
        ...(more
          ? [
              say(
                to,
                '{owed, plural, one {# credit} other {# credits}} more are reserved for pushes or were transferred to clients: they are deducted from future credits.',
                { owed: more },
              ),
            ]
          : []),
        ...(note ? [say(to, 'Note: {note}', { note })] : []),
      ],
      button: { label: decided ? say(to, 'Open your packs') : say(to, 'Review request'), href },
      footer: decided
        ? say(to, 'You receive this because you, or an API key of a workspace that you manage, requested this pack.')
        : say(to, OPERATOR),
    }
  },

  confirm_recipient: ({ by = '', workspace = '', reports }, href, to) => ({
    subject: say(to, 'Do you want e-mail about {workspace}?', { workspace }),
    paragraphs: [
      reports
        ? say(to, '{by} wants to send the reports of {workspace} to this address.', { by, workspace })
        : say(
            to,
            '{by} wants to send e-mail about the workspace {workspace} to this address: indexing results and problems that need attention.',
            { by, workspace },
          ),
      say(to, 'Confirm to receive it. The link works once, for seven days. Every e-mail has an unsubscribe link.'),
    ],
    button: { label: say(to, 'Confirm or decline'), href },
    footer: say(
      to,
      'You receive this because this address was entered. If you do not want the e-mail, ignore this message.',
    ),
  }),

  letter: personalLetter,

  operator_alert: ({ what, advice, subject }, href, to) => ({
    subject: subject ?? 'Signalpost needs attention',
    paragraphs: [what ?? '', advice ?? ''],
    button: { label: 'Open Signalpost', href },
    footer: say(to, OPERATOR),
  }),

  test: ({ by }, href) => ({
    subject: 'Test of the mail server',
    paragraphs: [`The mail server works. ${by} sent this test.`],
    button: { label: 'Open settings', href },
    footer: 'Sent by hand from the e-mail settings.',
  }),
}

export const OPERATOR = text('You receive this because you administer this installation.')

/** Texts of decided requests; a pending one has no entry. */
const DECIDED: Record<
  string,
  (to: Reader, of: { pack: string; workspace: string }) => { subject: string; says: string }
> = {
  approved: (to, of) => ({
    subject: say(to, 'Credit pack {pack} for {workspace}: approved', of),
    says: say(
      to,
      'The request for the credit pack {pack} for the workspace {workspace} was approved. The credits are available.',
      of,
    ),
  }),
  declined: (to, of) => ({
    subject: say(to, 'Credit pack {pack} for {workspace}: declined', of),
    says: say(
      to,
      'The request for the credit pack {pack} for the workspace {workspace} was declined. No credits were granted.',
      of,
    ),
  }),
  refunded: (to, of) => ({
    subject: say(to, 'Credit pack {pack} for {workspace}: refunded', of),
    says: say(
      to,
      'The purchase of the credit pack {pack} for the workspace {workspace} was refunded. Unspent credits were removed.',
      of,
    ),
  }),
}
