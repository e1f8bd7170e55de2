/** Buy: packs on offer, the plan, and the packs that were requested. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getCredits } from '../../src/operations/credits/balances.ts'
import type { listPacks } from '../../src/operations/credits/packs.ts'
import { Owed } from '../credits/overview.tsx'
import type { Child } from '../jsx/elements.ts'
import { Fold, Section } from '../kit/fold.tsx'
import { Post } from '../parts/forms/post.tsx'
import { type Column, DataTable } from '../parts/lists/table.tsx'
import { Banner } from '../parts/page/card.tsx'
import { number } from '../parts/text/format.ts'
import { AskRunner } from '../parts/text/runner.tsx'
import { type PlanProps, PlanSection } from '../plans/plans.tsx'

type Pack = AnswerOf<typeof listPacks>['items'][number]

export type BuyProps = PlanProps & {
  /** null for people of a client who may not request one. */
  packs: readonly Pack[] | null
  requests: Child
  credits: Pick<AnswerOf<typeof getCredits>, 'index' | 'check'>
  self: string
  /** The form to request a pack; null for those who may not. */
  asks: Child
  /** Why nothing can be bought. */
  locked: string | null
  idempotency_key: string
}

export const Buy = (props: BuyProps) => {
  const { packs, requests, credits, self, asks, locked, takes, runner } = props
  return (
    <>
      <Owed {...credits} />
      {locked && (
        <Banner tone="bad">
          {`${locked}. Once that is settled, `}
          <AskRunner runner={runner} /> to lift it.
        </Banner>
      )}
      {packs && (
        <Section title="Packs" note="bought once; their credits never expire">
          <DataTable
            caption="Packs on offer"
            columns={takes ? [...OFFER, buyColumn(self, props.idempotency_key)] : OFFER}
            rows={packs}
          />
          {asks && (takes ? <Fold summary="Request a pack without paying here">{asks}</Fold> : asks)}
        </Section>
      )}
      <PlanSection {...props} />
      <Section title="Requests">{requests}</Section>
    </>
  )
}

const OFFER: Column<Pack>[] = [
  {
    label: 'Pack',
    cell: ({ name, index_credits, check_credits }) => (
      <>
        <b>{name}</b>
        <span class="sub">{`${number(index_credits)} index, ${number(check_credits)} check credits`}</span>
      </>
    ),
  },
  { label: 'Index credits', class: 'num wide-only', cell: ({ index_credits }) => number(index_credits) },
  { label: 'Check credits', class: 'num wide-only', cell: ({ check_credits }) => number(check_credits) },
  { label: 'Price', class: 'num', cell: ({ usd }) => `$${number(usd)}` },
]

/** One key for each visit and pack: a double click opens one payment. */
const buyColumn = (self: string, key: string): Column<Pack> => ({
  label: 'Buy',
  class: 'end',
  cell: ({ pack, name }) => (
    <Post action={`${self}/pack`} class="btn small" fields={{ pack, idempotency_key: `${key} ${pack}` }}>
      Buy<span class="vh"> {name}</span>
    </Post>
  ),
})
