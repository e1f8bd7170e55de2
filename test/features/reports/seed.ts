import { shareMonth } from '../../../src/features/reports/months/month-addresses.ts'
import { shareReport } from '../../../src/features/reports/pushes/shared-job-reports.ts'
import type { Tx } from '../../../src/kernel/database/database.ts'
import type { App } from '../../../src/kernel/operation/app.ts'
import { seedDeliveries } from './deliveries/seed.ts'
import { seedIssues } from './issues/seed.ts'

/** What the examples of the operations name: shared reports, a question, frozen reports and their readers. */
export function seedExamples(tx: Tx, app: App): void {
  shareReport(tx, app, 'job_guestposts')
  shareMonth(tx, app, 'ten_bakery', '2026-11')
  tx.run(
    `insert into page_questions (id, tenant_id, url, text, email, asked_at)
     values ('que_bakery', 'ten_bakery', 'https://bakery.example/rye', 'When will it be found?', 'olive@bakery.example', ?)`,
    tx.now,
  )
  seedIssues(tx)
  seedDeliveries(tx, app)
}
