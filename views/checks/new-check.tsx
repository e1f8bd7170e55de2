/** A new check: which pages, by which engine, for whom, and the bill before the click. */
import { MAX_URLS } from '../../src/kernel/operation/shape.ts'
import type { Asking } from '../links/link.tsx'
import { Banner, type BillFact, Card, CardBody, Facts, InShort } from '../parts/card.tsx'
import { Field } from '../parts/field.tsx'
import { errorAt, type Issue } from '../parts/form.tsx'
import { many, number } from '../parts/format.ts'
import { hx } from '../parts/hx.ts'
import { Icon } from '../parts/icon.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { ClientField, ClientNotePart } from '../push/client-field.tsx'
import type { Client, Guessed } from '../push/whose.ts'
import { SameAs } from '../same-as/same-as.tsx'
import { ENGINE_WORDS } from '../suppliers/words.ts'
import { agreedTo, type CheckBill, type CheckValues } from './check-bill.ts'

export type NewCheckProps = {
  values: CheckValues
  /** Engines that can be asked, and what each costs. */
  engines: readonly Asking[]
  clients: readonly Client[]
  guessed?: Guessed
  /** Once there are addresses. With it the button looks; without, it leads to the bill. */
  bill: CheckBill | null
  issues?: readonly Issue[]
  /** What changed since the bill that was agreed to, or was done with a part of the list. */
  news?: string
  /** Where an engine is connected, for those who may. */
  connect: string | null
  /** Where credits are asked for, for those who may. */
  packs: string | null
  idempotency_key: string
  base: string
}

export function NewCheck(props: NewCheckProps) {
  const { base, engines, bill, packs, news, idempotency_key } = props
  const self = `${base}/checks`
  return (
    <>
      <PageHead title="New check" crumbs={[{ label: 'Checks', href: self }, { label: 'New' }]} />
      {news && <Banner tone="info">{news}</Banner>}
      {engines.length === 0 && <NoEngine connect={props.connect} />}
      <form method="post" action={`${self}/new`} class="grid" id="check">
        <button type="submit" name="step" value="review" hidden tabindex="-1">
          Show the bill
        </button>
        <input type="hidden" name="idempotency_key" value={idempotency_key} />
        <div class="card w8">
          <div class="body">
            <Addresses {...props} />
          </div>
        </div>
        <div class="stack w4 stick">
          <Card title="This check">
            <div id="bill" class="body">
              <Bill bill={bill} />
            </div>
            <div id="go" class="body reach">
              <Go bill={bill} packs={packs} blocked={engines.length === 0} />
            </div>
            <CardBody>
              <SameAs of={`${self}/new`} />
            </CardBody>
          </Card>
          <Options {...props} />
        </div>
        {engines.length > 0 && (
          <div
            hidden
            {...hx({
              post: `${self}/bill`,
              trigger: "input delay:400ms from:'closest form'",
              target: '#bill',
              swap: 'innerHTML',
              sync: 'closest form:replace',
            })}
          ></div>
        )}
      </form>
    </>
  )
}

type FragmentProps = Pick<NewCheckProps, 'bill' | 'packs'> & { client: Parameters<typeof ClientNotePart>[0] }

/** What is answered while one types: the bill, the button, and for whom it is. */
export const BillFragment = ({ bill, packs, client }: FragmentProps) => (
  <>
    <Bill bill={bill} />
    <hx-partial hx-target="#go" hx-swap="innerHTML">
      <Go bill={bill} packs={packs} blocked={false} />
    </hx-partial>
    <ClientNotePart {...client} />
  </>
)

const NoEngine = ({ connect }: { connect: string | null }) => (
  <Banner
    tone="warn"
    action={
      connect && (
        <a class="btn" href={connect}>
          Connect an engine
        </a>
      )
    }
  >
    <b>No check engine is connected.</b>{' '}
    {connect
      ? 'Nobody can be asked before one is.'
      : 'The platform admin connects one; until then nobody can be asked.'}
  </Banner>
)

const Addresses = ({ values, issues = [] }: NewCheckProps) => (
  <>
    <Field
      name="urls"
      label="Page URLs, one per line"
      error={errorAt(issues, 'urls') ?? errorAt(issues, '')}
      hint={`Up to ${number(MAX_URLS)}. Nothing is sent anywhere: a check only asks whether the pages are shown.`}
    >
      {(control) => (
        <textarea
          class="input urls"
          spellcheck="false"
          required
          autofocus={values.urls === ''}
          data-draft="check"
          data-count="urls-count"
          data-limit={MAX_URLS}
          {...control}
        >
          {values.urls}
        </textarea>
      )}
    </Field>
    <div class="row spread">
      <button type="button" class="btn small js-only" data-do="file" data-input="urls-file">
        <Icon name="upload" />
        CSV file
      </button>
      <output class="small muted" id="urls-count" for="urls"></output>
      <input type="file" id="urls-file" data-into="urls" accept=".csv,.txt,.xml,text/*" aria-label="CSV file" hidden />
    </div>
  </>
)

const Options = ({ values, engines, clients, guessed, issues = [] }: NewCheckProps) => (
  <Card title="Options">
    <CardBody>
      <fieldset class="stack">
        <legend class="label-like">Ask</legend>
        {engines.map(({ engine, credits }, at) => (
          <div class="tick">
            <input
              type="radio"
              name="engine"
              id={`engine-${engine}`}
              value={engine}
              checked={values.engine === engine || (values.engine === '' && at === 0)}
              aria-describedby={`engine-${engine}-note`}
            />
            <label for={`engine-${engine}`}>{ENGINE_WORDS[engine].title}</label>
            <small id={`engine-${engine}-note`}>{`${many(credits, 'check credit')} a link`}</small>
          </div>
        ))}
      </fieldset>
      <ClientField clients={clients} guessed={guessed} value={values.client} issues={issues} />
      <Field name="name" label="Name" error={errorAt(issues, 'name')} hint="Shown in lists and on the report">
        {(control) => <input class="input" {...control} value={values.name} maxlength="200" autocomplete="off" />}
      </Field>
    </CardBody>
  </Card>
)

/** What a check costs; the bill and the line of it tell the same. */
function billFacts({ links, dropped, credits, missing, available, purse }: CheckBill): BillFact[] {
  const after = number(available - credits)
  return [
    { label: 'Links to look at', value: number(links), short: many(links, 'link') },
    { label: 'Duplicates and invalid dropped', value: number(dropped) },
    { label: 'Check credits', value: number(credits), short: many(credits, 'check credit'), class: 'total' },
    ...(missing === 0
      ? [{ label: `${purse} has after`, value: after, short: `${after} left after`, class: 'after' as const }]
      : []),
  ]
}

function Bill({ bill }: { bill: CheckBill | null }) {
  if (!bill || bill.links + bill.dropped === 0)
    return <p class="muted">The exact bill appears here as soon as there are addresses.</p>
  return (
    <>
      <Facts facts={billFacts(bill)} class="quote" />
      {bill.missing > 0 && (
        <Banner tone="bad">
          {`${bill.purse} has ${many(bill.available, 'check credit')}; this check needs ${number(bill.credits)}.`}
        </Banner>
      )}
      <p class="hint">A look that ends without a verdict gives its credit back.</p>
    </>
  )
}

type GoProps = Pick<NewCheckProps, 'bill' | 'packs'> & { blocked: boolean }

/** The button says what it will do and what that costs. */
function Go({ bill, packs, blocked }: GoProps) {
  if (!bill) return <Act step="review" says="Show the bill" disabled={blocked} />
  return (
    <div class="stack">
      <input type="hidden" name="quoted" value={agreedTo(bill)} />
      <InShort facts={billFacts(bill)} />
      {bill.missing > 0 ? <WaysOut bill={bill} packs={packs} /> : <Act {...lookOf(bill)} />}
    </div>
  )
}

const lookOf = ({ links, credits }: CheckBill) => ({
  step: 'check',
  says: links === 0 ? 'Nothing to check' : `Check ${many(links, 'link')} for ${many(credits, 'check credit')}`,
  disabled: links === 0,
})

/** What can be done where the purse does not hold it. */
const WaysOut = ({ bill, packs }: { bill: CheckBill; packs: string | null }) => (
  <>
    {bill.giver && <Act step="give" says={`Give ${many(bill.missing, 'check credit')} from ${bill.giver} and check`} />}
    {bill.affordable > 0 && (
      <Act step="first" plain={bill.giver !== null} says={`Check the first ${number(bill.affordable)}`} />
    )}
    {!bill.giver &&
      (packs ? (
        <a class="btn wide" href={packs}>
          Ask for credits
        </a>
      ) : (
        <p class="hint">{`An admin of ${bill.purse} can ask for credits.`}</p>
      ))}
  </>
)

const Act = ({ step, says, plain, disabled }: { step: string; says: string; plain?: boolean; disabled?: boolean }) => (
  <button type="submit" class={['btn wide', !plain && 'primary']} name="step" value={step} disabled={disabled}>
    <Icon name="scan-search" />
    {says}
  </button>
)
