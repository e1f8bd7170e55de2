/** Checks in a list, and a new one: its bill, what can be done when the purse is too small, and without an engine. */
import { Checks, type ChecksProps } from '../../views/checks/checks.tsx'
import { NewCheck, type NewCheckProps } from '../../views/checks/new-check.tsx'
import { inApp, inPage, NO_ROWS } from './frames.tsx'
import { ADDRESSES, at, job, NASTY, NOW, outcome } from './samples.ts'

const check = (id: string, name: string, yes: number, no: number) =>
  job({
    id,
    name,
    type: 'check',
    status: 'done',
    engine: id === 'job_2' ? 'scan_live' : 'scan_standard',
    outcome: { ...outcome({ checked: 120 }), indexed: { yes, no, unknown: 120 - yes - no }, indexed_rate: yes / 120 },
  })

const list = (more: Partial<ChecksProps> = {}) =>
  inPage(
    'Checks',
    '',
    <Checks
      list={{
        items: [
          check('job_1', NASTY, 81, 35),
          check('job_2', 'Harbour', 120, 0),
          job({ ...check('job_3', 'Now', 0, 0), status: 'checking' }),
        ],
        total: 3,
        page: 1,
        page_size: 50,
      }}
      query={{}}
      can_write
      base={at('')}
      now={NOW}
      {...more}
    />,
  )

const URLS = ADDRESSES.map((path) => `https://bakery.example${path}`).join('\n')
const BILL = {
  tenant_id: 'ten_bakery',
  links: 10,
  dropped: 2,
  credits: 10,
  purse: 'Hazel <studio>',
  available: 500,
  missing: 0,
  affordable: 10,
  giver: null,
}

const newCheck = (more: Partial<NewCheckProps> = {}) =>
  inApp(
    'New check',
    <NewCheck
      values={{ urls: URLS, name: NASTY, client: 'Hazel <studio>', tenant_id: 'ten_bakery', engine: 'scan_standard' }}
      engines={[
        { engine: 'scan_standard', credits: 1 },
        { engine: 'scan_live', credits: 5 },
        { engine: 'scan_bing', credits: 1 },
      ]}
      clients={[
        { id: 'ten_northwind', name: 'Northwind Agency', left: 5120 },
        { id: 'ten_bakery', name: 'Hazel <studio>', left: 12 },
      ]}
      bill={BILL}
      connect={null}
      packs={at('/packs')}
      idempotency_key="once"
      base={at('')}
      {...more}
    />,
    'Checks',
  )

export const checkGallery = [
  { name: 'checks', page: () => list() },
  { name: 'checks-viewer', page: () => list({ can_write: false }) },
  { name: 'checks-none', page: () => list({ list: NO_ROWS }) },
  {
    name: 'check-new',
    page: () =>
      newCheck({ bill: null, values: { urls: '', name: '', client: '', tenant_id: 'ten_bakery', engine: '' } }),
  },
  { name: 'check-bill', page: () => newCheck() },
  {
    name: 'check-give',
    page: () => newCheck({ bill: { ...BILL, available: 3, missing: 7, affordable: 3, giver: 'Northwind Agency' } }),
  },
  { name: 'check-short', page: () => newCheck({ bill: { ...BILL, available: 3, missing: 7, affordable: 3 } }) },
  {
    name: 'check-refused',
    page: () =>
      newCheck({
        engines: [],
        connect: '/app/platform/suppliers/scan_standard',
        issues: [{ path: 'urls', message: NASTY }],
        news: NASTY,
      }),
  },
]
