/** Orders that wait for a person, and what a person sees of one. */
import { submitIndexJob } from '../../src/operations/jobs/submit-index-job.ts'
import { type DraftAnswer, DraftPage, type DraftRow, draftHead, draftList } from '../../views/drafts/drafts.tsx'
import { HeadOf } from '../../views/shell.tsx'
import { inApp, NO_ROWS } from './frames.tsx'
import { at, NASTY, NOW, nameOf } from './samples.ts'

const draft = (id: string, more: Partial<DraftRow> = {}): DraftRow => ({
  id,
  tenant_id: 'ten_bakery',
  tenant_name: 'Bakery',
  operation: 'submit_index_job',
  links: 120,
  credits: 120,
  asked_by: 'Publishing script',
  app: 'Assistant',
  status: 'waiting',
  job_id: null,
  note: null,
  decided_by: null,
  decided_at: null,
  created_at: NOW,
  ...more,
})

const DECIDED = { decided_by: 'ada@northwind.example', decided_at: NOW }
const ROWS = [
  draft('dra_1'),
  draft('dra_2', { operation: 'check_index', links: null, asked_by: NASTY, tenant_name: NASTY, app: null }),
  draft('dra_3', { ...DECIDED, status: 'approved', job_id: 'job_1' }),
  draft('dra_4', { ...DECIDED, status: 'declined', note: NASTY }),
]

const whole = (row: DraftRow): DraftAnswer => ({
  ...row,
  order: {
    urls: Array.from({ length: 60 }, (_, i) => `https://bakery.example/${i}`),
    name: NASTY,
    tenant_id: 'ten_bakery',
    smart: true,
    drip_days: 3,
  },
})

const list = (rows: DraftRow[]) => ({ items: rows, total: rows.length, page: 1, page_size: 50 })
const draftPage = (row: DraftRow, decides = true) => {
  const job_href = row.job_id && at(`/jobs/${row.job_id}`)
  const props = { draft: whole(row), asks: submitIndexJob.input, self: at('/drafts'), job_href, decides, names: nameOf }
  const head = <HeadOf title="To approve" {...draftHead(props)} />
  return inApp('To approve', <DraftPage {...props} />, 'To approve', { head })
}

const listPage = (rows = list(ROWS)) =>
  inApp('To approve', <draftList.View list={rows} query={{}} self={at('/drafts')} />)

export const draftGallery = [
  { name: 'drafts', page: () => listPage() },
  { name: 'drafts-none', page: () => listPage(NO_ROWS) },
  { name: 'draft', page: () => draftPage(ROWS[0]!) },
  { name: 'draft-viewer', page: () => draftPage(ROWS[1]!, false) },
  { name: 'draft-approved', page: () => draftPage(ROWS[2]!) },
  { name: 'draft-declined', page: () => draftPage(ROWS[3]!) },
]
