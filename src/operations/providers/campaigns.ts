import Type from 'typebox'
import { Link } from '../../domains/jobs/index.ts'
import { Batch, findBatch, listBatches, listLinksOfBatch } from '../../domains/providers/index.ts'
import { ListOf, listInput, Search } from '../../kernel/database/list.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { TenantId } from '../../kernel/operation/shape.ts'

export const listCampaigns = read({
  name: 'list_campaigns',
  route: 'GET /admin/providers/campaigns',
  role: 'platform',
  summary: 'The newest 100 batches ordered from crawl suppliers, with what became of their links.',
  input: Type.Object({
    ...listInput('created_at'),
    tenant_id: Type.Optional(Type.With(TenantId, { description: 'Id of a workspace; all of them unless given' })),
    site: Type.Optional(
      Type.String({ title: 'Site', description: 'A host name', pattern: '^[\\w.:-]+$', maxLength: 255 }),
    ),
    q: Search,
  }),
  output: ListOf(Batch),
  example: {},

  handle: ({ tx }, { tenant_id, site, q, ...page }) => listBatches(tx, { tenant_id, site, q }, page),
})

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
