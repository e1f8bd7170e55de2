import Type from 'typebox'
import { JOB_SYNC_DEFAULT, JOB_SYNC_SETTING, JobSync } from '../../domains/providers/index.ts'
import { readSetting } from '../../kernel/database/settings.ts'
import { read } from '../../kernel/operation/operation.ts'

export const getJobSync = read({
  name: 'get_job_sync',
  route: 'GET /settings/job-sync',
  role: null,
  summary: 'The interval at which the crawl status of sent batches is fetched.',
  input: Type.Object({}),
  output: JobSync,
  example: {},
  handle: ({ tx }) => readSetting(tx, JOB_SYNC_SETTING) ?? JOB_SYNC_DEFAULT,
})
