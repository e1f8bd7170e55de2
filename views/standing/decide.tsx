/** Links of a standing push that wait for a decision, and the three possible ones. */
import type { getStandingPush } from '../../src/features/standing/operations/standing-pushes.ts'
import type { listHeldUrls } from '../../src/features/standing/operations/standing-runs.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, sayStored, text } from '../../src/kernel/language/say.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { Section } from '../kit/fold.tsx'
import { Post } from '../parts/forms/post.tsx'
import { DataTable } from '../parts/lists/table.tsx'
import { When } from '../parts/text/when.tsx'

export type HeldUrls = AnswerOf<typeof listHeldUrls>

type DecideProps = {
  push: AnswerOf<typeof getStandingPush>
  held: HeldUrls
  self: string
  decides: boolean
  zone: Reader
}

export function Decide({ push, held, self, decides, zone }: DecideProps) {
  const run = push.held_run!
  const n = held.total
  return (
    <Section
      title={say(zone, '{n, plural, one {# link waits} other {# links wait}} for your decision', { n })}
      note={<When time={run.started_at} zone={zone} />}
    >
      <div class="spaced">
        <p>{run.note && sayStored(zone, run.note)}</p>
        {decides ? (
          <Choices self={self} run_id={run.id} n={n} zone={zone} />
        ) : (
          <p class="muted">{say(zone, 'An owner or admin decides.')}</p>
        )}
        <DataTable
          to={zone}
          caption={text('Held links')}
          rows={held.items}
          lines
          columns={[
            { label: text('Link'), cell: ({ url }) => <span class="url">{url}</span> },
            { label: text('Why'), cell: ({ is_new }) => (is_new ? say(zone, 'New') : say(zone, 'Changed')) },
            { label: text('Changed'), class: 'num when', cell: ({ lastmod }) => <When time={lastmod} zone={zone} /> },
          ]}
        />
        {held.total > held.items.length && (
          <p class="muted">
            {say(zone, 'The newest {shown} of {n, plural, one {# links} other {# links}}.', {
              shown: held.items.length,
              n,
            })}
          </p>
        )}
      </div>
    </Section>
  )
}

function Choices({ self, run_id, n, zone }: { self: string; run_id: string; n: number; zone: Reader }) {
  const post = (act: string, label: string, kind = 'btn') => (
    <Post to={zone} action={`${self}/release`} fields={{ run_id, act }} class={kind} label={label} />
  )
  return (
    <>
      <div class="row">
        {post('push', say(zone, 'Push {n, plural, one {# link} other {# links}}', { n }), 'btn primary')}
        {post('learn', say(zone, 'Keep as known'))}
        {post('drop', say(zone, 'Forget {n, plural, one {# link} other {# links}}', { n }))}
      </div>
      <ul class="muted small">
        <li>
          {say(
            zone,
            'Push: reserves up to {n, plural, one {# index credit} other {# index credits}}, within your rules.',
            { n },
          )}
        </li>
        <li>{say(zone, 'Keep as known: a link is pushed only when it changes again.')}</li>
        <li>{say(zone, 'Forget: a later run finds the links again.')}</li>
      </ul>
    </>
  )
}
