import Type from 'typebox'
import { ViewShape, viewOnWire, viewSource } from '../../domains/accounts/index.ts'
import { tilesOf } from '../../domains/branding/index.ts'
import { engineAskedLately, placeOf } from '../../domains/checks/index.ts'
import {
  ActingCaseShape,
  readClient,
  SentDayShape,
  StandingShape,
  TileUrl,
  WeekShape,
  weeksOf,
} from '../../domains/figures/index.ts'
import { MonthReport } from '../../domains/jobs/index.ts'
import { DropCauses, MissingAtGoogle, missingAtGoogle } from '../../domains/links/index.ts'
import { AuditLine, auditListFilters, auditPage, readerOf } from '../../domains/system/index.ts'
import { ClientEarnings, daysOf, InZone, Place } from '../../domains/tenants/index.ts'
import { ListOf, list, listInput } from '../../kernel/database/list.ts'
import { Searched } from '../../kernel/database/search-steps.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Count, Nullable, TenantId } from '../../kernel/operation/shape.ts'

export const getTenantOverview = read({
  name: 'get_tenant_overview',
  route: 'GET /tenants/{id}/overview',
  role: null,
  instead: 'the resource signalpost://client/{id}',
  summary:
    'How one workspace does: credits and how long they last, indexed share, links by day, and what needs attention.',
  description: 'Without the workspaces below it. `earnings` is for admins of the workspaces above it.',
  input: Type.Object({ id: TenantId }),
  output: Shape('WorkspaceOverview', {
    time_zone: InZone,
    standing: StandingShape,
    tile_url: TileUrl,
    chart: Type.Array(SentDayShape, { description: 'Links by day of sending and result, of 30 days at most' }),
    cases: Type.Array(ActingCaseShape),
    weeks: Type.Array(WeekShape, { description: 'The last 12 weeks with links, newest first' }),
    report: Nullable(MonthReport),
    search_place: Shape(
      'EffectivePlace',
      { place: Place, tenant_id: Nullable(Type.String()) },
      { description: 'Whose search results its checks read, and the workspace that says so; null: the install' },
    ),
    earnings: Nullable(ClientEarnings),
    still_there: Nullable(
      Shape('StillThereToday', {
        days: Count(),
        links: Count('Pages first seen this many days ago or earlier that a check answered since; at least 20'),
        there: Count('Of these, pages that are in the index'),
        causes: DropCauses,
      }),
    ),
    missing_at_google: Type.With(MissingAtGoogle, {
      description: 'Why Google keeps pages out that were pushed in the last 30 days, by its URL Inspection',
    }),
    engine: Type.String({ description: 'The engine that its last jobs asked: Google, Bing, or both' }),
  }),
  example: { id: 'ten_bakery' },

  handle({ tx, app, caller }, { id }) {
    const days = daysOf(tx, caller.tenant_id)
    const figures = readClient(tx, id, days)
    const known = {
      time_zone: days.zone,
      ...figures,
      cases: app.casesOf(tx, app, caller, { id, standing: figures.standing }),
      tile_url: tilesOf(tx, caller, [id]).get(id) ?? null,
      report: app.newestReport(tx, id),
      search_place: placeOf(tx, id),
      engine: engineAskedLately(tx, id),
      still_there: app.stillToday(tx, id),
      missing_at_google: missingAtGoogle(tx, id),
      earnings: id === caller.tenant_id ? null : (app.earningsOf(tx, { app, caller, ids: [id] }).get(id) ?? null),
    }
    const reader = { now: tx.now, caller, days }
    return new Searched(async (look) => ({ ...known, weeks: await weeksOf(look, reader, id) }))
  },
})

const { tenant_id: _, ...filters } = auditListFilters

export const listTenantAudit = read({
  name: 'list_tenant_audit',
  route: 'GET /tenants/{id}/audit',
  role: 'owner',
  instead: 'list_audit_log',
  sensitive: true,
  summary: 'The audit trail of a workspace, the newest first: changes, exports, views by the operator.',
  description:
    '`q` is the whole of a name, an address, a target or a request id. A platform admin is `operator` there, without IP address. A day in `to` counts to its end.',
  input: Type.Object({ ...listInput('created_at'), id: TenantId, ...filters }),
  output: ListOf(AuditLine),
  example: { id: 'ten_bakery' },

  handle: ({ tx, app, caller }, { page, page_size, dir, sort: _, id, ...query }) =>
    auditPage(tx, app, readerOf({ ...caller, platform: false }, { ...query, tenant_id: id }), { page, page_size, dir }),
})

export const listWorkspaceViews = read({
  name: 'list_workspace_views',
  route: 'GET /tenants/{id}/views',
  role: 'owner',
  instead: 'list_audit_log',
  summary: 'When the operator viewed a workspace: who, how long, how many pages, and why.',
  description: 'A view is listed when it has ended, after 30 minutes at the latest. Nothing can be changed in a view.',
  input: Type.Object({ ...listInput('ended_at'), id: TenantId }),
  output: ListOf(ViewShape),
  example: { id: 'ten_bakery' },

  handle({ tx }, { id, ...asked }) {
    const { items, ...page } = list(tx, viewSource(id), asked)
    return { ...page, items: (items as Parameters<typeof viewOnWire>[0][]).map(viewOnWire) }
  },
})
