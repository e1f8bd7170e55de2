/** A client's month: as its reader sees it, and as the agency makes it. */

import type { MonthDocument, MonthReportFacts } from '../../src/features/reports/index.ts'
import type { MonthFigures } from '../../src/features/reports/months/month-figures.ts'
import { saveMonthReport } from '../../src/features/reports/operations/months.ts'
import { ENGLISH, readerOf } from '../../src/kernel/language/reader.ts'
import { fieldsOf } from '../../views/parts/forms/form.tsx'
import { type ClientMonthRow, clientsMonth } from '../../views/reports/months/clients-month.tsx'
import { documentOfMonth, type MonthProps } from '../../views/reports/months/month.tsx'
import { Months, monthsHead, Studio, studioHead } from '../../views/reports/months/months.tsx'
import type { StudioProps } from '../../views/reports/months/sharing.tsx'
import { HeadOf } from '../../views/shell.tsx'
import { inApp, inDoc } from './frames.tsx'
import { PARTS } from './report-samples.ts'
import { at, NASTY, NOW } from './samples.ts'

const tally = (total: number, visible: number, before: number) => ({ total, visible, before, gained: visible - before })
const push = (i: number) => ({
  id: `job-${i}`,
  name: i === 1 ? NASTY : `Guest posts, week ${i}`,
  created_at: `2026-11-${String(2 + i * 2).padStart(2, '0')}T09:00:00.000Z`,
  status: i > 6 ? ('watching' as const) : ('done' as const),
  pages: tally(115 - i, 71 - i, 9),
})

const FIGURES: MonthFigures = {
  from: '2026-11-01',
  to: '2026-11-30',
  ordered: 1310,
  pages: tally(1248, 902, 118),
  by_day7: { rate: 0.72, links: 1061, until: '2026-11-14' },
  credits: { returned: 141, used: 961 },
  watched_until: '2026-11-28T09:00:00.000Z',
  simulated: false,
  pushes: Array.from({ length: 9 }, (_, i) => push(i)),
  sections: [
    { name: '/blog/', more: 0, pages: tally(420, 360, 40) },
    { name: `/${'very-long-'.repeat(12)}folder/`, more: 0, pages: tally(310, 201, 30) },
    { name: `/${NASTY}/`, more: 0, pages: tally(200, 160, 20) },
    { name: 'Pages at the top', more: 0, pages: tally(120, 81, 10) },
    { name: '/recipes/', more: 0, pages: tally(90, 60, 8) },
    { name: '/shop/', more: 0, pages: tally(60, 30, 10) },
    { name: '/team/', more: 0, pages: tally(30, 10, 0) },
    { name: 'All others', more: 4, pages: tally(18, 0, 0) },
  ],
  google: [
    { cause: 'other_canonical', pages: 34 },
    { cause: 'declined', pages: 21 },
    { cause: 'server_error', pages: 1 },
  ],
  lists: { visible: [], declined: [], blocked: [], open: [], left_out: [] },
  missing: [
    { cause: 'http_4xx', who: 'client', pages: 12, examples: [] },
    { cause: 'noindex', who: 'client', pages: 8, examples: [] },
    { cause: 'robots_blocked', who: 'client', pages: 3, examples: [] },
    { cause: 'redirected', who: 'agency', pages: 39, examples: [] },
    { cause: 'cancelled', who: 'agency', pages: 4, examples: [] },
    { cause: 'not_taken', who: 'engine', pages: 137, examples: [] },
    { cause: 'lost', who: 'engine', pages: 5, examples: [] },
    { cause: 'waiting', who: 'nobody', pages: 200, examples: [] },
  ],
  curve: Array.from({ length: 21 }, (_, i) => ({
    day: `2026-11-${String(i + 1).padStart(2, '0')}`,
    visible: Math.round(118 + (784 * i) / 20),
  })),
}

const COMMENT = `The blog is found again since the server answers.\n\nNext: the pages that ask not to be found. ${NASTY}`

const BRAND = { name: 'Northwind', css_href: '/gallery/brand.css' }
const documentOf = ({
  ordered,
  pages,
  credits,
  watched_until,
  simulated,
  curve,
  pushes,
  google,
}: MonthFigures): MonthDocument => ({
  ...{ ordered, pages, watched_until, simulated, curve, google },
  engine: 'Google',
  refunded: credits.returned,
  still_there: { days: 60, links: 1240, share: 0.91, until: '2026-09-06' },
  pushes: pushes.length,
  parts: ordered > 0 ? PARTS : [],
  faults: ordered > 0 ? ['redirected', 'http_4xx', 'noindex'] : [],
})

const MONTH: MonthProps = {
  to: ENGLISH,
  month: '2026-11',
  document: documentOf(FIGURES),
  client: 'Hazel <studio>',
  brand: BRAND,
  comment: COMMENT,
  contact: 'Ada Lovelace, ada@northwind.example',
  only: null,
  at: NOW,
  self: '/r/spm_sample',
  asks: '/r/spm_sample',
  csv: '/r/spm_sample/csv',
}

const EMPTY: MonthFigures = {
  ...FIGURES,
  ordered: 0,
  pages: tally(0, 0, 0),
  credits: { returned: 0, used: 0 },
  watched_until: null,
  pushes: [],
  sections: [],
  missing: [],
  curve: [{ day: '2026-11-01', visible: 0 }],
}

const read = (props: MonthProps) => inDoc(documentOfMonth(props))

const ROW: MonthReportFacts = {
  tenant_id: 'a',
  month: '2026-11',
  state: 'shared',
  comment: COMMENT,
  contact: MONTH.contact,
  opened: 2,
  opened_at: NOW,
  shared_at: NOW,
}
const ROWS = [
  { ...ROW, pushes: 9 },
  { ...ROW, month: '2026-10', state: 'stopped' as const, shared_at: null, pushes: 1 },
  { ...ROW, month: '2026-09', state: 'draft' as const, shared_at: null, opened: 0, opened_at: null, pushes: 12 },
  { ...ROW, month: '2026-08', state: 'new' as const, shared_at: null, opened: 0, opened_at: null, pushes: 1204 },
]

const studio = (more: Partial<StudioProps> = {}) => {
  const props: StudioProps = {
    ...MONTH,
    report: ROW,
    url: 'https://seo.northwind.example/r/spm_0123456789',
    list: at('/reports'),
    words: fieldsOf(saveMonthReport.input, ['comment', 'contact']),
    zone: ENGLISH,
    left_out: {
      of: [{ tenant_id: 'ten_orchard', tenant_name: 'Orchard Outdoor', links: 40, hosts: ['orchard.example'] }],
      client: NASTY,
      href: (host) => at(`/links?host=${host}`),
    },
    ...more,
  }
  return inApp('Report of November 2026', <Studio {...props} />, 'Reports', { head: <HeadOf {...studioHead(props)} /> })
}

const months = (rows: typeof ROWS, push?: string) =>
  inApp(
    'Reports',
    <Months months={rows} self={at('/reports')} push={push} sends scheduled={at('/reports/desk')} zone={ENGLISH} />,
    'Reports',
    { head: <HeadOf {...monthsHead(ENGLISH, NASTY)} /> },
  )

const client = (name: string, more: Partial<ClientMonthRow> = {}): ClientMonthRow => ({
  ...ROW,
  tenant_id: name,
  name,
  pushes: 3,
  pages: FIGURES.pages,
  url: 'https://seo.northwind.example/r/spm_0123456789',
  ...more,
})
const UNSHARED = { state: 'new', url: null, shared_at: null, opened: 0, opened_at: null, comment: '' } as const
const CLIENTS = [
  client('Hazel & Finch', UNSHARED),
  client(NASTY, { ...UNSHARED, state: 'draft', comment: COMMENT, pushes: 1 }),
  client('Kestrel', { ...UNSHARED, state: 'stopped', pages: null }),
  client('Florist', { opened: 0, opened_at: null }),
  client('Alder Legal', { pages: EMPTY.pages, comment: '' }),
]
const ofClients = (rows: ClientMonthRow[], query: Record<string, string> = {}) =>
  inApp(
    'Clients’ reports',
    <clientsMonth.View
      list={{
        ...{ items: rows, total: rows.length, page: 1, page_size: 50 },
        month: '2026-10',
        is_over: true,
        months: ['2026-11', '2026-10'],
        unshared: rows.filter(({ state }) => state !== 'shared').length,
      }}
      query={query}
      self={at('/reports/clients')}
    />,
    'Reports',
  )

export const reportGallery = [
  { name: 'clients-month', page: () => ofClients(CLIENTS) },
  { name: 'clients-month-empty', page: () => ofClients([]) },
  { name: 'clients-month-nothing', page: () => ofClients([], { q: 'zzz', month: '2026-10' }) },
  { name: 'month', page: () => read(MONTH) },
  {
    name: 'month-simulated',
    page: () =>
      read({
        ...MONTH,
        comment: '',
        contact: '',
        document: { ...documentOf({ ...FIGURES, simulated: true }), parts: [] },
      }),
  },
  {
    name: 'month-part',
    page: () => read({ ...MONTH, only: 'declined', document: { ...MONTH.document, parts: [PARTS[1]!] } }),
  },
  { name: 'month-german', page: () => read({ ...MONTH, to: readerOf('UTC', 'de') }) },
  { name: 'month-polish', page: () => read({ ...MONTH, client: 'Księgarnia Łódź', to: readerOf('UTC', 'pl') }) },
  { name: 'month-long', page: () => read({ ...MONTH, to: readerOf('UTC', 'qps') }) },
  { name: 'month-empty', page: () => read({ ...MONTH, comment: '', document: documentOf(EMPTY) }) },
  { name: 'months', page: () => months(ROWS) },
  { name: 'months-empty', page: () => months([], at('/push')) },
  { name: 'month-studio', page: () => studio() },
  {
    name: 'month-draft',
    page: () =>
      studio({
        url: null,
        report: { ...ROW, state: 'draft', opened: 0, opened_at: null, shared_at: null },
        values: { comment: 'x', contact: NASTY },
        issues: [{ path: 'contact', message: 'must be one line' }],
      }),
  },
  { name: 'month-stopped', page: () => studio({ url: null, report: { ...ROW, state: 'stopped', shared_at: null } }) },
  { name: 'month-for-the-client', page: () => studio({ url: null, words: null }) },
]
