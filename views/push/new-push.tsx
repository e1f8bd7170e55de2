import type { Shortfall } from '../jobs/shapes.ts'
import type { Child } from '../jsx/elements.ts'
import { Card, SimulatedBanner } from '../parts/card.tsx'
import { NoticeDialog } from '../parts/dialogs.tsx'
import { Field } from '../parts/field.tsx'
import { fieldOf } from '../parts/form.tsx'
import { many, number } from '../parts/format.ts'
import { hx } from '../parts/hx.ts'
import { Icon } from '../parts/icon.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Quote, type QuoteData } from '../parts/quote.tsx'
import { Steps } from '../parts/steps.tsx'
import { Options } from './options.tsx'
import { PreflightRows } from './preflight-rows.tsx'
import type { NewPushProps, PushValues } from './push-props.ts'

export function NewPush(props: NewPushProps) {
  const { hrefs, quote, values } = props
  return (
    <>
      <PageHead title="New push" sub={<PushSteps quote={quote} />} />
      {props.simulated && (
        <SimulatedBanner>
          Nothing is sent to a search engine and no supplier is paid; the results will be made up.
        </SimulatedBanner>
      )}
      <form method="post" action={hrefs.action} class="grid" id="push">
        <input type="hidden" name="idempotency_key" value={props.idempotency_key} />
        <section class="card w8">
          <div class="body">
            <Addresses {...props} />
          </div>
          <div id="preflight">
            <PreflightRows preflight={props.preflight} push_anyway={values.push_anyway} />
          </div>
        </section>
        <div class="stack w4 stick">
          <Card title="This push">
            <div id="quote" class="body">
              <Bill quote={quote} plan_note={props.plan_note} />
            </div>
          </Card>
          <Options {...props} />
          <div id="go">
            <Go quote={quote} />
          </div>
        </div>
        {hrefs.preflight && <Live href={hrefs.preflight} />}
      </form>
      {props.shortfall && <NotEnough shortfall={props.shortfall} credits={hrefs.credits} />}
    </>
  )
}

/** What the live screening answers: rows into their place, the bill and the button beside it. */
export const PushFragment = (
  props: Pick<NewPushProps, 'quote' | 'preflight' | 'plan_note'> & { values: Pick<PushValues, 'push_anyway'> },
) => (
  <>
    <PreflightRows preflight={props.preflight} push_anyway={props.values.push_anyway} />
    <Part into="quote">
      <Bill quote={props.quote} plan_note={props.plan_note} />
    </Part>
    <Part into="go">
      <Go quote={props.quote} />
    </Part>
    <Part into="push-steps">
      <StepList quote={props.quote} />
    </Part>
  </>
)

const Part = ({ into, children }: { into: string; children?: Child }) => (
  <hx-partial hx-target={`#${into}`} hx-swap="innerHTML">
    {children}
  </hx-partial>
)

/** Sends the form's fields while one types; the newest request wins. */
const Live = ({ href }: { href: string }) => (
  <div
    hidden
    {...hx({
      post: href,
      trigger: "input delay:500ms from:'closest form'",
      target: '#preflight',
      swap: 'innerMorph',
      sync: 'this:replace',
    })}
  ></div>
)

const PushSteps = ({ quote }: { quote: QuoteData | null }) => (
  <div id="push-steps">
    <StepList quote={quote} />
  </div>
)

const StepList = ({ quote }: { quote: QuoteData | null }) => (
  <Steps steps={['Links', 'Options', 'Review']} current={quote ? 2 : 0} />
)

function Addresses({ values, limit, issues = [], sources = [] }: NewPushProps) {
  const problem = issues.find((issue) => fieldOf(issue) === 'urls')
  return (
    <>
      <Field
        name="urls"
        label="Page URLs, one per line"
        error={problem?.message}
        hint={`Up to ${number(limit)}. Paste a list or a CSV column. Screening is free and starts as you type.`}
      >
        {(control) => (
          <textarea
            class="input urls"
            spellcheck="false"
            required
            data-count="urls-count"
            data-limit={limit}
            {...control}
          >
            {values.urls}
          </textarea>
        )}
      </Field>
      <div class="row spread">
        <span class="label-like">Start from</span>
        <output class="small muted" id="urls-count" for="urls"></output>
      </div>
      <div class="row">
        {sources.map((source) => (
          <a class="btn small" href={source.href}>
            <Icon name={source.icon} />
            {source.label}
          </a>
        ))}
        <button type="button" class="btn small js-only" data-do="file" data-input="urls-file">
          <Icon name="upload" />
          CSV file
        </button>
        <input
          type="file"
          id="urls-file"
          data-into="urls"
          accept=".csv,.txt,.xml,text/*"
          aria-label="CSV file"
          hidden
        />
      </div>
    </>
  )
}

const Bill = ({ quote, plan_note }: { quote: QuoteData | null; plan_note?: string }) => (
  <>
    {quote ? (
      <Quote quote={quote} />
    ) : (
      <p class="muted">The exact bill appears here as soon as the pages are screened.</p>
    )}
    {plan_note && <p class="hint">{plan_note}</p>}
  </>
)

/** The button says what it will do. `quoted` lets the server show the review again when the list changed since. */
function Go({ quote }: { quote: QuoteData | null }) {
  if (!quote) {
    return (
      <button type="submit" class="btn primary wide" name="step" value="review">
        <Icon name="send" />
        Review push
      </button>
    )
  }
  return (
    <>
      <input type="hidden" name="quoted" value={String(quote.index_credits)} />
      <button type="submit" class="btn primary wide" name="step" value="push" disabled={quote.ready === 0}>
        <Icon name="send" />
        {quote.ready === 0 ? 'Nothing to push' : `Push ${many(quote.ready, 'link')}`}
      </button>
    </>
  )
}

const NotEnough = ({ shortfall, credits }: { shortfall: Shortfall; credits?: string }) => (
  <NoticeDialog
    id="shortfall"
    title="Not enough credits"
    action={
      credits && (
        <a class="btn primary" href={credits}>
          Get credits
        </a>
      )
    }
  >
    <p>
      {`This push needs ${many(shortfall.need, `${shortfall.kind} credit`)} and you have ${number(shortfall.have)}. `}
      Nothing was reserved. Take some links out, or get more credits.
    </p>
  </NoticeDialog>
)
