/** One letter of the log, and the frame that shows any letter. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getEmail } from '../../src/operations/emails/get-email.ts'
import { Banner, Card, CardBody, Facts } from '../parts/card.tsx'
import { Chip } from '../parts/chips.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Post } from '../parts/post.tsx'
import { When } from '../parts/when.tsx'
import { LETTER_STATUS, templateInWords } from './words.ts'

/** As people see it, with the text that programs without pictures show. */
export const LetterFrame = ({ title, src, text }: { title: string; src: string; text: string }) => (
  <Card title={title}>
    <iframe class="letter" src={src} title={title} sandbox="" />
    <CardBody>
      <details>
        <summary>As text</summary>
        <pre>{text}</pre>
      </details>
    </CardBody>
  </Card>
)

export type LetterProps = {
  letter: AnswerOf<typeof getEmail>
  /** The page of the log. */
  log: string
  /** Whether the visitor may send it once more. */
  resends: boolean
  zone?: string
}

export const LetterPage = ({ letter, log, resends, zone = 'UTC' }: LetterProps) => (
  <>
    <PageHead
      title={letter.subject}
      crumbs={[{ label: 'E-mail log', href: log }, { label: letter.to }]}
      sub={<Chip {...LETTER_STATUS[letter.status]} />}
      actions={resends && <Post action={`${log}/${letter.id}/resend`}>Send it once more</Post>}
    />
    {letter.address_refused && (
      <Banner tone="bad">
        <b>The mail server refuses {letter.to}.</b> Nothing goes there by itself. Send this once more when the address
        is right again.
      </Banner>
    )}
    {letter.error && <Banner tone="warn">{letter.error}</Banner>}
    <Card title="What became of it">
      <CardBody>
        <Facts
          facts={[
            { label: 'To', value: letter.to },
            { label: 'Kind', value: templateInWords(letter.template) },
            { label: 'Written', value: <When time={letter.created_at} zone={zone} /> },
            { label: 'Sent', value: <When time={letter.sent_at} zone={zone} /> },
            { label: 'Tries', value: String(letter.attempts) },
            ...(letter.next_attempt_at
              ? [{ label: 'Next try', value: <When time={letter.next_attempt_at} zone={zone} /> }]
              : []),
          ]}
        />
        <p class="hint">Links that work once are left out here: they belong to whoever the letter went to.</p>
      </CardBody>
    </Card>
    <LetterFrame title="The letter" src={`${log}/${letter.id}/letter`} text={letter.text} />
  </>
)
