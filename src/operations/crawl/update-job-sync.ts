import Type from 'typebox'
import { JOB_SYNC_SETTING, JobSync, jobSync } from '../../domains/providers/index.ts'
import { asTimeZone } from '../../kernel/clock.ts'
import { invalid } from '../../kernel/fault.ts'
import { write } from '../../kernel/operation.ts'
import { patched, writeSetting } from '../../kernel/settings.ts'

const { frequency, time, tz } = JobSync.properties

export const updateJobSync = write({
  name: 'update_job_sync',
  route: 'PUT /settings/job-sync',
  role: 'platform',
  summary: 'Set how often the crawl status of sent batches is fetched. A field left out stays.',
  input: Type.Object({ frequency: Type.Optional(frequency), time: Type.Optional(time), tz: Type.Optional(tz) }),
  output: JobSync,
  example: { frequency: '6h' },

  handle({ tx, changed }, given) {
    const before = jobSync(tx)
    const tz = given.tz === undefined ? before.tz : asTimeZone(given.tz)
    if (!tz) throw invalid({ path: 'tz', message: 'is not a time zone such as Europe/Vienna' })
    const after = patched(before, { ...given, tz })
    writeSetting(tx, JOB_SYNC_SETTING, after)
    changed({ target: 'job-sync', before, after })
    return after
  },
})
