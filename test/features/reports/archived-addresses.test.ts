/** Secret addresses show nothing of a workspace that is archived, or that lies below an archived one. */
import { expect, test } from 'bun:test'
import { monthOfAddress } from '../../../src/features/reports/months/month-addresses.ts'
import { portalAt } from '../../../src/features/reports/portal/portal.ts'
import { jobOfReport } from '../../../src/features/reports/pushes/shared-job-reports.ts'
import { seedExamples as seedCredits } from '../../domains/credits/seed.ts'
import { seedExamples as seedJobs } from '../../domains/jobs/seed.ts'
import { world } from '../../world.ts'

const tokenIn = (url: string) => url.slice(url.lastIndexOf('/') + 1)

test.each(['ten_bakery', 'ten_northwind'])(
  'a portal, a shared job and a shared month close while %s is archived',
  async (archived) => {
    const w = world()
    w.db.write((tx) => {
      seedCredits(tx)
      seedJobs(tx)
    })
    w.db.write((tx) => tx.run("update jobs set tenant_id = 'ten_bakery' where id = 'job_guestposts'"))
    const [portal, job, month] = [
      await w.call<{ url: string }>('ada', 'put_portal', {
        id: 'ten_bakery',
        enabled: true,
        origins: ['https://bakery.example'],
      }),
      await w.call<{ url: string }>('ada', 'share_job_report', { id: 'job_guestposts' }),
      await w.call<{ url: string }>('ada', 'share_month_report', { id: 'ten_bakery', month: '2026-10' }),
    ].map(({ url }) => tokenIn(url)) as [string, string, string]
    const seen = () =>
      w.db.read((tx) => ({
        portal: portalAt(tx, portal) !== null,
        job: !('stopped_of' in jobOfReport(tx, job)!),
        month: !('stopped_of' in monthOfAddress(tx, month)!),
      }))
    expect(seen()).toEqual({ portal: true, job: true, month: true })
    w.db.write((tx) => tx.run('update tenants set archived_at = ? where id = ?', tx.now, archived))
    expect(seen()).toEqual({ portal: false, job: false, month: false })
    w.db.write((tx) => tx.run('update tenants set archived_at = null where id = ?', archived))
    expect(seen()).toEqual({ portal: true, job: true, month: true })
    w.close()
  },
)
