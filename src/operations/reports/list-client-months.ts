import Type from 'typebox'
import {
  clientMonths,
  figuresInTime,
  hasBegun,
  MonthReport,
  monthsBelow,
  monthUrls,
  presentMonth,
  ReportedMonth,
  ReportTally,
} from '../../domains/reports/index.ts'
import { readTenant } from '../../domains/tenants/index.ts'
import { ListOf, listInput, pageOf, Search } from '../../kernel/database/list.ts'
import { notFound } from '../../kernel/operation/fault.ts'
import { outbound } from '../../kernel/operation/operation.ts'
import { namedEnum, Shape } from '../../kernel/operation/schema-names.ts'
import { Nullable } from '../../kernel/operation/shape.ts'

const SHARING = namedEnum('MonthSharing', ['unshared', 'shared', 'unopened'])

const ClientMonthReport = Shape('ClientMonthReport', {
  ...MonthReport.properties,
  name: Type.String(),
  pushes: Type.Integer({ minimum: 0 }),
  pages: Nullable(ReportTally),
  url: Nullable(Type.String({ description: 'Its address while it is shared' })),
})

export const listClientMonths = outbound({
  name: 'list_client_months',
  route: 'GET /reports/months',
  role: 'admin',
  instead: 'list_jobs of each workspace',
  local: true,
  summary: 'The reports of one month of all clients, those that are not shared first.',
  description:
    '`pages` is null while the pages are counted: ask again. Without `month` it is the last month that is over and has a push.',
  input: Type.Object({
    ...listInput('name'),
    month: Type.Optional(ReportedMonth),
    state: Type.Optional(Type.Enum(SHARING, { title: 'State' })),
    q: Search,
    figures: Type.Optional(Type.Boolean({ title: 'Figures', description: 'Count the pages', default: true })),
  }),
  output: Type.Object({
    ...ListOf(ClientMonthReport).properties,
    month: Type.String(),
    months: Type.Array(Type.String(), { description: 'Months to choose from, latest first' }),
    unshared: Type.Integer({ minimum: 0, description: 'Number of listed reports that are not shared, on all pages' }),
  }),
  example: { month: '2026-11' },
  faults: ['not_found'],

  async handle({ app, caller, read }, { month: asked, state, q = '', figures = true, ...page }) {
    const found = read((tx) => {
      if (readTenant(tx, caller.tenant_id).kind === 'client') throw notFound('page')
      const months = monthsBelow(tx, caller.path)
      const month = asked ?? presentMonth(months, tx.now)
      if (!hasBegun(month, tx.now)) throw notFound('report')
      const rows = clientMonths(tx, caller.path, month, { sharing: state, q })
      const list = pageOf(rows, page)
      const urls = caller.viewing ? new Map<string, string>() : monthUrls(tx, app, list.items, month)
      const choices = [...new Set([...months, month])].sort().reverse()
      return { month, choices, rows, list, urls }
    })
    const { month, choices, rows, list, urls } = found
    const who = caller.session_id ?? caller.key_id ?? caller.label
    const ids = figures ? list.items.map(({ tenant_id }) => tenant_id) : []
    const counted = await figuresInTime(app, who, ids, month)
    return {
      ...list,
      items: list.items.map((row) => ({
        ...row,
        pages: counted.get(row.tenant_id)?.pages ?? null,
        url: urls.get(row.tenant_id) ?? null,
      })),
      month,
      months: choices,
      unshared: rows.filter((row) => row.state !== 'shared').length,
    }
  },
})
