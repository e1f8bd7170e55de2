/** Packs as they are asked for, and as the operator decides. */
import { BUILT_IN } from '../../../src/domains/plans/index.ts'
import { Buy, type BuyProps } from '../../../views/packs/buy.tsx'
import { answersTo, requestForm } from '../../../views/packs/pages.tsx'
import { ownRequests, REQUESTS, RequestPanel, type RequestRow, requestList } from '../../../views/packs/requests.tsx'
import { inPage, inPlatform, NO_ROWS } from '../frames.tsx'
import { at, NASTY, NOW, nameOf } from '../samples.ts'

const request = (id: string, more: Partial<RequestRow> = {}): RequestRow => ({
  id,
  tenant_id: 'ten_bakery',
  tenant_name: 'Bakery',
  pack: 'boost',
  status: 'pending',
  note: null,
  answer_note: null,
  usd: 39,
  index_credits: 300,
  check_credits: 500,
  unspent: null,
  taken_back: null,
  owed: null,
  requested_by: 'ada@northwind.example',
  decided_by: null,
  decided_at: null,
  created_at: NOW,
  ...more,
})

const DECIDED = { decided_by: 'pat@platform.example', decided_at: NOW }
const LEFT = {
  index: { available: 120, reserved: 60, handed_on: 100 },
  check: { available: 500, reserved: 0, handed_on: 0 },
}
const ROWS = [
  request('req_1', { note: NASTY, tenant_name: NASTY, requested_by: NASTY }),
  request('req_2', { ...DECIDED, status: 'approved', unspent: LEFT }),
  request('req_3', { ...DECIDED, status: 'declined', answer_note: NASTY }),
  request('req_4', {
    ...DECIDED,
    status: 'refunded',
    taken_back: { index: 120, check: 500 },
    owed: { index: 160, check: 0 },
  }),
]
const list = { items: ROWS, total: ROWS.length, page: 1, page_size: 50 }
const SELF = at('/credits/buy')
const PURSE = { available: 120, reserved: 0, owed: 0 }
const plan = (name: string) => BUILT_IN.plans.find((one) => one.plan === name)!

const HELD: BuyProps['held'] = {
  root: { id: 'ten_northwind', name: NASTY },
  plan: plan('agency_pro'),
  subscription: null,
  used: { clients: 6, members: 4, keys: 3 },
  payments: 'test',
  subscribed: false,
  locked: null,
}

const LATE = { plan: 'agency_pro', status: 'past_due', grace_until: '2026-11-28T00:00:00.000Z' } as const

const buy = (more: Partial<BuyProps> = {}, held: Partial<BuyProps['held']> = {}) =>
  inPage(
    'Credits',
    'credits',
    <Buy
      packs={BUILT_IN.packs}
      requests={<ownRequests.View list={list} query={{}} self={SELF} />}
      credits={{ index: { ...PURSE, owed: 160 }, check: PURSE }}
      held={{ ...HELD, ...held }}
      plans={BUILT_IN.plans}
      change_href={null}
      takes
      asks={requestForm.form(SELF)}
      locked={null}
      runner={null}
      self={SELF}
      idempotency_key="once"
      zone="UTC"
      {...more}
    />,
  )

const whole = (row: RequestRow) =>
  inPlatform(
    'Packs',
    <requestList.View
      list={list}
      query={{ status: 'all' }}
      self={REQUESTS}
      panel={
        <RequestPanel request={row} names={nameOf}>
          {answersTo(row)}
        </RequestPanel>
      }
    />,
  )

export const packGallery = [
  { name: 'buy', page: () => buy({ change_href: (name) => `${SELF}/plan/${name}` }) },
  { name: 'buy-asked', page: () => buy({ takes: false, plans: BUILT_IN.plans }, { subscription: LATE }) },
  {
    name: 'buy-locked',
    page: () =>
      buy(
        { takes: false, locked: 'A payment of Northwind was charged back, so it can buy nothing' },
        { plan: plan('free'), subscription: LATE },
      ),
  },
  {
    name: 'buy-client',
    page: () =>
      buy(
        {
          takes: false,
          plans: null,
          requests: <ownRequests.View list={NO_ROWS} query={{}} self={SELF} />,
          asks: null,
          credits: { index: PURSE, check: PURSE },
        },
        { used: null },
      ),
  },
  {
    name: 'pack-requests',
    page: () => inPlatform('Packs', <requestList.View list={list} query={{ status: 'all' }} self={REQUESTS} />),
  },
  { name: 'pack-request', page: () => whole(ROWS[0]!) },
  { name: 'pack-request-approved', page: () => whole(ROWS[1]!) },
  { name: 'pack-request-refunded', page: () => whole(ROWS[3]!) },
]
