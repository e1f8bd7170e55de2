import Type from 'typebox'
import { isTimeZone, JOB_SYNC_SETTING, JobSync, jobSync } from '../../domains/providers/index.ts'
import { invalid } from '../../kernel/fault.ts'
import { write } from '../../kernel/operation.ts'
import { writeSetting } from '../../kernel/settings.ts'

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
    if (given.tz && !isTimeZone(given.tz))
      throw invalid({ path: 'tz', message: 'is not a time zone name such as Europe/Berlin' })
    const before = jobSync(tx)
    const after = { ...before, ...given }
    writeSetting(tx, JOB_SYNC_SETTING, after)
    changed({ target: 'job-sync', before, after })
    return after
  },
})
