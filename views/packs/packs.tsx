/** Credit packs on offer, and what became of those that were asked for. */
import { Note } from '../../src/domains/credits/index.ts'
import type { Pack } from '../../src/domains/plans/index.ts'
import { Banner, Card, CardBody, Empty } from '../parts/card.tsx'
import { Form, type Issue } from '../parts/form.tsx'
import { many, number } from '../parts/format.ts'
import type { Paged, Query } from '../parts/list.ts'
import { PageHead } from '../parts/page-head.tsx'
import { Post } from '../parts/post.tsx'
import { AskRunner, type Runner } from '../parts/runner.tsx'
import { type Column, DataTable, ListCard } from '../parts/table.tsx'
import { type RequestRow, requestColumns } from './requests.tsx'

export type PacksProps = {
  packs: readonly Pack[]
  list: Paged<RequestRow>
  query: Query
  self: string
  /** What refunds are still to take from this workspace. */
  owed: { index: number; check: number }
  /** Whether the visitor may ask for one. */
  asks: boolean
  /** Whether they may pay for one through Stripe, and whether a chargeback keeps them from it. */
  /** `locked`: why nothing can be bought. */
  buys?: { takes: boolean; locked: string | null; runner: Runner | null }
  idempotency_key: string
  issues?: readonly Issue[]
  zone?: string
}

export const Packs = ({ packs, list, query, self, owed, asks, buys, zone = 'UTC', ...form }: PacksProps) => (
  <>
    <PageHead title="Packs" sub="Credits beside those of the plan. They do not expire." />
    {owed.index + owed.check > 0 && (
      <Banner tone="warn">
        A pack was refunded: {many(owed.index, 'index credit')} and {many(owed.check, 'check credit')} of it are taken
        from what comes in next.
      </Banner>
    )}
    {buys?.locked && (
      <Banner tone="bad">
        {`${buys.locked}. Once that is settled, `}
        <AskRunner runner={buys.runner} /> to lift it.
      </Banner>
    )}
    <Card title="On offer" aside={<span class="muted">Prices in USD</span>}>
      <DataTable
        caption="Packs"
        columns={buys?.takes ? [...OFFER.map(aside), buyColumn(self, form.idempotency_key)] : OFFER}
        rows={packs}
      />
      {asks && <Ask self={self} packs={packs} {...form} />}
    </Card>
    <ListCard
      caption="Requests"
      title="Requests"
      columns={requestColumns(zone)}
      list={list}
      href={self}
      query={query}
      order="created_at"
      empty={<Empty icon="coins">No pack was asked for yet.</Empty>}
    />
  </>
)

const OFFER: Column<Pack>[] = [
  {
    label: 'Pack',
    cell: ({ name, index_credits, check_credits }) => (
      <>
        <b>{name}</b>
        <span class="sub">{`${number(index_credits)} index, ${number(check_credits)} check`}</span>
      </>
    ),
  },
  { label: 'Price', class: 'num', cell: ({ usd }) => `$${number(usd)}` },
  { label: 'Index credits', class: 'num', cell: ({ index_credits }) => number(index_credits) },
  { label: 'Check credits', class: 'num', cell: ({ check_credits }) => number(check_credits) },
]

/** On a phone the button has to be in sight: what a pack holds stands under its name there. */
const aside = (column: Column<Pack>): Column<Pack> =>
  column.label.endsWith('credits') ? { ...column, class: 'num wide-only' } : column

/** One key for a visit of the page and a pack: a double click opens one page. */
const buyColumn = (self: string, key: string): Column<Pack> => ({
  label: 'Buy',
  class: 'end',
  cell: ({ pack, name }) => (
    <Post action={`${self}/buy`} class="btn small" fields={{ pack, idempotency_key: `${key} ${pack}` }}>
      Buy<span class="vh"> {name}</span>
    </Post>
  ),
})

const Ask = ({
  self,
  packs,
  idempotency_key,
  issues,
}: Pick<PacksProps, 'self' | 'packs' | 'idempotency_key' | 'issues'>) => (
  <CardBody>
    <Form
      action={self}
      schema={{
        properties: { pack: { title: 'Pack', enum: packs.map(({ pack }) => pack) }, note: Note },
        required: ['pack'],
      }}
      hints={{ note: 'For whoever decides.' }}
      hidden={{ idempotency_key }}
      issues={issues}
      verb="Ask for this pack"
    />
  </CardBody>
)
