export { CASE_KINDS, type CaseKind } from './attention/case.ts'
export {
  type ActingCase,
  type ClientStanding,
  casesOfClient,
  type DashboardData,
  readDashboard,
} from './attention/dashboard.ts'
export { type InstallToday, MOST_COUNTED, readInstall, readQueue } from './attention/install.ts'
export { markSeen, nameOfCase, unmarkSeen } from './attention/seen.ts'
export { ActingCaseShape, AttentionShape, CaseShape, NUMBERS } from './attention/today-shapes.ts'
export { readWhy } from './attention/why-read.ts'
export { readClient } from './client.ts'
export { CLIENT_VIEWS, listedClients } from './clients.ts'
export { forecastOf } from './forecast.ts'
export { allLinks, findAnyLink, LINK_SORTS, type LinkOfJob, linksToTell, toldLinks } from './links/all-links.ts'
export { lifeOf } from './links/link-life.ts'
export { type LinkCheck, LinkDetail, type LinkPing, ListedLink, linkFilters } from './links/link-shapes.ts'
export { LINE_LINKS, linksOfLine } from './links/links-of-line.ts'
export { type LinkMoment, MOMENTS } from './links/moments.ts'
export type { LinkVerdict } from './links/sought-links.ts'
export { WhyFact } from './links/why-fact.ts'
export { type MoneyRow, type MoneyTotal, readMoney } from './money.ts'
export { type Actor, type Cause, causeOf, WHO } from './months/causes.ts'
export { clientMonths, monthsBelow, presentMonth } from './months/client-months.ts'
export { type MonthPush, pushesOf } from './months/month.ts'
export { figuresInTime, monthFigures, shownMonthFigures, shownPushFigures } from './months/month-counts.ts'
export { MonthDocument, monthDocument, ReportTally } from './months/month-document.ts'
export { linksBehind, type MonthFigures, type MonthLink, type PushFigures } from './months/month-figures.ts'
export {
  contactOf,
  MONTH_ADDRESSES,
  type MonthReportFacts,
  monthOfAddress,
  monthReport,
  monthReportsOf,
  monthUrl,
  monthUrls,
  noteOpened,
  shareIssue,
  shareMonth,
  stopLinksOf,
  stopMonth,
  writeMonthReport,
} from './months/month-reports.ts'
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
  type ZoneFrom,
  zoneIn,
  zonesOf,
} from './months/period.ts'
export {
  engineAsked,
  engineAskedLately,
  faultsIn,
  MANY,
  type PartAsked,
  PartListed,
  PartPages,
  pagesOfReport,
  partsListed,
  partsOf,
  REPORT_PARTS,
  ReportedPage,
  type ReportPart,
} from './months/report-pages.ts'
export { isMonth, MonthReport, ReportedMonth } from './months/shapes.ts'
export { movedBelow } from './moved.ts'
export { planUsage } from './plan-usage.ts'
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
} from './portal.ts'
export { askAboutPage, closePageQuestion, findPageQuestion, QuestionForm } from './questions.ts'
export { readReport } from './report.ts'
export { setAsideFor } from './set-aside.ts'
export { Day, RUNWAY, SentDayShape, StandingShape, WeekShape } from './shapes.ts'
export { ADDRESSES, jobOfReport, pathOfReport, reportUrl, shareReport, stopSharing } from './share.ts'
export { factsOfWorkspaces } from './workspaces.ts'
