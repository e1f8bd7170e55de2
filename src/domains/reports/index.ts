export {
  allLinks,
  findAnyLink,
  LINK_SORTS,
  type LinkOfJob,
  type LinkSort,
  linksToTell,
  toldLinks,
} from './all-links.ts'
export type { Case, CaseKind } from './cases.ts'
export { type Actor, type Cause, causeOf, WHO } from './causes.ts'
export { type ClientReport, readClient } from './client.ts'
export { type ClientFigures, clientFigures, figuresOfEach } from './client-figures.ts'
export { type ClientMonth, clientMonths, monthsBelow } from './client-months.ts'
export { CLIENT_VIEWS, type ClientView, listedClients } from './clients.ts'
export { type ActingCase, type ClientStanding, type DashboardData, readDashboard } from './dashboard.ts'
export { forecastOf } from './forecast.ts'
export { type InstallToday, MOST_COUNTED, readInstall, readQueue } from './install.ts'
export { lifeOf } from './link-life.ts'
export { type LinkCheck, LinkDetail, type LinkPing, ListedLink, linkFilters } from './link-shapes.ts'
export { LINE_LINKS, type LineLink, type LineLinks, linksOfLine } from './links-of-line.ts'
export { dayAfter, type LinkMoment, MOMENTS } from './moments.ts'
export { type Money, type MoneyRow, type MoneyTotal, readMoney } from './money.ts'
export { hasBegun, type MonthPush, monthOf, pathOfTenant, pushesOf } from './month.ts'
export { monthFigures, shownMonthFigures, shownPushFigures } from './month-counts.ts'
export { MonthDocument, monthDocument } from './month-document.ts'
export { linksBehind, type MonthFigures, type MonthLink, type PushFigures } from './month-figures.ts'
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
  shareMonth,
  stopMonth,
  writeMonthReport,
} from './month-reports.ts'
export { type MovedLine, movedBelow } from './moved.ts'
export { CaseShape, SentDayShape, StandingShape, WeekShape } from './overview-shapes.ts'
export { type PlanUsage, planUsage } from './plan-usage.ts'
export { type ReportedPages, readReport } from './report.ts'
export {
  engineAsked,
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
} from './report-pages.ts'
export { markSeen, nameOfCase, type Person, unmarkSeen } from './seen.ts'
export { type SetAside, setAsideFor } from './set-aside.ts'
export { isMonth, MONTH_STATES, MonthReport, ReportedMonth } from './shapes.ts'
export { ADDRESSES, jobOfReport, pathOfReport, reportUrl, shareReport, stopSharing } from './share.ts'
export { type LinkVerdict, VERDICTS } from './sought-links.ts'
export { AttentionShape, Day, NUMBERS, RUNWAY } from './today-shapes.ts'
export { factsOfWorkspaces, type WorkspaceFacts } from './workspaces.ts'
