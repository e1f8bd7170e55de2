import type { FrozenReport } from '../../../../src/features/reports/issues/shapes.ts'
import type { Tx } from '../../../../src/kernel/database/database.ts'
import { hashSecret } from '../../../../src/kernel/secrets/ids.ts'

const SUMMARY = {
  pushed: 60,
  visible: 52,
  gained: 49,
  blocked: 3,
  refunded: 4,
  lost: 0,
  open: 2,
  late: 0,
  late_visible: 0,
}

export const frozenSample: FrozenReport = {
  client: 'Bakery',
  period: '2026-10',
  from: '2026-10-01',
  to: '2026-10-31',
  time_zone: 'Europe/Vienna',
  summary: { ...SUMMARY, before: null },
  document: {
    engine: 'Google',
    ordered: 60,
    pages: { total: 60, visible: 52, before: 3, gained: 49 },
    refunded: 4,
    pushes: 2,
    watched_until: null,
    simulated: false,
    curve: [
      { day: '2026-10-01', visible: 3 },
      { day: '2026-10-31', visible: 52 },
    ],
    parts: [
      {
        part: 'visible',
        pages: 52,
        items: [
          {
            uid: 1,
            url: 'https://bakery.example/bread',
            cause: null,
            before: false,
            found_at: '2026-10-08T09:00:00.000Z',
            checked_at: '2026-10-12T09:00:00.000Z',
            credit: 'consumed',
            checks: [
              {
                day: 3,
                indexed: 'yes',
                checked_at: '2026-10-08T09:00:00.000Z',
                engine: 'Google',
                method: 'search_result',
                evidence: 'Bread from our bakery',
              },
            ],
          },
        ],
        page: 1,
        page_size: 100,
      },
    ],
    faults: [],
  },
}

/** What the examples name: a report that waits for approval, and one that was sent. */
export function seedIssues(tx: Tx): void {
  const figures = JSON.stringify(frozenSample)
  const insert = (id: string, period: string, state: string, sent: string | null) =>
    tx.run(
      `insert into report_issues (id, tenant_id, period, revision, state, zone, starts_at, ends_at, due_at, expires_at,
         next_at, approved_by, approved_at, closed_at, comment, contact, sections, summary, figures_sha256, frozen_at,
         created_at, updated_at, figures)
       values (?1, 'ten_bakery', ?2, 1, ?3, 'Europe/Vienna', ?2 || '-01T00:00:00.000Z', ?2 || '-28T00:00:00.000Z',
         '2026-11-04T08:00:00.000Z', '2026-11-14T08:00:00.000Z', ?4, ?5, ?6, ?6, '52 of 60 pushed pages are in Google.',
         'Ada, ada@northwind.example', '["growth","visible","declined","blocked","open"]', ?7, ?8, ?9, ?9, ?9, ?10)`,
      id,
      period,
      state,
      state === 'waiting' ? '2026-11-14T08:00:00.000Z' : null,
      sent && 'ada@northwind.example',
      sent,
      JSON.stringify(frozenSample.summary),
      hashSecret(figures),
      tx.now,
      figures,
    )
  insert('iss_bakery', '2026-10', 'waiting', null)
  insert('iss_sent', '2026-09', 'sent', tx.now)
}
