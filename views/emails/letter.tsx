/** One e-mail of the log, and the frame that shows any e-mail. */
import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getEmail } from '../../src/operations/emails/log.ts'
import { Section } from '../kit/fold.tsx'
import { Strip } from '../kit/strip.tsx'
import { Banner } from '../parts/page/card.tsx'
import { When } from '../parts/text/when.tsx'
import { templateInWords } from './words.ts'

type FrameProps = { to?: Reader; title: string; src: string; text: string }

/** The e-mail as HTML in a frame, and its plain text. */
export const EmailFrame = ({ to = ENGLISH, title, src, text }: FrameProps) => (
  <Section title={title}>
    <iframe class="letter" src={src} title={title} sandbox="" />
    <details>
      <summary>{say(to, 'As text')}</summary>
      <pre>{text}</pre>
    </details>
  </Section>
)

type EmailProps = { email: AnswerOf<typeof getEmail>; list: string; zone?: string }

export const Email = ({ email, list, zone = 'UTC' }: EmailProps) => (
  <>
    {email.address_refused && (
      <Banner tone="bad">
        <b>The mail server refuses {email.to}.</b> E-mails to it stop. Send this one again once the address is right.
      </Banner>
    )}
    {email.error && <Banner tone="warn">{email.error}</Banner>}
    <Strip
      facts={[
        { label: 'Kind', value: templateInWords(email.template) },
        { label: 'Written', value: <When time={email.created_at} zone={zone} /> },
        { label: 'Sent', value: <When time={email.sent_at} zone={zone} /> },
        {
          label: 'Attempts',
          value: String(email.attempts),
          note: email.next_attempt_at && (
            <>
              next: <When time={email.next_attempt_at} zone={zone} />
            </>
          ),
        },
      ]}
    />
    <EmailFrame title="E-mail" src={`${list}/${email.id}/letter`} text={email.text} />
    <p class="hint">One-time links are hidden here.</p>
  </>
)
