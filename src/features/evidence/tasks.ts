import { task, taskName } from '../../kernel/scheduling/task.ts'
import { HOUR, MINUTE } from '../../kernel/time/clock.ts'
import { readImpressions } from './impressions/read-days.ts'
import { REFRESH_GOOGLE, refreshAccounts } from './index.ts'
import { publishPostings } from './indexing/queue.ts'

export const readImpressionsTask = task({
  name: taskName('read_impressions'),
  every: MINUTE,
  summary: 'Reads which pages Google showed on days that are finished, and settles checks of links among them.',
  run: readImpressions,
})

export const publishJobPostingsTask = task({
  name: taskName('publish_job_postings'),
  every: MINUTE,
  summary: 'Hands pages with job postings to Google, in turns of their workspaces, as its day allows.',
  run: publishPostings,
})

export const refreshGoogleAccountsTask = task({
  name: REFRESH_GOOGLE,
  every: HOUR,
  summary: 'Keeps the consents of Google accounts alive, and reads their properties again, once a week.',
  run: (app, signal) => refreshAccounts(app, signal),
})
