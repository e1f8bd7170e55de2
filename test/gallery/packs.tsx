/** Packs as they are asked for, and as the operator decides. */
import { BUILT_IN } from '../../src/domains/plans/index.ts'
import { AppPage } from '../../views/layout.tsx'
import { Packs, type PacksProps } from '../../views/packs/packs.tsx'
import { RequestPage, type RequestRow, Requests } from '../../views/packs/requests.tsx'
import { inApp, NO_ROWS } from './frames.tsx'
import { at, NASTY, NOW, shell } from './samples.ts'

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
const SELF = '/app/platform/pack-requests'

const packs = (more: Partial<PacksProps> = {}) =>
  inApp(
    'Packs',
    <Packs
      packs={BUILT_IN.packs}
      list={list}
      query={{}}
      self={at('/packs')}
      owed={{ index: 160, check: 0 }}
      asks
      buys={{ takes: true, locked: null, runner: null }}
      idempotency_key="once"
      {...more}
    />,
  )

const requests = (content: ReturnType<typeof RequestPage>) => (
  <AppPage shell={shell('', { operator: true })} title="Requests">
    {content}
  </AppPage>
)
const whole = (row: RequestRow) => requests(<RequestPage request={row} self={SELF} />)

export const packGallery = [
  { name: 'packs', page: () => packs() },
  { name: 'packs-none', page: () => packs({ list: NO_ROWS, owed: { index: 0, check: 0 }, asks: false }) },
  { name: 'pack-requests', page: () => requests(<Requests list={list} query={{ status: 'all' }} self={SELF} />) },
  { name: 'pack-request', page: () => whole(ROWS[0]!) },
  { name: 'pack-request-approved', page: () => whole(ROWS[1]!) },
  { name: 'pack-request-refunded', page: () => whole(ROWS[3]!) },
]
