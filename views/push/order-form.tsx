/** A new push or check: the list on the left, the bill with the one button beside it. */
import { lookDays } from '../../src/domains/plans/index.ts'
import { UNDO } from '../../src/domains/pushes/index.ts'
import { SECOND } from '../../src/kernel/time/clock.ts'
import { ApiEquivalent } from '../api-equivalent/api-equivalent.tsx'
import type { Child } from '../jsx/elements.ts'
import { LinkButton } from '../parts/button.tsx'
import { ErrorLine, Field } from '../parts/forms/field.tsx'
import { errorAt } from '../parts/forms/form.tsx'
import { Help } from '../parts/forms/help.tsx'
import { hx } from '../parts/hx.ts'
import { Banner, SimulatedBanner } from '../parts/page/card.tsx'
import { number } from '../parts/text/format.ts'
import { AskRunner } from '../parts/text/runner.tsx'
import { BillFor, BillOf, Go } from './bill-panel.tsx'
import { ClientChoice, ClientNotePart } from './client-field.tsx'
import { NameNote, Options } from './options.tsx'
import { type OrderKind, type OrderValues, PUSH } from './order.ts'
import type { ListSummary, OrderProps } from './order-props.ts'
import { PreflightRows } from './preflight-rows.tsx'
import { Counted, Sources, StartWith } from './sources-bar.tsx'

export function OrderForm(props: OrderProps) {
  const { kind, hrefs, bill, values, clients, guessed, issues } = props
  return (
    <>
      {props.unconnected && <Unconnected kind={kind} {...props.unconnected} />}
      {props.news && <Banner tone="info">{props.news}</Banner>}
      {props.simulated && (
        <SimulatedBanner>
          Nothing is sent to a search engine and no supplier is paid. The results are made up.
        </SimulatedBanner>
      )}
      <form method="post" action={hrefs.action} class="split push" id={kind.name} novalidate>
        <div>
          <button type="submit" name="step" value="review" hidden tabindex="-1">
            {`Review ${kind.name}`}
          </button>
          <input type="hidden" name="idempotency_key" value={props.idempotency_key} />
          <input type="hidden" name="page" value={values.page} />
          <Addresses {...props} />
          <div id="preflight">
            <Seen {...props} />
          </div>
          <Options {...props} />
          {hrefs.live && <Live href={hrefs.live} />}
        </div>
        <aside class="panel bill" aria-label="Bill">
          <header>
            <div id="whose">
              <BillFor {...props} />
            </div>
            <ClientChoice clients={clients} guessed={guessed} value={values.client} issues={issues} />
          </header>
          <div class="body">
            <div id="quote" data-stale>
              <BillOf bill={bill} kind={kind} zone={props.zone} clients={clients} />
            </div>
          </div>
          <footer>
            <div id="go" data-stale>
              <Go
                bill={bill}
                kind={kind}
                credits={hrefs.credits}
                blocked={kind !== PUSH && !!props.unconnected}
                asked={props.asked}
              />
            </div>
          </footer>
          <p class="foot-note">
            {kind === PUSH
              ? `Undo within ${UNDO / SECOND} seconds. Checked on day ${lookDays()}.`
              : 'Checks without an answer are refunded.'}
            <ApiEquivalent of={hrefs.action} />
          </p>
        </aside>
      </form>
    </>
  )
}

const MISSING = {
  push: { act: 'Connect a supplier', what: 'No crawl supplier', so: 'Links can be screened; pushing them waits' },
  check: { act: 'Connect an engine', what: 'No check engine', so: 'Checks wait' },
}

/** Warns before the visitor makes a list that nothing can be sent without a supplier. */
function Unconnected({ kind, href, runner }: { kind: OrderKind } & NonNullable<OrderProps['unconnected']>) {
  const { act, what, so } = MISSING[kind.name]
  const button = href && <LinkButton href={href} label={act} />
  return (
    <Banner tone="warn" action={button}>
      <b>{`${what} is connected.`}</b> {`${so} until `}
      {href ? (
        'one is connected.'
      ) : (
        <>
          one is: <AskRunner runner={runner} />.
        </>
      )}
    </Banner>
  )
}

type SeenProps = Pick<OrderProps, 'kind' | 'preflight'> & {
  hrefs: Pick<OrderProps['hrefs'], 'live' | 'poll' | 'credits'>
  values: Pick<OrderValues, 'push_anyway' | 'anyway_flag'>
  /** Version of the rows on the page; a poll gets an answer only when there is a newer one. */
  ptag?: string
}

/** The screening so far; it polls until all pages have answered. */
const Seen = ({ kind, preflight, values, hrefs, ptag }: SeenProps) => (
  <>
    <PreflightRows kind={kind} preflight={preflight} values={values} />
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

/** Larger lists are polled less often. */
const LARGE = 1000

/** Sends the form while the visitor types; the newest request wins. */
const Live = ({ href, trigger = "input delay:500ms from:'closest form'" }: { href: string; trigger?: string }) => (
  <div
    hidden
    {...hx({
      post: href,
      trigger,
      target: '#preflight',
      swap: 'innerMorph',
      sync: `closest form:${trigger === 'load' ? 'drop' : 'replace'}`,
    })}
  ></div>
)

/** The server has dropped this page's list, so the form sends it again. */
export const SendAgain = ({ href }: { href: string }) => <Live href={href} trigger="load" />

type FragmentProps = Pick<OrderProps, 'asked' | 'bill' | 'clients' | 'issues' | 'guessed' | 'suggested' | 'zone'> &
  SeenProps & { values: Pick<OrderValues, 'client' | 'name'>; list?: ListSummary; limit?: number }

/** The answer while the visitor types: rows, bill, button, client and name, each into its place. */
export const OrderFragment = (props: FragmentProps) => (
  <>
    <Seen {...props} />
    {props.issues?.map(({ message }) => (
      <ErrorLine>{message}</ErrorLine>
    ))}
    <Part into="urls-count">
      <Counted list={props.list} limit={props.limit} />
    </Part>
    <Part into="list-note">{props.list?.reading}</Part>
    <Part into="quote">
      <BillOf bill={props.bill} kind={props.kind} zone={props.zone} clients={props.clients} />
    </Part>
    <Part into="whose">
      <BillFor {...props} />
    </Part>
    <Part into="go">
      <Go
        bill={props.bill}
        kind={props.kind}
        credits={props.hrefs.credits}
        blocked={!!props.issues?.length}
        asked={props.asked}
      />
    </Part>
    <ClientNotePart clients={props.clients} guessed={props.guessed} value={props.values.client} />
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

const Addresses = ({ kind, values, limit, list, hrefs, issues = [], past = [], hosts = [] }: OrderProps) => (
  <>
    <Field
      name="urls"
      label="Links, one per line"
      help={<Help of={hrefs.action} />}
      error={errorAt(issues, 'urls') ?? errorAt(issues, '')}
      hint={`Up to ${number(limit)}. Paste a list, a table or a whole export.${kind === PUSH ? ' Screening is free and starts as you type.' : ''}`}
    >
      {(control) => (
        <div class="paste">
          <textarea
            rows="7"
            spellcheck="false"
            placeholder="https://…"
            autofocus={values.urls === ''}
            data-draft={kind.name}
            data-reads={hrefs.file}
            {...control}
          >
            {values.urls}
          </textarea>
          <StartWith hosts={hosts} />
          <Sources past={past} issues={issues} sitemap={values.sitemap} list={list} limit={limit} />
        </div>
      )}
    </Field>
    <p class="hint" id="file-note" role="status"></p>
    <p class="hint" id="list-note" role="status">
      {list?.reading}
    </p>
    <p class="hint" id="draft-note" role="status" hidden>
      This list is too long for the browser to keep. It is lost when you leave the page.
    </p>
  </>
)
