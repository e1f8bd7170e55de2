import { hashSecret } from '../../../../src/kernel/secrets/ids.ts'
import { DAY, plus, type Time } from '../../../../src/kernel/time/clock.ts'
import type { World } from '../../../world.ts'
import { frozenSample } from '../issues/seed.ts'

type Report = { id: string; tenant_id?: string; client?: string; period?: string; at?: Time } & {
  contact?: string
  revision?: number
}

/** An approved report whose hour has come. */
export function seedApproved(w: Pick<World, 'db'>, { id, at, ...more }: Report): void {
  const { tenant_id = 'ten_bakery', period = '2026-10', contact = 'Ada, ada@northwind.example', revision = 1 } = more
  const { client = frozenSample.client } = more
  const figures = JSON.stringify({ ...frozenSample, client, period })
  w.db.write((tx) =>
    tx.run(
      `insert into report_issues (id, tenant_id, period, revision, state, zone, starts_at, ends_at, due_at, expires_at,
         next_at, approved_by, approved_at, comment, contact, sections, summary, figures_sha256, frozen_at, created_at,
         updated_at, figures)
       values (?1, ?2, ?3, ?4, 'approved', 'UTC', '2026-10-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', ?5,
         ?10, ?5, 'ada@northwind.example', ?5, 'The shop is found again.', ?6,
         '["growth","visible","declined","blocked","open"]', ?7, ?8, ?5, ?5, ?5, ?9)`,
      id,
      tenant_id,
      period,
      revision,
      at ?? tx.now,
      contact,
      JSON.stringify(frozenSample.summary),
      hashSecret(figures),
      figures,
      plus(at ?? tx.now, 30 * DAY),
    ),
  )
}
