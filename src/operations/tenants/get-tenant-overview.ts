import Type from 'typebox'
import { ActingCaseShape, casesOfClient } from '../../domains/attention/index.ts'
import { placeOf } from '../../domains/checks/index.ts'
import { readClient, SentDayShape, StandingShape, WeekShape, weeksOf } from '../../domains/figures/index.ts'
import { engineAskedLately, MonthReport, monthReportsOf } from '../../domains/reports/index.ts'
import { Place } from '../../domains/tenants/index.ts'
import { ClientEarnings, earningsOf } from '../../features/margin/index.ts'
import { Searched } from '../../kernel/database/search-steps.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Nullable, TenantId } from '../../kernel/operation/shape.ts'

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
    standing: StandingShape,
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
    engine: Type.String({ description: 'The engine that its last jobs asked: Google, Bing, or both' }),
  }),
  example: { id: 'ten_bakery' },

  handle({ tx, app, caller }, { id }) {
    const figures = readClient(tx, id)
    const known = {
      ...figures,
      cases: casesOfClient(tx, caller, id, figures.standing),
      report: monthReportsOf(tx, id).find(({ state }) => state === 'shared') ?? null,
      search_place: placeOf(tx, id),
      engine: engineAskedLately(tx, id),
      earnings: id === caller.tenant_id ? null : (earningsOf(tx, { app, caller, ids: [id] }).get(id) ?? null),
    }
    const reader = { now: tx.now, caller }
    return new Searched(async (look) => ({ ...known, weeks: await weeksOf(look, reader, id) }))
  },
})
