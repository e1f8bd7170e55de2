/** One standing push: its rules as a sentence, its runs as bars, and links that wait for a decision. */

import type { getStandingPush } from '../../src/features/standing/operations/standing-pushes.ts'
import type { listHeldUrls, listStandingPushRuns } from '../../src/features/standing/operations/standing-runs.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { Child } from '../jsx/elements.ts'
import { DayBars, Keys } from '../kit/bars.tsx'
import { EmptyState, Fold, Section } from '../kit/fold.tsx'
import { Strip } from '../kit/strip.tsx'
import { Chip } from '../parts/chips.tsx'
import { Post } from '../parts/forms/post.tsx'
import { type Column, DataTable } from '../parts/lists/table.tsx'
import { Banner } from '../parts/page/card.tsx'
import { dayTime, many, number } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import { NEXT_WORDS, PAUSE_WORDS } from './pauses.ts'
import { pushState, rulesInWords, runInWords, runState, skippedInWords } from './words.ts'

type StandingPush = AnswerOf<typeof getStandingPush>
type Runs = AnswerOf<typeof listStandingPushRuns>
type HeldUrls = AnswerOf<typeof listHeldUrls>

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
  zone?: string
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
  zone = 'UTC',
}: PushPageProps) => (
  <>
    <p class="lead">{rulesInWords(push.rules, push.interval_minutes)}</p>
    <Note push={push} self={self} resumes={resumes} />
    {push.held_run && held && <Decide push={push} held={held} self={self} decides={decides} zone={zone} />}
    <Strip
      facts={[
        { label: 'State', value: <Chip {...pushState(push)} /> },
        { label: 'Known links', value: number(push.known) },
        {
          label: 'Pushed this month',
          value: number(push.pushed_month),
          note: push.rules.budget_month === null ? 'no monthly limit' : `of ${number(push.rules.budget_month)}`,
        },
        { label: 'Waiting links', value: number(push.waiting) },
        { label: 'Next run', value: <When time={push.next_run_at} zone={zone} /> },
      ]}
    />
    {push.hub && <Hub hub={push.hub} zone={zone} />}
    <Section title="Past runs" note={runs.total ? many(runs.total, 'run') : undefined}>
      {runs.items.length ? (
        <>
          {runs.items.length >= LIFE && <Life runs={runs} zone={zone} />}
          <DataTable caption="Runs" columns={columns(base, zone)} rows={runs.items} lines />
        </>
      ) : (
        <EmptyState icon="clock">The first run starts within a minute. It only learns what is there.</EmptyState>
      )}
    </Section>
    {form && (
      <Fold summary="Change rules" id="rules" open={changing}>
        {form}
      </Fold>
    )}
  </>
)

function Note({ push, self, resumes }: { push: StandingPush; self: string; resumes: boolean }) {
  const { paused, paused_why, failure, failing_since } = push
  if (paused) {
    const why = paused_why ?? 'person'
    const resume = resumes && (
      <Post action={`${self}/pause`} fields={{ paused: 'false' }} class="btn small" label="Resume" />
    )
    return (
      <Banner tone="warn" action={resume}>
        {[PAUSE_WORDS[why], failure && `${failure}.`, NEXT_WORDS[why]].filter(Boolean).join(' ')}
      </Banner>
    )
  }
  return failing_since ? (
    <Banner tone="warn">{`${failure}. Check the address. It is tried again at longer and longer intervals.`}</Banner>
  ) : null
}

/** Whether the hub of the source announces changes; without it the source is read at its interval. */
function Hub({ hub, zone }: { hub: NonNullable<StandingPush['hub']>; zone: string }) {
  const host = new URL(hub.hub).host
  if (hub.lease_until === null)
    return (
      <p class="muted">
        {hub.note
          ? `The WebSub hub ${host} does not announce changes. ${hub.note}`
          : `The WebSub hub ${host} was asked.`}
        {' Next try '}
        <When time={hub.ask_at} zone={zone} />. The source is read at its interval.
      </p>
    )
  return (
    <p class="muted">
      {`The WebSub hub ${host} announces changes. Lease until `}
      <When time={hub.lease_until} zone={zone} />, last news <When time={hub.heard_at} zone={zone} />.
    </p>
  )
}

/** Three possible decisions, with the links above them. */
function Decide({
  push,
  held,
  self,
  decides,
  zone,
}: Required<Pick<PushPageProps, 'push' | 'self' | 'decides' | 'zone'>> & { held: HeldUrls }) {
  const run = push.held_run!
  const post = (act: string, label: string, kind = 'btn') => (
    <Post action={`${self}/release`} fields={{ run_id: run.id, act }} class={kind} label={label} />
  )
  const count = many(held.total, 'link')
  return (
    <Section
      title={`${count} ${held.total === 1 ? 'waits' : 'wait'} for your decision`}
      note={<When time={run.started_at} zone={zone} />}
    >
      <div class="spaced">
        <p>{run.note}</p>
        {decides ? (
          <>
            <div class="row">
              {post('push', `Push ${count}`, 'btn primary')}
              {post('learn', 'Keep as known')}
              {post('drop', `Forget ${count}`)}
            </div>
            <ul class="muted small">
              <li>{`Push: reserves up to ${many(held.total, 'index credit')}, within your rules.`}</li>
              <li>Keep as known: a link is pushed only when it changes again.</li>
              <li>Forget: a later run finds the links again.</li>
            </ul>
          </>
        ) : (
          <p class="muted">An owner or admin decides.</p>
        )}
        <DataTable
          caption="Held links"
          rows={held.items}
          lines
          columns={[
            { label: 'Link', cell: ({ url }) => <span class="url">{url}</span> },
            { label: 'Why', cell: ({ is_new }) => (is_new ? 'New' : 'Changed') },
            { label: 'Changed', class: 'num when', cell: ({ lastmod }) => <When time={lastmod} zone={zone} /> },
          ]}
        />
        {held.total > held.items.length && (
          <p class="muted">{`The newest ${number(held.items.length)} of ${number(held.total)} links.`}</p>
        )}
      </div>
    </Section>
  )
}

/** Fewer runs are easier to read as rows alone. */
const LIFE = 10

/** The runs as bars, oldest first. */
function Life({ runs, zone }: { runs: Runs; zone: string }) {
  const days = runs.items.toReversed().map((run) => ({
    title: `${dayTime(run.started_at, zone)}: ${runInWords(run)}`,
    parts: [
      { label: 'pushed', value: run.pushed, tone: 'in' as const },
      { label: 'held', value: run.held, tone: 'wait' as const },
      { label: 'failed', value: Number(run.state === 'failed'), tone: 'bad' as const },
    ],
  }))
  return (
    <figure class="not-phone">
      <DayBars days={days} label="Runs" />
      <Keys
        parts={[
          { label: 'Pushed', tone: 'in' },
          { label: 'Held', tone: 'wait' },
          { label: 'Failed', tone: 'bad' },
        ]}
      />
    </figure>
  )
}

const columns = (base: string, zone: string): Column<Runs['items'][number]>[] => [
  { label: 'Run', class: 'when', cell: ({ started_at }) => <When time={started_at} zone={zone} exact /> },
  { label: 'State', cell: (run) => <Chip {...runState(run)} /> },
  {
    label: 'What it did',
    cell: (run) => (
      <>
        {runInWords(run)}
        {run.job_ids.map((id, i) => (
          <>
            {' · '}
            <a href={`${base}/jobs/${id}`}>{run.job_ids.length > 1 ? `Open push ${i + 1}` : 'Open push'}</a>
          </>
        ))}
        {run.note && run.state !== 'failed' && <div class="muted small">{run.note}</div>}
      </>
    ),
  },
  {
    label: 'Files',
    class: 'num wide-only',
    cell: ({ files, unchanged_files }) =>
      !unchanged_files
        ? number(files)
        : unchanged_files === files
          ? `${number(files)}, unchanged`
          : `${number(files)}, ${number(unchanged_files)} unchanged`,
  },
  { label: 'Not pushed', class: 'wide-only', cell: ({ skipped }) => skippedInWords(skipped).join(', ') || '–' },
]
