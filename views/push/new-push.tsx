import { UNDO } from '../../src/domains/pushes/index.ts'
import { SECOND } from '../../src/kernel/time/clock.ts'
import type { Child } from '../jsx/elements.ts'
import { Banner, InShort, SimulatedBanner } from '../parts/card.tsx'
import { ErrorLine, Field } from '../parts/field.tsx'
import { errorAt } from '../parts/form.tsx'
import { many, number } from '../parts/format.ts'
import { hx } from '../parts/hx.ts'
import { Icon } from '../parts/icon.tsx'
import { Avatar } from '../parts/person.tsx'
import { billFacts, Quote, type QuoteData } from '../parts/quote.tsx'
import { AskRunner } from '../parts/runner.tsx'
import { SameAs } from '../same-as/same-as.tsx'
import { agreedTo } from './agreed.ts'
import { ClientChoice, ClientNotePart } from './client-field.tsx'
import { NameNote, Options } from './options.tsx'
import { PreflightRows } from './preflight-rows.tsx'
import type { NewPushProps, PushValues } from './push-props.ts'
import { HOST } from './sources.ts'
import { Sources } from './sources-bar.tsx'

/** The list on the left, and beside it the bill with the one act. */
export function NewPush(props: NewPushProps) {
  const { hrefs, quote, values, clients, guessed, issues } = props
  return (
    <>
      {props.unconnected && <Unconnected {...props.unconnected} />}
      {props.news && <Banner tone="info">{props.news}</Banner>}
      {props.simulated && (
        <SimulatedBanner>
          Nothing is sent to a search engine and no supplier is paid. The results are made up.
        </SimulatedBanner>
      )}
      <form method="post" action={hrefs.action} class="split push" id="push" novalidate>
        <div>
          <button type="submit" name="step" value="review" hidden tabindex="-1">
            Review push
          </button>
          <input type="hidden" name="idempotency_key" value={props.idempotency_key} />
          <input type="hidden" name="page" value={values.page} />
          <Addresses {...props} />
          <div id="preflight">
            <Seen {...props} />
          </div>
          <Options {...props} />
          {hrefs.preflight && <Live href={hrefs.preflight} />}
        </div>
        <aside class="panel bill" aria-label="Bill">
          <header id="whose">
            <Whose name={quote?.purse ?? guessed?.name ?? clients[0]?.name} />
          </header>
          <div class="body">
            <ClientChoice clients={clients} guessed={guessed} value={values.client} issues={issues} />
            <div id="quote" data-stale>
              <Bill quote={quote} plan_note={props.plan_note} zone={props.zone} />
            </div>
          </div>
          <footer>
            <div id="go" data-stale>
              <Go quote={quote} credits={hrefs.credits} />
            </div>
          </footer>
          <p class="foot-note">
            {`Undo within ${UNDO / SECOND} seconds. Checked on day 1, 3 and 7.`}
            <SameAs of={hrefs.action} />
          </p>
        </aside>
      </form>
    </>
  )
}

/** For whom it is, as the links or the visitor say. */
const Whose = ({ name }: { name: string | undefined }) => (
  <>
    {name && <Avatar name={name} />}
    <h2>
      <small>Push for</small>
      {name ?? 'this workspace'}
    </h2>
  </>
)

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

type FragmentProps = Pick<NewPushProps, 'quote' | 'plan_note' | 'issues' | 'guessed' | 'suggested' | 'zone'> &
  Partial<Pick<NewPushProps, 'clients'>> &
  SeenProps & { values: Pick<PushValues, 'client' | 'name'> }

/** What the live screening answers: rows into their place, the bill, the button and what is guessed beside it. */
export const PushFragment = (props: FragmentProps) => (
  <>
    <Seen {...props} />
    {props.issues?.map(({ message }) => (
      <ErrorLine>{message}</ErrorLine>
    ))}
    <Part into="quote">
      <Bill quote={props.quote} plan_note={props.plan_note} zone={props.zone} />
    </Part>
    <Part into="whose">
      <Whose name={props.quote?.purse ?? props.guessed?.name ?? props.clients?.[0]?.name} />
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

function Addresses({ values, limit, issues = [], past = [], hosts = [] }: NewPushProps) {
  return (
    <>
      <Field
        name="urls"
        label="Links, one per line"
        error={errorAt(issues, 'urls')}
        hint={`Up to ${number(limit)}. Paste a list or a CSV column. Screening is free and starts as you type.`}
      >
        {(control) => (
          <div class="paste">
            <textarea
              rows="7"
              spellcheck="false"
              placeholder="https://…"
              autofocus={values.urls === ''}
              data-draft="push"
              data-count="urls-count"
              data-limit={limit}
              {...control}
            >
              {values.urls}
            </textarea>
            <StartWith hosts={hosts} />
            <Sources past={past} issues={issues} sitemap={values.sitemap} />
          </div>
        )}
      </Field>
      <p class="hint" id="draft-note" role="status" hidden>
        This list is too long for the browser to keep. It is lost when you leave the page.
      </p>
    </>
  )
}

/** What starts an empty list: sitemaps of the hosts that were pushed last. Shown while the list is empty. */
const StartWith = ({ hosts }: { hosts: readonly string[] }) => (
  <div class="start">
    {hosts.length > 0 ? (
      <>
        <span class="muted small">Start with</span>
        {hosts.map((host) => (
          <button type="submit" class="pick" name="step" value={`${HOST}${host}`}>
            {host} <small>sitemap</small>
          </button>
        ))}
        <span class="muted small">or paste a sitemap.</span>
      </>
    ) : (
      <span class="muted small">Paste links, or the address of a sitemap below.</span>
    )}
  </div>
)

type BillProps = Pick<NewPushProps, 'quote' | 'plan_note' | 'zone'>

const Bill = ({ quote, plan_note, zone }: BillProps) => (
  <>
    {quote ? <Quote quote={quote} zone={zone} /> : <p class="muted">Paste links to see the exact bill.</p>}
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
      {gives && <Act step="give" says={`Transfer ${giving(quote)} and push ${number(quote.ready + quote.pending)}`} />}
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
