/** One standing push: its rules as a sentence, its runs as bars, and links that wait for a decision. */

import type { getStandingPush } from '../../src/features/standing/operations/standing-pushes.ts'
import type { listStandingPushRuns } from '../../src/features/standing/operations/standing-runs.ts'
import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { say, sayStored, text } from '../../src/kernel/language/say.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { Child } from '../jsx/elements.ts'
import { DayBars, Keys } from '../kit/bars.tsx'
import { EmptyState, Fold, Section } from '../kit/fold.tsx'
import { Strip } from '../kit/strip.tsx'
import { Chip } from '../parts/chips.tsx'
import { Post } from '../parts/forms/post.tsx'
import { type Column, DataTable } from '../parts/lists/table.tsx'
import { Banner } from '../parts/page/card.tsx'
import { dayTime, number } from '../parts/text/format.ts'
import { Say } from '../parts/text/say.tsx'
import { When } from '../parts/text/when.tsx'
import { Decide, type HeldUrls } from './decide.tsx'
import { NEXT_WORDS, PAUSE_WORDS } from './pauses.ts'
import { pushState, rulesInWords, runInWords, runState, skippedInWords } from './words.ts'

type StandingPush = AnswerOf<typeof getStandingPush>
type Runs = AnswerOf<typeof listStandingPushRuns>

type PushPageProps = {
  push: StandingPush
  runs: Runs
  held: HeldUrls | null
  self: string
  /** Base of the workspace's pages, for links to jobs. */
  base: string
  decides: boolean
  resumes: boolean
  form: Child
  /** Whether the rules are open for changes. */
  changing?: boolean
  zone?: Reader
}

export const PushPage = ({
  push,
  runs,
  held,
  self,
  base,
  decides,
  resumes,
  form,
  changing,
  zone = ENGLISH,
}: PushPageProps) => (
  <>
    <p class="lead">{rulesInWords(push.rules, push.interval_minutes, zone)}</p>
    <Note to={zone} push={push} self={self} resumes={resumes} />
    {push.held_run && held && <Decide push={push} held={held} self={self} decides={decides} zone={zone} />}
    <Strip
      facts={[
        { label: say(zone, 'State'), value: <Chip to={zone} {...pushState(push)} /> },
        { label: say(zone, 'Known links'), value: number(push.known, zone) },
        {
          label: say(zone, 'Pushed this month'),
          value: number(push.pushed_month, zone),
          note:
            push.rules.budget_month === null
              ? say(zone, 'no monthly limit')
              : say(zone, 'of {all}', { all: push.rules.budget_month }),
        },
        { label: say(zone, 'Waiting links'), value: number(push.waiting, zone) },
        { label: say(zone, 'Next run'), value: <When time={push.next_run_at} zone={zone} /> },
      ]}
    />
    {push.hub && <Hub hub={push.hub} zone={zone} />}
    <Section
      title={say(zone, 'Past runs')}
      note={runs.total ? say(zone, '{n, plural, one {# run} other {# runs}}', { n: runs.total }) : undefined}
    >
      {runs.items.length ? (
        <>
          {runs.items.length >= LIFE && <Life runs={runs} zone={zone} />}
          <DataTable to={zone} caption={text('Runs')} columns={columns(base, zone)} rows={runs.items} lines />
        </>
      ) : (
        <EmptyState icon="clock">
          {say(zone, 'The first run starts within a minute. It only learns what is there.')}
        </EmptyState>
      )}
    </Section>
    {form && (
      <Fold summary={say(zone, 'Change rules')} id="rules" open={changing}>
        {form}
      </Fold>
    )}
  </>
)

function Note({ to, push, self, resumes }: { to: Reader; push: StandingPush; self: string; resumes: boolean }) {
  const { paused, paused_why, failure, failing_since } = push
  if (paused) {
    const why = paused_why ?? 'person'
    const resume = resumes && (
      <Post to={to} action={`${self}/pause`} fields={{ paused: 'false' }} class="btn small" label={say(to, 'Resume')} />
    )
    return (
      <Banner tone="warn" action={resume}>
        {[sayStored(to, PAUSE_WORDS[why]), failure && `${sayStored(to, failure)}.`, sayStored(to, NEXT_WORDS[why])]
          .filter(Boolean)
          .join(' ')}
      </Banner>
    )
  }
  return failing_since ? (
    <Banner tone="warn">
      {say(to, '{failure}. Check the address. It is tried again at longer and longer intervals.', {
        failure: sayStored(to, failure!),
      })}
    </Banner>
  ) : null
}

/** Whether the hub of the source announces changes; without it the source is read at its interval. */
function Hub({ hub, zone }: { hub: NonNullable<StandingPush['hub']>; zone: Reader }) {
  const host = new URL(hub.hub).host
  if (hub.lease_until === null)
    return (
      <p class="muted">
        {hub.note
          ? say(zone, 'The WebSub hub {host} does not announce changes. {note}', {
              host,
              note: sayStored(zone, hub.note),
            })
          : say(zone, 'The WebSub hub {host} was asked.', { host })}{' '}
        <Say
          to={zone}
          text="Next try <when></when>. The source is read at its interval."
          tags={{ when: () => <When time={hub.ask_at} zone={zone} /> }}
        />
      </p>
    )
  return (
    <p class="muted">
      <Say
        to={zone}
        text="The WebSub hub {host} announces changes. Lease until <lease></lease>, last news <news></news>."
        values={{ host }}
        tags={{
          lease: () => <When time={hub.lease_until} zone={zone} />,
          news: () => <When time={hub.heard_at} zone={zone} />,
        }}
      />
    </p>
  )
}

/** Fewer runs are easier to read as rows alone. */
const LIFE = 10

/** The runs as bars, oldest first. */
function Life({ runs, zone }: { runs: Runs; zone: Reader }) {
  const days = runs.items.toReversed().map((run) => ({
    title: `${dayTime(run.started_at, zone)}: ${runInWords(run, zone)}`,
    parts: [
      { label: say(zone, 'pushed'), value: run.pushed, tone: 'in' as const },
      { label: say(zone, 'held'), value: run.held, tone: 'wait' as const },
      { label: say(zone, 'failed'), value: Number(run.state === 'failed'), tone: 'bad' as const },
    ],
  }))
  return (
    <figure class="not-phone">
      <DayBars days={days} label={say(zone, 'Runs')} />
      <Keys
        to={zone}
        parts={[
          { label: say(zone, 'Pushed'), tone: 'in' },
          { label: say(zone, 'Held'), tone: 'wait' },
          { label: say(zone, 'Failed'), tone: 'bad' },
        ]}
      />
    </figure>
  )
}

const columns = (base: string, zone: Reader): Column<Runs['items'][number]>[] => [
  { label: text('Run'), class: 'when', cell: ({ started_at }) => <When time={started_at} zone={zone} exact /> },
  { label: text('State'), cell: (run) => <Chip to={zone} {...runState(run)} /> },
  {
    label: text('What it did'),
    cell: (run) => (
      <>
        {runInWords(run, zone)}
        {run.job_ids.map((id, i) => (
          <>
            {' · '}
            <a href={`${base}/jobs/${id}`}>
              {run.job_ids.length > 1 ? say(zone, 'Open push {n}', { n: i + 1 }) : say(zone, 'Open push')}
            </a>
          </>
        ))}
        {run.note && run.state !== 'failed' && <div class="muted small">{sayStored(zone, run.note)}</div>}
      </>
    ),
  },
  {
    label: text('Files'),
    class: 'num wide-only',
    cell: ({ files, unchanged_files }) =>
      !unchanged_files
        ? number(files, zone)
        : unchanged_files === files
          ? say(zone, '{n, plural, one {#, unchanged} other {#, unchanged}}', { n: files })
          : say(zone, '{n}, {unchanged, plural, one {# unchanged} other {# unchanged}}', {
              n: files,
              unchanged: unchanged_files,
            }),
  },
  {
    label: text('Not pushed'),
    class: 'wide-only',
    cell: ({ skipped }) => skippedInWords(skipped, zone).join(', ') || '–',
  },
]
