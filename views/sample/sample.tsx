/** Sample data: its offer on empty pages, its progress, and the banner on each of its pages. */
import type { Visitor } from '../../src/domains/accounts/index.ts'
import type { SampleData } from '../../src/domains/system/index.ts'
import { EmptyState, Section } from '../kit/fold.tsx'
import { LinkButton } from '../parts/button.tsx'
import { Post } from '../parts/forms/post.tsx'
import { hx } from '../parts/hx.ts'
import { Banner } from '../parts/page/card.tsx'
import { Working } from '../parts/progress.tsx'

export const SAMPLE = '/sample'

type SampleProps = { sample: SampleData; base: string }

const Remove = ({ base, class: kind = 'btn small' }: { base: string; class?: string }) => (
  <Post action={`${base}${SAMPLE}/remove`} class={kind} label="Remove sample data" />
)

/** On an empty agency: a look at a full one, or the way back to it. */
export const SampleOffer = ({ sample: { state, offered }, base }: SampleProps) => {
  if (state === 'none' && !offered) return null
  return (
    <Section title="Sample data">
      <EmptyState
        icon="eye"
        act={
          state === 'none' ? (
            <Post action={`${base}${SAMPLE}`} class="btn small" label="Look around with sample data" />
          ) : (
            <>
              <LinkButton class="btn small" href={`${base}${SAMPLE}`} label="Look around" />
              <Remove base={base} class="btn small quiet" />
            </>
          )
        }
      >
        A made-up agency with eight clients and eight weeks of pushes. It sends nothing and counts in none of your
        figures.
      </EmptyState>
    </Section>
  )
}

/** In other empty places, beside their own act. */
export const SampleLink = ({ base }: { base: string }) => <a href={`${base}${SAMPLE}`}>Look around with sample data</a>

/** While it is made, and after that was interrupted. */
export const SampleProgress = ({ sample: { state, done, of }, base }: SampleProps) => (
  <div
    id="sample"
    {...(state === 'making' ? hx({ get: `${base}${SAMPLE}`, trigger: 'every 1s', swap: 'outerMorph' }) : {})}
  >
    {state === 'making' ? (
      <Working says="Sample data is being made." more="A few seconds.">
        <progress class="progress" value={String(done)} max={String(Math.max(1, of))} aria-label="Days made">
          {`${done} of ${of}`}
        </progress>
        <a class="no-script" href={`${base}${SAMPLE}`}>
          Open it
        </a>
      </Working>
    ) : (
      <Banner
        tone="warn"
        action={
          <>
            <Post action={`${base}${SAMPLE}`} class="btn small" label="Make it again" />
            <Remove base={base} />
          </>
        }
      >
        <b>The sample data was not finished.</b> Making it was interrupted.
      </Banner>
    )}
  </div>
)

/** Above each page of the sample agency. */
export const SampleBanner = ({ home: { id, name, may_remove } }: { home: NonNullable<Visitor['sample_for']> }) => (
  <Banner
    action={
      <>
        <LinkButton class="btn small" href={`/app/w/${id}`} label="Leave" title={`Back to ${name}`} />
        {may_remove && <Remove base={`/app/w/${id}`} />}
      </>
    }
  >
    <b>This is sample data.</b> Look around: nothing here is real, and nothing is sent or changed.
  </Banner>
)
