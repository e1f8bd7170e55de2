import Type from 'typebox'
import {
  engineAsked,
  monthFigures,
  PartPages,
  pagesOfReport,
  partsOf,
  pushesOf,
  REPORT_PARTS,
  ReportedMonth,
  ReportedPage,
} from '../../domains/reports/index.ts'
import { DEFAULT_PAGE_SIZE, listInput } from '../../kernel/database/list.ts'
import { outbound } from '../../kernel/operation/operation.ts'
import { TenantId } from '../../kernel/operation/shape.ts'

export const listMonthReportPages = outbound({
  name: 'list_month_report_pages',
  route: 'GET /tenants/{id}/reports/{month}/pages',
  role: null,
  instead: 'list_job_urls',
  local: true,
  summary: 'The pages of a month’s report by what became of them, each with its checks on day 1, 3 and 7.',
  description: 'Pages that are new in the index come first; with `dir` desc, those that were in it before.',
  input: Type.Object({
    id: TenantId,
    month: ReportedMonth,
    part: Type.Optional(Type.Enum(REPORT_PARTS, { title: 'Part', default: 'visible' })),
    ...listInput('before'),
  }),
  output: Type.Object({
    engine: Type.String({ description: 'The search engine that was asked' }),
    parts: Type.Array(PartPages),
    items: Type.Array(ReportedPage),
    total: Type.Integer({ minimum: 0 }),
    page: Type.Integer(),
    page_size: Type.Integer(),
  }),
  example: { id: 'ten_bakery', month: '2026-11' },

  async handle({ app, read }, { id, month, part = 'visible', page = 1, page_size = DEFAULT_PAGE_SIZE, dir }) {
    const figures = await monthFigures(app, id, month)
    const parts = partsOf(figures)
    return read((tx) => {
      const jobs = pushesOf(tx, id, month).map((push) => push.id)
      return {
        engine: engineAsked(tx, jobs),
        parts,
        items: pagesOfReport(tx, figures, part, { page, page_size, dir }),
        total: parts.find((one) => one.part === part)?.pages ?? 0,
        page,
        page_size,
      }
    })
  },
})
