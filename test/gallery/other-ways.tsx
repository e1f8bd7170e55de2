/** Other ways to do a thing: a sentence, and what a program calls. */
import { submitIndexJob } from '../../src/operations/jobs/submit-index-job.ts'
import { ApiEquivalentLines } from '../../views/api-equivalent/api-equivalent.tsx'
import { linesOf } from '../../views/api-equivalent/lines.ts'
import { SentencePage } from '../../views/palette/sentence-page.tsx'
import { Card } from '../../views/parts/page/card.tsx'
import { PageHead } from '../../views/parts/page/page-head.tsx'
import { inApp } from './frames.tsx'
import { at, NASTY } from './samples.ts'

const SITE = 'https://push.agency.example'
const INPUT = { urls: ['https://bakery.example/rye', 'https://bakery.example/cake'], name: NASTY, drip_days: 3 }

const deeds = (q: string, entries: Parameters<typeof SentencePage>[0]['entries']) =>
  inApp(
    'Say what to do',
    <>
      <PageHead title="Say what to do" />
      <Card body>
        <SentencePage q={q} action={at('/do')} entries={entries} writes />
      </Card>
    </>,
  )

export const otherWaysGallery = [
  {
    name: 'api-equivalent',
    page: () =>
      inApp(
        'API equivalent',
        <>
          <PageHead title="API equivalent" />
          <Card body>
            <ApiEquivalentLines
              name={submitIndexJob.name}
              summary={submitIndexJob.summary}
              person={false}
              note="With the first 50 of 60 links; the other 10 go into the list in the same way."
              lines={linesOf(submitIndexJob, INPUT, SITE)}
            />
          </Card>
        </>,
      ),
  },
  {
    name: 'api-equivalent-person',
    page: () =>
      inApp(
        'API equivalent',
        <>
          <PageHead title="API equivalent" />
          <ApiEquivalentLines name="approve_draft" summary="Approve an order." person lines={[]} />
        </>,
      ),
  },
  {
    name: 'do',
    page: () =>
      deeds('open bak', [
        { label: `Open ${NASTY}`, kind: 'Workspace', group: 'Do', icon: 'users', href: at('') },
        { label: 'Open Bakery', kind: 'Workspace', group: 'Do', icon: 'users', href: at('/bakery') },
      ]),
  },
  { name: 'do-nothing', page: () => deeds(NASTY, []) },
]
