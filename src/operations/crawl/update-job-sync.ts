import Type from 'typebox'
import { JOB_SYNC_SETTING, JobSync, jobSync } from '../../domains/providers/index.ts'
import { patched, writeSetting } from '../../kernel/database/settings.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import { write } from '../../kernel/operation/operation.ts'
import { asTimeZone } from '../../kernel/time/clock.ts'

export const updateJobSync = write({
  name: 'update_job_sync',
  route: 'PUT /settings/job-sync',
  role: 'platform',
  summary: 'Set how often the crawl status of sent batches is fetched. Omitted fields stay.',
  input: Type.Partial(Type.Object(JobSync.properties)),
  output: JobSync,
  example: { frequency: '6h' },

  handle({ tx, changed }, given) {
    const before = jobSync(tx)
    const tz = given.tz === undefined ? before.tz : asTimeZone(given.tz)
    if (!tz) throw invalid({ path: 'tz', message: 'must be a time zone such as Europe/Vienna' })
    const after = patched(before, { ...given, tz })
    writeSetting(tx, JOB_SYNC_SETTING, after)
    changed({ target: 'job-sync', before, after })
    return after
  },
})
