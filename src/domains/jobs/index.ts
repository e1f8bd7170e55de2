import './move.ts'

export { changeTenant } from './change-tenant.ts'
export { JOBS_IN_FUTURE } from './clock-repair.ts'
export { createJob, jobName } from './create-job.ts'
export { COHORT_WEEKS, cohortMondays, momentsOfWeek, type WeekReader } from './figures/cohort-weeks.ts'
export {
  CELL_PARTS,
  COHORT_ROWS,
  type CohortCell,
  type CohortOfWeek,
  type CohortRow,
  type CohortScope,
  cohortGrid,
  cohortOf,
  type GridCaller,
  gridOf,
  type LookDay,
  RESULT_SCOPE,
  seenBy,
  sentOf,
  waitingFor,
} from './figures/cohorts.ts'
export {
  type Calendar,
  calendarOf,
  countUncovered,
  LEAVE_PARTS,
  LOOK_PARTS,
  type LookPart,
} from './figures/look-parts.ts'
export { partsByJob } from './figures/parts.ts'
export { reservedByJob } from './figures/reserved-credits.ts'
export {
  type CellLink,
  type CellQuery,
  cellAt,
  jobsOfCell,
  linksOfCell,
  namedCell,
  ResultCell,
  waitingOfCell,
} from './figures/result-cells.ts'
export {
  countResults,
  finalDays,
  resultOf,
  type SentDay,
  type ShareByDay7,
  sentDaysOf,
  shareByDay7,
} from './figures/sent-days.ts'
export { Timeline, timelineOf } from './figures/timeline.ts'
export { assertLookDay, periodsOf, rowsByWeek, usualOfWeeks, weeklyGrid } from './figures/weekly.ts'
export {
  findJob,
  findLink,
  findListedJob,
  isFinished,
  linksInReach,
  linksNotOf,
  linksOf,
  readJob,
  tenantOf,
} from './find.ts'
export { JUDGE_HOSTS, judgeChangedHosts } from './foreign/changes.ts'
export { reportedDaysOf, reportedTallyOfEach } from './foreign/figures.ts'
export {
  type ForeignHost,
  foreignTo,
  judgeJob,
  type NamedHost,
  OWN_HOST,
  ownersOfHosts,
  readable,
} from './foreign/hosts.ts'
export { holdersOf, hostsOfEach, mayShare, ownersAmong } from './foreign/owners.ts'
export { jobsNamed, listOfJobs } from './job-list.ts'
export * as jobStates from './job-states.ts'
export * as linkCounts from './link-counts.ts'
export { CLOSED_TO, closedTo, FILE_COLUMNS, type FileRow, fileRows } from './link-file.ts'
export { firstLinks, listLinks } from './link-list.ts'
export * as linkStates from './link-states.ts'
export { countToPushAgain, nothingToPushAgain, unindexedUrls, urlsOf, urlsToPushAgain } from './links-to-push-again.ts'
export { unwrittenFrom, writeUnwrittenLinks } from './new-links.ts'
export { findWrittenJob, keepSlice, WRITTEN, writeSlices } from './order-slices.ts'
export { outcomeOf, refreshOutcome } from './outcome.ts'
export {
  countJobs,
  countOpenJobs,
  countWaitingForClock,
  failedLately,
  OPEN_STATUSES,
  unsentPushes,
} from './overview.ts'
export { type JobRows, PURGE_DELETED_JOBS, purgeDeletedJobs } from './purge.ts'
export { MonthReport } from './reports.ts'
export { sendFailedAgain, writeUnwrittenRetries } from './retries.ts'
export * from './shapes.ts'
export { type JobRow, jobs, type LinkRow, links } from './tables.ts'
export { forgetTallies, INDEXED_IN_TIME, RETURNED, type Tally, tallied, tally, tallyOfEach } from './tally.ts'
export * as unsentLinks from './unsent-links.ts'
