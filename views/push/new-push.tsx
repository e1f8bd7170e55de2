import type { Child } from '../jsx/elements.ts'
import { Banner, Card, InShort, SimulatedBanner } from '../parts/card.tsx'
import { ErrorLine, Field } from '../parts/field.tsx'
import { errorAt } from '../parts/form.tsx'
import { many, number } from '../parts/format.ts'
import { hx } from '../parts/hx.ts'
import { Icon } from '../parts/icon.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { billFacts, Quote, type QuoteData } from '../parts/quote.tsx'
import { AskRunner } from '../parts/runner.tsx'
import { SameAs } from '../same-as/same-as.tsx'
import { agreedTo } from './agreed.ts'
import { ClientNotePart } from './client-field.tsx'
import { NameNote, Options } from './options.tsx'
import { PreflightRows } from './preflight-rows.tsx'
import type { NewPushProps, PushValues } from './push-props.ts'
import { Sources } from './sources-bar.tsx'

export function NewPush(props: NewPushProps) {
  const { hrefs, quote } = props
  return (
    <>
      <PageHead title="New push" />
      {props.unconnected && <Unconnected {...props.unconnected} />}
      {props.news && <Banner tone="info">{props.news}</Banner>}
      {props.simulated && (
        <SimulatedBanner>
          Nothing is sent to a search engine and no supplier is paid; the results will be made up.
        </SimulatedBanner>
      )}
      <form method="post" action={hrefs.action} class="grid" id="push" novalidate>
        <button type="submit" name="step" value="review" hidden tabindex="-1">
          Review push
        </button>
        <input type="hidden" name="idempotency_key" value={props.idempotency_key} />
        <input type="hidden" name="page" value={props.values.page} />
        <div class="card w8">
          <div class="body">
            <Addresses {...props} />
          </div>
          <div id="preflight">
            <Seen {...props} />
          </div>
        </div>
        <div class="stack w4 stick">
          <Card title="This push">
            <div id="quote" class="body" data-stale>
              <Bill quote={quote} plan_note={props.plan_note} />
            </div>
            <div id="go" class="body reach" data-stale>
              <Go quote={quote} credits={hrefs.credits} />
            </div>
            <div class="body">
              <SameAs of={hrefs.action} />
            </div>
          </Card>
          <Options {...props} />
        </div>
        {hrefs.preflight && <Live href={hrefs.preflight} />}
      </form>
    </>
  )
}

/** Without a supplier nothing leaves: said before a list is made, not after. */
const Unconnected = ({ href, runner }: NonNullable<NewPushProps['unconnected']>) => (
  <Banner
    tone="warn"
    action={
      href && (
        <a class="btn" href={href}>
          Connect a supplier
        </a>
      )
    }
  >
    <b>No crawl supplier is connected.</b> Pages can be screened; pushing them waits until{' '}
    {href ? (
      'one is connected.'
    ) : (
      <>
        one is: <AskRunner runner={runner} />.
      </>
    )}
  </Banner>
)

type SeenProps = Pick<NewPushProps, 'preflight'> & {
  hrefs: Pick<NewPushProps['hrefs'], 'preflight' | 'poll' | 'credits'>
  values: Pick<PushValues, 'push_anyway' | 'anyway_flag'>
  /** What the page has; a poll is answered when there is more. */
  ptag?: string
}

/** What was seen so far; while pages are looked at, it asks by itself for what has changed. */
const Seen = ({ preflight, values, hrefs, ptag }: SeenProps) => (
  <>
    <PreflightRows preflight={preflight} values={values} />
    {hrefs.poll && preflight && preflight.pending.length > 0 && (
      <div
        hidden
        {...hx({
          get: hrefs.poll,
          trigger: `every ${preflight.rows.length + preflight.pending.length > LARGE ? 3 : 1}s`,
          target: '#preflight',
          swap: 'innerMorph',
          sync: 'closest form:drop',
          ptag,
        })}
      ></div>
    )}
  </>
)

/** Links beyond which the list is asked for less often. */
const LARGE = 1000

/** The server knows this page no more: its list is sent once again. */
export const SendAgain = ({ href }: { href: string }) => (
  <div
    hidden
    {...hx({ post: href, trigger: 'load', target: '#preflight', swap: 'innerMorph', sync: 'closest form:drop' })}
  ></div>
)

type FragmentProps = Pick<NewPushProps, 'quote' | 'plan_note' | 'issues' | 'guessed' | 'suggested'> &
  Partial<Pick<NewPushProps, 'clients'>> &
  SeenProps & { values: Pick<PushValues, 'client' | 'name'> }

/** What the live screening answers: rows into their place, the bill, the button and what is guessed beside it. */
export const PushFragment = (props: FragmentProps) => (
  <>
    <Seen {...props} />
    {props.issues?.map(({ message }) => (
      <div class="body">
        <ErrorLine>{message}</ErrorLine>
      </div>
    ))}
    <Part into="quote">
      <Bill quote={props.quote} plan_note={props.plan_note} />
    </Part>
    <Part into="go">
      <Go quote={props.quote} credits={props.hrefs.credits} blocked={!!props.issues?.length} />
    </Part>
    <ClientNotePart clients={props.clients ?? []} guessed={props.guessed} value={props.values.client} />
    <Part into="name-note">
      <NameNote {...props} />
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
      sync: 'closest form:replace',
    })}
  ></div>
)

function Addresses({ values, limit, issues = [], past = [] }: NewPushProps) {
  return (
    <>
      <Field
        name="urls"
        label="Page URLs, one per line"
        error={errorAt(issues, 'urls')}
        hint={`Up to ${number(limit)}. Paste a list or a CSV column. Screening is free and starts as you type.`}
      >
        {(control) => (
          <textarea
            class="input urls"
            spellcheck="false"
            autofocus={values.urls === ''}
            data-draft="push"
            data-count="urls-count"
            data-limit={limit}
            {...control}
          >
            {values.urls}
          </textarea>
        )}
      </Field>
      <p class="hint" id="draft-note" role="status" hidden>
        This list is too long for the browser to keep: it is gone when the page is left.
      </p>
      <Sources past={past} issues={issues} sitemap={values.sitemap} />
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

type GoProps = { quote: QuoteData | null; credits?: string | null; blocked?: boolean }

/** The button says what it will do. `quoted` lets the server show the bill again when it is another by then. */
function Go({ quote, credits, blocked = false }: GoProps) {
  if (!quote) return <Act step="review" says="Review push" disabled={blocked} />
  const links = quote.ready + quote.pending
  return (
    <div class="stack">
      <input type="hidden" name="quoted" value={agreedTo(quote)} />
      <InShort facts={billFacts(quote)} />
      {!blocked && (quote.missing.length > 0 || links > quote.limit) ? (
        <WaysOut quote={quote} credits={credits} />
      ) : (
        <Act
          step="push"
          says={links === 0 ? 'Nothing to push' : `Push ${many(links, 'link')}`}
          disabled={blocked || links === 0}
        />
      )}
    </div>
  )
}

/** What can be done where the purse or the plan stands in the way. */
const WaysOut = ({ quote, credits }: { quote: QuoteData; credits?: string | null }) => {
  const gives = quote.giver !== null && quote.ready + quote.pending <= quote.limit
  return (
    <>
      {gives && <Act step="give" says={`Give ${giving(quote)} from ${quote.giver} and push`} />}
      {quote.affordable > 0 && <Act step="first" plain={gives} says={`Push the first ${number(quote.affordable)}`} />}
      {quote.missing.length > 0 &&
        !gives &&
        (credits ? (
          <a class="btn wide" href={credits}>
            Ask for credits
          </a>
        ) : (
          <p class="hint">{`An admin of ${quote.purse} can ask for credits.`}</p>
        ))}
    </>
  )
}

/** `1,104`, or `96 and 96 check credits`. */
const giving = ({ missing }: QuoteData): string =>
  missing.map(({ kind, missing }) => (kind === 'check' ? many(missing, 'check credit') : number(missing))).join(' and ')

const Act = ({ step, says, plain, disabled }: { step: string; says: string; plain?: boolean; disabled?: boolean }) => (
  <button type="submit" class={['btn wide', !plain && 'primary']} name="step" value={step} disabled={disabled}>
    <Icon name="send" />
    {says}
  </button>
)
