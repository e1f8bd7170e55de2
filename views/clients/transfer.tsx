/** Panel that transfers credits to a workspace or takes them back: amounts by how long they last, and the result. */

import { ENGLISH } from '../../src/kernel/language/reader.ts'
import { DAY, plus, type Time } from '../../src/kernel/time/clock.ts'
import { ApiEquivalent } from '../api-equivalent/api-equivalent.tsx'
import { KINDS } from '../credits/words.ts'
import type { Child } from '../jsx/elements.ts'
import { Changed, SidePanel, Sum, type SumLine } from '../kit/panel.tsx'
import { ErrorLine, Field, Select } from '../parts/forms/field.tsx'
import type { Issue } from '../parts/forms/form.tsx'
import { Help } from '../parts/forms/help.tsx'
import { Hidden } from '../parts/forms/post.tsx'
import { hx, ONCE } from '../parts/hx.ts'
import { inPlace, listHref, type Query } from '../parts/lists/list.ts'
import { Avatar } from '../parts/person.tsx'
import { day, many, number } from '../parts/text/format.ts'
import { Name } from '../parts/text/name.tsx'
import { choicesIn } from '../screens/filters-of.ts'

type Receiver = {
  id: string
  name: string
  available: number
  /** Check credits; unknown where only index credits are judged. */
  checks?: number
  used_per_day: number
  runway_days: number | null
  lacks: number
  tile_url?: string | null
}

type TransferProps = {
  to: Receiver
  /** Workspace that the credits come from; null if the operator adds them. */
  from: { name: string; available: number; checks?: number } | null
  /** Page beside the panel, with its filters in `query`, and the target of the form. */
  self: string
  action?: string
  query: Query
  now: Time
  zone: string
  idempotency_key: string
  issues?: readonly Issue[] | undefined
  /** More fields above the button, and below it. */
  children?: Child
  more?: Child
}

type AmountChoice = { amount: number; label: string }

/** Address of the list without the panel. */
export const closed = (self: string, query: Query): string =>
  listHref(self, query, { page: query.page, transfer: '', amount: '', way: '' })

export function TransferPanel(props: TransferProps) {
  const { to, self, query } = props
  const back = query.way === 'back'
  const at = (changes: Query) => listHref(self, query, { page: query.page, ...changes })
  const picks = back ? picksBack(to) : picksTo(to)
  const amount = amountOf(query.amount, picks)
  const { action = `${self}/${to.id}/credits` } = props
  const giver = back ? to : props.from
  const lacking = giver && amount > giver.available && `${many(giver.available, 'index credit')} available`
  return (
    <SidePanel title="Transfer credits" close={closed(self, query)}>
      <div class="who">
        <Avatar name={to.name} logo_url={to.tile_url} />
        <span>
          <b>
            <Name of={to.name} />
          </b>
          <small>{props.from ? usedWords(to) : many(to.available, 'index credit')}</small>
        </span>
      </div>
      <nav class="seg full" aria-label="Direction">
        <a id="way-to" {...inPlace(at({ way: '', amount: '' }))} aria-current={!back && 'true'}>
          {`Transfer to ${props.from ? 'client' : 'it'}`}
        </a>
        <a id="way-back" {...inPlace(at({ way: 'back', amount: '' }))} aria-current={back && 'true'}>
          Take back
        </a>
      </nav>
      <form method="post" action={action} class="form" {...ONCE}>
        <Hidden fields={{ idempotency_key: props.idempotency_key, back: at({}), ...(back ? { way: 'back' } : {}) }} />
        <Amount {...props} amount={amount} at={at({ amount: '' })} />
        {picks.length > 0 && (
          <div class="chips" id="picks">
            {picks.map((pick) => (
              <PickLink pick={pick} current={pick.amount === amount} href={at({ amount: String(pick.amount) })} />
            ))}
          </div>
        )}
        {props.children}
        <div class="form" id="after">
          <div class="after">
            {lacking ? <p class="care">{lacking}</p> : <Sum lines={after(props, back ? -amount : amount)} />}
          </div>
          <button type="submit" class="btn primary wide" disabled={amount > mostOf(giver)}>
            {`${back ? 'Take back' : 'Transfer'} ${amount > 0 ? many(amount, 'credit') : 'credits'}`}
          </button>
        </div>
        <ApiEquivalent of={action} />
        <Help of={action} />
        {props.more}
      </form>
    </SidePanel>
  )
}

export const KindAndNote = () => (
  <details class="fold small">
    <summary>Check credits, note</summary>
    <KindOfCredits />
    <Field name="note" label="Note" hint="Kept in the ledger.">
      {(control) => <input class="input" {...control} maxlength="500" />}
    </Field>
  </details>
)

export const KindOfCredits = () => (
  <Field name="kind" label="Kind of credits">
    {(control) => <Select control={control} choices={choicesIn(ENGLISH, KINDS)} value="index" />}
  </Field>
)

const amountOf = (typed: string | undefined, picks: readonly AmountChoice[]): number => {
  const given = Number(typed)
  if (typed && Number.isSafeInteger(given) && given > 0) return given
  return picks.at(picks.length > 1 ? 1 : 0)?.amount ?? 0
}

/** 50, and the amounts that last 30 and 60 days. */
function picksTo({ available, used_per_day, lacks }: Receiver): AmountChoice[] {
  const lasts = (amount: number) => Math.floor((available + amount) / used_per_day)
  if (used_per_day <= 0) return [50, 100, 200].map((amount) => ({ amount, label: '' }))
  const double = Math.ceil(60 * used_per_day - available)
  const amounts = [50, lacks, double].filter((amount) => amount > 0)
  return [...new Set(amounts)]
    .toSorted((a, b) => a - b)
    .map((amount) => ({ amount, label: many(lasts(amount), 'day') }))
}

function picksBack({ available }: Receiver): AmountChoice[] {
  const half = Math.floor(available / 2)
  return [
    ...(half > 0 ? [{ amount: half, label: 'half' }] : []),
    ...(available > 0 ? [{ amount: available, label: 'all' }] : []),
  ]
}

type PickProps = { pick: AmountChoice; current: boolean; href: string }

const PickLink = ({ pick: { amount, label }, current, href }: PickProps) => (
  <a class="pick" {...inPlace(href)} aria-current={current && 'true'}>
    {number(amount)} {label && <small>{label}</small>}
  </a>
)

const Amount = ({ amount, at, issues = [] }: TransferProps & { amount: number; at: string }) => {
  const error = issues[0]?.message
  const asks = hx({
    get: at,
    include: 'this',
    trigger: 'input changed delay:250ms',
    target: '#after',
    select: '#after',
    'select-oob': '#picks',
    swap: 'outerHTML',
    sync: 'this:replace',
  })
  return (
    <div class="field">
      <label for="amount">Amount</label>
      <div class="in-wrap">
        <input
          class="input lg"
          id="amount"
          name="amount"
          type="number"
          inputmode="numeric"
          min="1"
          required
          value={amount > 0 ? String(amount) : ''}
          aria-invalid={error ? 'true' : undefined}
          {...asks}
        />
        <span>credits</span>
      </div>
      {error && <ErrorLine>{error}</ErrorLine>}
    </div>
  )
}

const usedWords = ({ available, used_per_day }: Receiver): string =>
  `${number(available)} available, ${used_per_day > 0 ? `about ${number(Math.max(1, Math.round(used_per_day * 7)))} used a week` : 'none used in 28 days'}`

/** The most that the giver could transfer of either kind, which the form chooses below; null: the operator adds them. */
const mostOf = (giver: { available: number; checks?: number } | null): number =>
  giver ? Math.max(giver.available, giver.checks ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY

/** Balances before and after the transfer. */
function after({ to, from, now, zone }: TransferProps, amount: number): SumLine[] {
  const moved = Math.max(amount, -to.available)
  const changed = (name: string, n: number, by: number): SumLine => ({
    label: name,
    value: <Changed from={number(n)} to={number(n + by)} />,
  })
  return [
    changed(to.name, to.available, moved),
    ...lasting(to, moved, (days) => (days > LONG_DAYS ? 'over 2 years' : day(plus(now, days * DAY), zone))),
    ...(from ? [changed(from.name, from.available, -moved)] : []),
  ]
}

/** A date further away means nothing. */
const LONG_DAYS = 730

function lasting(
  { available, runway_days: days, used_per_day }: Receiver,
  moved: number,
  until: (n: number) => string,
) {
  if (days === null || used_per_day <= 0) return []
  // A team also spends the credits of its clients, which count in the known days.
  const spendable = Math.max(available, days * used_per_day)
  const then = Math.max(0, Math.floor((spendable + moved) / used_per_day))
  return [{ label: 'Credits last until', value: <Changed from={until(days)} to={until(then)} /> }]
}
