/** The bill beside the list: client, cost and the one button. */

import type { Child } from '../jsx/elements.ts'
import { Changed, Sum } from '../kit/panel.tsx'
import { LinkButton } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Banner } from '../parts/page/card.tsx'
import { Avatar } from '../parts/person.tsx'
import { day, many, number } from '../parts/text/format.ts'
import { isolated, Name } from '../parts/text/name.tsx'
import { agreedTo } from './bill.ts'
import type { ClientGuess, ClientOption } from './client-of-order.ts'
import { betterAct, ForeignList, ForeignWords, foreignKey } from './foreign.tsx'
import { type Bill, type MissingCredits, type OrderKind, PUSH } from './order.ts'
import type { OrderProps } from './order-props.ts'

type Clients = readonly ClientOption[]
type BillProps = { bill: Bill | null; kind: OrderKind; zone?: string | undefined; clients: Clients }

/** Client of the order: of the bill, typed, guessed, or the first one. */
export function BillFor({ kind, bill, values, guessed, clients }: WhoseProps) {
  const name = bill?.purse ?? (values.client || (guessed?.name ?? clients[0]?.name))
  const tile = clients.find((client) => (bill ? client.id === bill.tenant_id : client.name === name))?.tile_url
  return (
    <>
      {name && <Avatar name={name} logo_url={tile} />}
      <h2>
        <small>{`${kind.verb} for`}</small>
        {name ? <Name of={name} /> : 'this workspace'}
      </h2>
    </>
  )
}

type WhoseProps = Pick<OrderProps, 'kind' | 'bill' | 'clients'> & { values: { client: string }; guessed?: ClientGuess }

/** `short` is the text of the line beside the button on a phone. */
type BillLine = { label: Child; value: string; short?: string; total?: true }

function linesOf(bill: Bill, kind: OrderKind): BillLine[] {
  const { ready, pending, index_credits, check_credits, missing } = bill
  const credits = (n: number, word: string, total?: true): BillLine[] =>
    n > 0 ? [{ label: `${word}s reserved`, value: number(n), short: many(n, word.toLowerCase()), total }] : []
  const push: BillLine[] = [
    { label: 'Ready to push', value: number(ready), short: `${number(ready)} ready` },
    ...(pending ? [{ label: 'Not screened yet', value: number(pending), short: `${number(pending)} to come` }] : []),
    { label: 'Left out, free', value: number(bill.skipped) },
  ]
  return [
    ...(kind === PUSH ? push : [{ label: 'Links to check', value: number(ready), short: many(ready, 'link') }]),
    ...(bill.duplicates ? [{ label: 'Duplicates, dropped', value: number(bill.duplicates) }] : []),
    ...(bill.invalid ? [{ label: 'Lines without a URL, dropped', value: number(bill.invalid) }] : []),
    ...(kind === PUSH ? [{ label: 'Also sent to IndexNow', value: number(bill.to_indexnow) }] : []),
    ...credits(index_credits, 'Credit', true),
    ...credits(check_credits, 'Check credit', kind === PUSH ? undefined : true),
    ...(missing.length === 0
      ? [
          {
            label: [<Name of={bill.purse} />, ' has after'],
            value: number(bill.balance_after),
            short: `${number(bill.balance_after)} available after`,
          },
        ]
      : []),
  ]
}

/** The exact bill before the order. */
export function BillOf({ bill, kind, zone, clients }: BillProps) {
  if (!bill) return <p class="muted">Paste links to see the exact bill.</p>
  return (
    <>
      <Sum lines={linesOf(bill, kind)} />
      {bill.foreign.length > 0 && <ForeignList foreign={bill.foreign} />}
      {bill.giver && <Move bill={bill} giver={bill.giver} clients={clients} />}
      <Outlook bill={bill} zone={zone} />
      {!bill.giver && bill.missing.map((short) => <Banner tone="bad">{lacking(bill.purse, kind, short)}</Banner>)}
      {linksOf(bill) > bill.limit && (
        <Banner tone="bad">
          {`A ${kind.name} takes at most ${many(bill.limit, 'link')}${kind === PUSH ? ' under this plan' : ''}.`}
        </Banner>
      )}
      {bill.pending > 0 && <p class="hint">Links that turn out to be blocked are refunded at once.</p>}
    </>
  )
}

const linksOf = ({ ready, pending }: Bill): number => ready + pending

/** Missing credits: `1,104, 96 check credits`. */
const amounts = (missing: readonly MissingCredits[], between: string): string =>
  missing.map(({ kind, missing: n }) => (kind === 'check' ? many(n, 'check credit') : number(n))).join(between)

/** Credits to transfer first when the client lacks some. */
const Move = ({ bill, giver, clients }: { bill: Bill; giver: string; clients: Clients }) => (
  <div class="move">
    <Purse
      name={giver}
      tile={clients[0]?.tile_url}
      has={bill.giver_available ?? 0}
      change={`−${amounts(bill.missing, ', ')}`}
    />
    <Icon name="arrow-down" />
    <Purse
      name={bill.purse}
      tile={clients.find(({ id }) => id === bill.tenant_id)?.tile_url}
      has={bill.available}
      change={`+${amounts(bill.missing, ', ')}`}
    />
  </div>
)

type PurseProps = { name: string; tile: string | null | undefined; has: number; change: string }

const Purse = ({ name, tile, has, change }: PurseProps) => (
  <div>
    <Avatar name={name} logo_url={tile} />
    <p>
      <b>
        <Name of={name} />
      </b>
      <small>{`${number(has)} available`}</small>
    </p>
    <span class="num">{change}</span>
  </div>
)

function Outlook({ bill: { refund, lasts }, zone }: { bill: Bill; zone: string | undefined }) {
  const refunded = refund && {
    label: `Refunded by ${day(refund.by, zone)}, as usual`,
    value: `about ${number(refund.credits)}`,
  }
  const until = lasts && {
    label: 'Credits last until',
    value: <Changed from={day(lasts.now, zone)} to={day(lasts.after, zone)} />,
  }
  const lines = [refunded, until].filter((line) => line !== null && line !== undefined)
  return lines.length === 0 ? null : (
    <div class="soft-sum">
      <Sum lines={lines} />
    </div>
  )
}

/** `Bakery has 96 credits; this push needs 1,200.` */
const lacking = (purse: string, { name }: OrderKind, { kind, need, have }: MissingCredits): string =>
  `${isolated(purse)} has ${many(have, `${kind === 'check' ? 'check ' : ''}credit`)}; this ${name} needs ${number(need)}.`

type GoProps = {
  bill: Bill | null
  kind: OrderKind
  credits?: string | null
  blocked?: boolean
  /** The links of other clients that the visitor was asked about. */
  asked?: string | undefined
}

/** The button names its effect. It sends `quoted`, so that the server shows a changed bill again before ordering. */
export function Go({ bill, kind, credits, blocked = false, asked }: GoProps) {
  if (!bill) return <Act kind={kind} step="review" says={`Review ${kind.name}`} disabled={blocked} />
  const links = linksOf(bill)
  const better = betterAct(bill, links)
  const again = better !== null && asked === foreignKey(bill)
  const all = `${kind.verb} ${many(links, 'link')}`
  const says = links === 0 ? `Nothing to ${kind.name}` : better ? `${all} for ${isolated(bill.purse)}` : all
  return (
    <div class="stack">
      <input type="hidden" name="quoted" value={agreedTo(bill)} />
      {again && <input type="hidden" name="foreign" value={asked} />}
      {better && <ForeignWords bill={bill} asked={again} />}
      <p class="narrow-only small num">
        <b>
          <Name of={bill.purse} />
        </b>
        {[
          ': ',
          linesOf(bill, kind)
            .flatMap(({ short = [] }) => short)
            .join(' · '),
        ]}
      </p>
      {better && <Act kind={kind} {...better} />}
      {!blocked && (bill.missing.length > 0 || links > bill.limit) ? (
        <WaysOut bill={bill} kind={kind} credits={credits} plain={better !== null} />
      ) : (
        <Act
          kind={kind}
          step={kind.name}
          says={again ? `Yes, ${kind.name}${says.slice(kind.verb.length)}` : says}
          plain={better !== null}
          disabled={blocked || links === 0}
        />
      )}
    </div>
  )
}

/** Ways to order despite missing credits or the limit. */
type WaysOutProps = { bill: Bill; kind: OrderKind; credits: string | null | undefined; plain: boolean }

function WaysOut({ bill, kind, credits, plain }: WaysOutProps) {
  const links = linksOf(bill)
  const gives = bill.giver !== null && links <= bill.limit
  const asks = bill.missing.length > 0 && !gives
  return (
    <>
      {gives && (
        <Act
          kind={kind}
          step="give"
          plain={plain}
          says={`Transfer ${amounts(bill.missing, ' and ')} and ${kind.name} ${number(links)}`}
        />
      )}
      {bill.affordable > 0 && (
        <Act
          kind={kind}
          step="first"
          plain={gives || plain}
          says={`${kind.verb} the first ${number(bill.affordable)}`}
        />
      )}
      {asks && credits && <LinkButton class="btn wide" href={credits} label="Ask for credits" />}
      {asks && !credits && <p class="hint">{`An admin of ${isolated(bill.purse)} can ask for credits.`}</p>}
    </>
  )
}

type ActProps = { kind: OrderKind; step: string; says: string; icon?: 'x'; plain?: boolean; disabled?: boolean }

const Act = ({ kind, step, says, icon, plain, disabled }: ActProps) => (
  <button type="submit" class={['btn wide', !plain && 'primary']} name="step" value={step} disabled={disabled}>
    <Icon name={icon ?? kind.icon} />
    {says}
  </button>
)
