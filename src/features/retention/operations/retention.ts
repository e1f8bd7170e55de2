import Type from 'typebox'
import { assertMaySpendLater } from '../../../domains/credits/index.ts'
import { findTenant } from '../../../domains/tenants/index.ts'
import { forbidden } from '../../../kernel/operation/fault.ts'
import { read, write } from '../../../kernel/operation/operation.ts'
import { TenantId, TreeTenantId } from '../../../kernel/operation/shape.ts'
import { marksIn } from '../drops/drops.ts'
import { retentionOf } from '../read.ts'
import { FIRST, type Settings, settingsFor, writeSettings } from '../settings.ts'
import { RE_PUSHES, RetentionShape, SurvivalShape } from '../shapes.ts'
import { curveIn, curvesBy, GROUPS, suppliersCompared } from '../survival/curves.ts'
import { WATCH_LINKS } from '../task-name.ts'

const MOST_BUDGET = 10_000_000
const MOST_A_DAY = 10_000

export const getRetention = read({
  name: 'get_retention',
  route: 'GET /tenants/{id}/retention',
  role: null,
  instead: 'get_today',
  summary: 'Whether links are checked after their guarantee, what that costs, and how many are still there.',
  input: Type.Object({ id: TenantId }),
  output: RetentionShape,
  example: { id: 'ten_bakery' },
  subject: (tx, caller, { id }) => findTenant(tx, caller, id!),

  handle: ({ tx, caller, subject }) => retentionOf(tx, caller, subject.id),
})

const Noes = (title: string, description: string) =>
  Type.Optional(Type.Integer({ title, description, minimum: 2, maximum: 4 }))

export const updateRetention = write({
  name: 'update_retention',
  route: 'PATCH /tenants/{id}/retention',
  role: 'admin',
  instead: 'get_today',
  summary: 'Check links after their guarantee, here and in the workspaces below. A field left out stays.',
  description:
    'Links found indexed are checked 14, 30, 60 and 90 days after, then every 30 days for two years. A check costs 1 check credit of the workspace of its link, refunded where it stays unknown; one by Search Console is free. The guarantee does not change.',
  input: Type.Object({
    id: TenantId,
    on: Type.Optional(
      Type.Boolean({ title: 'Watch links', description: 'Off: links are left alone, and what was found stays' }),
    ),
    budget_month: Type.Optional(
      Type.Integer({
        title: 'Check credits a month',
        description: 'For all workspaces that follow these settings; 0: free checks alone',
        minimum: 0,
        maximum: MOST_BUDGET,
      }),
    ),
    re_push: Type.Optional(
      Type.Enum(RE_PUSHES, {
        title: 'Push again',
        description:
          'Links that the engine dropped by its own choice, or did not crawl for over 130 days: off leaves them alone, ask makes them a case of Today, auto pushes them, at most twice each, 30 days apart, and never for a week after an event of the engine',
      }),
    ),
    re_push_cap_day: Type.Optional(
      Type.Integer({ title: 'Links a day', description: 'That auto pushes', minimum: 1, maximum: MOST_A_DAY }),
    ),
    re_push_budget_month: Type.Optional(
      Type.Integer({
        title: 'Index credits a month',
        description: 'That auto may use for all workspaces that follow these settings; refunds do not add to it',
        minimum: 0,
        maximum: MOST_BUDGET,
      }),
    ),
    k_min: Noes('Fewest noes', 'A drop needs at least this many in a row'),
    k_max: Noes('Most noes', 'A drop needs at most this many in a row'),
  }),
  output: RetentionShape,
  example: { id: 'ten_bakery', on: true, budget_month: 300 },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findTenant(tx, caller, id!),

  handle({ tx, app, caller, subject, changed }, { id, on, ...given }) {
    assertMaySpendLater(caller)
    const before = settingsFor(tx, id) ?? FIRST
    const after = { ...before, ...given, is_on: on === undefined ? before.is_on : Number(on) }
    writeSettings(tx, caller, id, { ...after, k_max: Math.max(after.k_min, after.k_max) })
    const shown = retentionOf(tx, caller, id)
    changed({
      tenant_id: id,
      before: { on: before.is_on === 1, ...spent(before) },
      after: { on: shown.on, ...spent(shown) },
    })
    tx.afterCommit(() => app.wake(WATCH_LINKS))
    void subject
    return shown
  },
})

const spent = ({ budget_month, re_push, re_push_cap_day, re_push_budget_month }: Omit<Settings, 'is_on'>) => ({
  ...{ budget_month, re_push, re_push_cap_day, re_push_budget_month },
})

export const getSurvival = read({
  name: 'get_survival',
  route: 'GET /survival',
  role: null,
  instead: 'get_today',
  summary: 'Share of links still there 14, 30, 60, 90 days after they were first seen, and later, with its 95 % band.',
  description:
    'A life table: a link counts at a step if it was there at the one before and has an answer; only its first drop counts. Suppliers are compared within each client, and are for platform admins.',
  input: Type.Object({
    by: Type.Optional(Type.Enum([...GROUPS], { title: 'Rows', description: 'Left out: one curve of all' })),
    tenant_id: Type.Optional(TreeTenantId),
    from: Type.Optional(
      Type.String({
        format: 'date',
        title: 'From',
        description: 'Weeks in which links were first seen (Mondays, UTC); left out: all',
      }),
    ),
    to: Type.Optional(
      Type.String({ format: 'date', title: 'To', description: 'The last such week; left out: the newest' }),
    ),
  }),
  output: SurvivalShape,
  example: { by: 'host' },
  faults: ['forbidden'],

  handle({ tx, caller }, { by, ...scope }) {
    if (by === 'supplier' && !caller.platform) throw forbidden('Only a platform admin may read results by supplier.')
    const compared = by === 'supplier' ? suppliersCompared(tx, caller, scope) : null
    const rows = by ? curvesBy(tx, caller, by, scope) : []
    return {
      ...curveIn(tx, caller, scope),
      rows: rows.map((row) => ({
        ...row,
        expected: compared?.get(row.key)?.expected ?? null,
        chi2: compared?.get(row.key)?.chi2 ?? null,
      })),
      marks: marksIn(tx, caller, scope.tenant_id),
    }
  },
})
