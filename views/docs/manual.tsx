/** The operations manual: its index, and one page of it. */
import {
  type ManualTopic,
  manualHead,
  manualHref,
  manualParts,
  manualText,
  manualTopics,
} from '../../src/doors/docs/manual.ts'
import { Card } from '../parts/page/card.tsx'
import { PageHead } from '../parts/page/page-head.tsx'
import { Markdown } from './markdown.tsx'
import { DocsTabs } from './reference.tsx'

export const ManualIndex = () => (
  <>
    <PageHead title="Manual" sub="How to install and maintain Signalpost, and what to do when something is wrong." />
    <DocsTabs current="manual" />
    {Object.entries(manualParts).map(([part, topics]) => (
      <Card title={part} body>
        <dl class="fields">
          {topics.map((topic) => (
            <Line topic={topic} />
          ))}
        </dl>
      </Card>
    ))}
  </>
)

function Line({ topic }: { topic: ManualTopic }) {
  const { title, about } = manualHead(topic)
  return (
    <div>
      <dt>
        <a href={manualHref(topic)}>{title}</a>
      </dt>
      <dd>{about}</dd>
    </div>
  )
}

export function ManualPage({ topic }: { topic: ManualTopic }) {
  const at = manualTopics.indexOf(topic)
  return (
    <>
      <PageHead title={manualHead(topic).title} crumbs={[{ label: 'Manual', href: manualHref() }]} />
      <DocsTabs current="manual" />
      <Markdown text={manualText(topic)} section={topic} />
      <nav class="row" aria-label="Pages before and after">
        {[manualTopics[at - 1], manualTopics[at + 1]].map(
          (other) =>
            other && (
              <a class="btn small" href={manualHref(other)} rel={other === manualTopics[at + 1] ? 'next' : 'prev'}>
                {manualHead(other).title}
              </a>
            ),
        )}
      </nav>
    </>
  )
}
