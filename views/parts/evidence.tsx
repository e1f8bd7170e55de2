import type { Time } from '../../src/kernel/clock.ts'
import { When } from './when.tsx'

/** The stored answer behind a verdict, folded away until someone asks. */
export const Evidence = (props: { source: string; taken_at: Time; body: string; zone?: string }) => (
  <details>
    <summary>
      Stored answer of {props.source}, <When time={props.taken_at} zone={props.zone ?? 'UTC'} />
    </summary>
    <pre>
      <code>{props.body}</code>
    </pre>
  </details>
)
