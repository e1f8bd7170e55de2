import Type from 'typebox'
import { Link } from '../../domains/jobs/index.ts'
import { Batch, findBatch, listLinksOfBatch } from '../../domains/providers/index.ts'
import { ListOf, listInput } from '../../kernel/database/list.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'

export const listCampaignLinks = read({
  name: 'list_campaign_links',
  route: 'GET /admin/providers/campaigns/{id}/links',
  role: 'platform',
  summary: "One batch's links, and what became of each.",
  input: Type.Object({ id: Type.String({ title: 'Batch' }), ...listInput('uid') }),
  output: Shape('LinksOfBatch', { ...ListOf(Link).properties, batch: Batch }),
  example: { id: 'cam_job_guestposts' },
  subject: (tx, _caller, { id }) => findBatch(tx, id!),
  handle: ({ tx, subject }, { id: _, ...page }) => ({ ...listLinksOfBatch(tx, subject.id, page), batch: subject }),
})
