import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import type { Time } from '../../src/kernel/time/clock.ts'
import { hx } from '../parts/hx.ts'
import { Say } from '../parts/text/say.tsx'
import { When } from '../parts/text/when.tsx'

type EvidenceProps = {
  source: string
  taken_at: Time
  /** Address of the answer: fetched when the fold opens, and a page without JavaScript. */
  href: string
  zone?: Reader
}

/** The stored answer behind a verdict, folded. */
export const Evidence = ({ source, taken_at, href, zone = ENGLISH }: EvidenceProps) => (
  <details {...hx({ get: href, trigger: 'toggle once', target: 'find .answer', swap: 'innerHTML' })}>
    <summary>
      <Say
        to={zone}
        text="Stored answer of {source}, <time></time>"
        values={{ source }}
        tags={{ time: () => <When time={taken_at} zone={zone} exact /> }}
      />
    </summary>
    <div class="answer">
      <a href={href}>{say(zone, 'Open the stored answer')}</a>
    </div>
  </details>
)

/** The answer of the engine; JSON is indented. */
export const RawAnswer = ({ body }: { body: string }) => (
  <pre>
    <code>{laidOut(body)}</code>
  </pre>
)

function laidOut(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
