import Type from 'typebox'
import { SITE_STATUSES, Site, type SiteRow, siteOnWire } from '../../domains/indexnow/index.ts'
import { ListOf, listInput, looseCondition, Search, when } from '../../kernel/database/list.ts'
import { mapPage, searchList } from '../../kernel/database/search.ts'
import { treeOf } from '../../kernel/operation/caller.ts'
import { read } from '../../kernel/operation/operation.ts'
import { TreeTenantId } from '../../kernel/operation/shape.ts'

export const listIndexnowSites = read({
  name: 'list_indexnow_sites',
  route: 'GET /indexnow/sites',
  role: null,
  tool: {
    when: 'to see which hosts are pinged',
    returns: 'sites with their state',
    next: 'verify_indexnow_site those that are pending or failing; add_indexnow_site',
    inputs: { status: 'Sites in this state only', q: 'Text in the host' },
    brief: ['id', 'host', 'status', 'enabled', 'pinged', 'key_url'],
  },
  summary: 'IndexNow sites of a workspace, or of all that you may read.',
  input: Type.Object({
    ...listInput('host', 'created_at', 'checked_at'),
    tenant_id: Type.Optional(TreeTenantId),
    status: Type.Optional(Type.Enum(SITE_STATUSES, { title: 'Status' })),
    q: Search,
  }),
  output: ListOf(Site),
  example: { tenant_id: 'ten_bakery' },

  handle({ tx, caller }, { tenant_id, status, q, ...asked }) {
    const sites = searchList<SiteRow>(
      tx,
      {
        select: '*',
        from: 'indexnow_sites',
        where: [
          tenant_id ? when('tenant_id = ?', tenant_id) : treeOf(caller),
          status && looseCondition('status = ?', status),
        ],
        sought: { q, columns: ['host'] },
        sorts: { host: 'host', created_at: 'id', checked_at: 'checked_at' },
        tie: 'id',
      },
      asked,
    )
    const { now } = tx
    return mapPage(sites, (site) => siteOnWire(site, now))
  },
})
