import Type from 'typebox'
import { LINK_COLUMNS, Link } from '../../domains/jobs/index.ts'
import type { BatchRow } from '../../domains/providers/index.ts'
import { ListOf, list, listInput, when } from '../../kernel/database/list.ts'
import { notFound } from '../../kernel/operation/fault.ts'
import { read } from '../../kernel/operation/operation.ts'

export const listCampaignLinks = read({
  name: 'list_campaign_links',
  route: 'GET /admin/providers/campaigns/{id}/links',
  role: 'platform',
  summary: "One batch's links, and what became of each.",
  input: Type.Object({ id: Type.String({ title: 'Batch' }), ...listInput('uid') }),
  output: ListOf(Link),
  example: { id: 'cam_job_guestposts' },
  subject(tx, _caller, { id }) {
    const batch = tx.row<BatchRow>('select * from batches where id = ?', id!)
    if (!batch) throw notFound('batch')
    return batch
  },
  handle: ({ tx, subject }, { id: _, ...page }) =>
    list(
      tx,
      { select: LINK_COLUMNS, from: 'links l', where: [when('l.batch_id = ?', subject.id)], sorts: { uid: 'l.id' } },
      page,
    ),
})
