/** Parts of the page that sends a report now: how it is written, and facts that a person looks at before it leaves. */

import type { SignedInCall } from '../../../src/doors/pages/web.ts'
import { type previewReport, sendReport } from '../../../src/features/reports/operations/sending.ts'
import type { AnswerOf } from '../../../src/kernel/operation/operation.ts'
import { Section } from '../../kit/fold.tsx'
import { languageNamed } from '../../parts/forms/codes.ts'
import { Sentences } from '../../parts/forms/sentence.tsx'
import { Icon } from '../../parts/icon.tsx'
import { many, number } from '../../parts/text/format.ts'
import { BOXES_ADVICE, boxesSay } from '../boxes.tsx'
import type { leftOutOf } from '../left-out.tsx'

type WrittenProps = Pick<AnswerOf<typeof previewReport>, 'language' | 'sections' | 'attach_pdf'> & {
  values: SignedInCall['form']
  base: string
  can_change: boolean
}

/** The language and the sections of the report, which its schedule says, and the choice of this sending alone. */
export const Written = ({ language, sections, attach_pdf, values, base, can_change }: WrittenProps) => (
  <div class="written">
    <Sentences
      text={`In ${languageNamed(language)} with ${many(sections.length, 'section')} and {attach_pdf}.`}
      schema={sendReport.input}
      values={{ attach_pdf, ...values }}
      issues={[]}
      words={{ attach_pdf: { true: 'the PDF attached', false: 'no PDF' } }}
    />
    {can_change && (
      <a class="link small" href={`${base}/reports/schedule`}>
        Change language and sections
      </a>
    )}
  </div>
)

type BeforeProps = {
  summary: AnswerOf<typeof previewReport>['summary']
  left: Awaited<ReturnType<typeof leftOutOf>>
  people: readonly { refused: boolean }[]
  boxes: readonly string[]
}

/** Facts that a person looks at before it leaves. */
export const BeforeIt = ({ summary: { pushed, open }, left, people, boxes }: BeforeProps) => {
  const foreign = left.reduce((sum, { links }) => sum + links, 0)
  const refused = people.filter((one) => one.refused).length
  const lines = [
    pushed === 0
      ? { ok: false, says: 'No page was pushed in this time', more: 'The report says so.' }
      : open === 0
        ? { ok: true, says: `All ${many(pushed, 'page')} are final`, more: '' }
        : {
            ok: true,
            says: `${number(pushed - open)} of ${many(pushed, 'page')} are final`,
            more: `${number(open)} still wait. The report says so beside them.`,
          },
    foreign === 0
      ? { ok: true, says: 'All pages are on hosts of this client', more: '' }
      : { ok: false, says: `${many(foreign, 'page')} on hosts of other clients`, more: 'The report leaves them out.' },
    refused === 0
      ? { ok: true, says: 'No address is refused by the mail server', more: '' }
      : {
          ok: false,
          says: `${many(refused, 'address', 'addresses')} refused by the mail server`,
          more: 'They get nothing.',
        },
    ...(boxes.length > 0 ? [{ ok: false, says: boxesSay(boxes), more: BOXES_ADVICE }] : []),
  ]
  return (
    <Section title="Before it leaves">
      <ul class="before">
        {lines.map(({ ok, says, more }) => (
          <li class={ok ? 'ok' : 'care'}>
            <Icon name={ok ? 'circle-check' : 'triangle-alert'} />
            <p>
              {says}
              {more && <small>{more}</small>}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
