export { clientMonths, monthsBelow, presentMonth } from './months/client-months.ts'
export { fileNameOf } from './months/file-name.ts'
export { leftOutOf } from './months/left-out.ts'
export {
  MONTH_ADDRESSES,
  monthOfAddress,
  monthUrl,
  monthUrls,
  noteOpened,
  shareIssue,
  shareMonthAs,
  stopLinks,
  stopLinksOf,
  stopMonth,
} from './months/month-addresses.ts'
export { figuresInTime, monthFigures, shownMonthFigures, shownPushFigures } from './months/month-counts.ts'
export { MonthDocument, monthDocument, ReportTally } from './months/month-document.ts'
export { linksBehind, type MonthFigures, type MonthLink, type PushFigures } from './months/month-figures.ts'
export { type MonthPush, pushesOf } from './months/month-pushes.ts'
export {
  contactOf,
  type MonthReportFacts,
  monthReport,
  monthReportsOf,
  writeMonthReport,
} from './months/month-reports.ts'
export { type Actor, type Cause, causeOf, REPORT_PARTS, type ReportPart, WHO } from './months/page-causes.ts'
export {
  firstDayOf,
  firstMonthOf,
  hasBegun,
  isQuarter,
  lastDayOf,
  monthAfterPeriod,
  monthAt,
  PERIOD,
  periodAfter,
  periodBefore,
  quarterOf,
  type Span,
  spanIn,
  spanOf,
  type ZoneFrom,
  zoneIn,
  zonesOf,
} from './months/period.ts'
export {
  engineAsked,
  engineAskedLately,
  faultsIn,
  MANY,
  PartListed,
  PartPages,
  type PartQuery,
  pagesOfReport,
  partsListed,
  partsOf,
  ReportedPage,
} from './months/report-pages.ts'
export { isMonth, MonthReport, ReportedMonth } from './months/shapes.ts'
export { askAboutPage, closePageQuestion, findPageQuestion, QuestionForm } from './portal/page-questions.ts'
export {
  closePortal,
  MOST_ORIGINS,
  openPortal,
  originIn,
  PORTAL_ADDRESSES,
  type PortalFound,
  PortalShape,
  portalAt,
  portalOf,
} from './portal/portal.ts'
export { readReport } from './pushes/job-report.ts'
export {
  ADDRESSES,
  isShared,
  jobOfReport,
  reportUrl,
  type Stopped,
  shareReport,
  stopSharing,
} from './pushes/shared-job-reports.ts'
