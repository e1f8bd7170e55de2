import Type from 'typebox'
import { ListOf, list, listInput, when } from '../../../kernel/database/list.ts'
import { outbound, read } from '../../../kernel/operation/operation.ts'
import { Shape } from '../../../kernel/operation/schema-names.ts'
import { Count, Id, Moment, Nullable, OwnTenantId, TreeTenantId } from '../../../kernel/operation/shape.ts'
import { type ListedSitemap, propertiesBelow, sitemapOnWire, submitSitemap } from '../index.ts'

const SubmittedSitemap = Shape('SubmittedSitemap', {
  id: Id,
  feed: Type.String({ description: 'Address of the sitemap' }),
  submitted_at: Moment,
  record: Nullable(
    Shape('SitemapRecord', {
      last_submitted: Nullable(Type.String()),
      last_downloaded: Nullable(Type.String()),
      is_pending: Type.Boolean({ description: 'Google has not read it since' }),
      errors: Count(),
      warnings: Count(),
      submitted: Count('URLs in it, as Google counts them'),
    }),
  ),
})

export const listGoogleSitemaps = read({
  name: 'list_google_sitemaps',
  route: 'GET /google/sitemaps',
  role: 'member',
  instead: 'a person, on the page Search engines',
  summary: 'Sitemaps that Google was asked to read again, with its record of each.',
  input: Type.Object({ ...listInput('submitted_at'), tenant_id: Type.Optional(TreeTenantId) }),
  output: ListOf(SubmittedSitemap),
  example: {},

  handle({ tx, caller }, { tenant_id, ...page }) {
    const from = `submitted_sitemaps s join google_properties p on p.id = s.property_id
      join google_accounts a on a.id = p.account_id`
    const where = [tenant_id ? when('a.tenant_id = ?', tenant_id) : propertiesBelow(caller)]
    const sorts = { submitted_at: 's.submitted_at' }
    const found = list<ListedSitemap>(tx, { select: 's.*', from, where, sorts, tie: 's.id' }, page)
    return { ...found, items: found.items.map(sitemapOnWire) }
  },
})

export const submitGoogleSitemap = outbound({
  name: 'submit_google_sitemap',
  route: 'POST /google/sitemaps',
  role: 'member',
  instead: 'a person, on the page Search engines',
  summary:
    'Ask Google to read a sitemap again, where its owner allows it. Once a day and host, unless the file changed.',
  description: 'The file is read first; 422 if that fails. The answer is Google’s own record, read back.',
  input: Type.Object({
    tenant_id: Type.Optional(OwnTenantId),
    feed: Type.String({
      title: 'Sitemap',
      description: 'Address of a sitemap or feed',
      pattern: '^https?://\\S+$',
      maxLength: 2048,
    }),
  }),
  output: SubmittedSitemap,
  example: { tenant_id: 'ten_bakery', feed: 'https://bakery.example/sitemap.xml' },
  faults: ['conflict', 'validation_failed'],

  async handle({ app, caller, changed, write, signal }, { tenant_id = caller.tenant_id, feed }) {
    const made = await submitSitemap(app, caller, tenant_id, feed, signal)
    changed({ tenant_id, after: { feed } })
    write(() => undefined)
    return made
  },
})
