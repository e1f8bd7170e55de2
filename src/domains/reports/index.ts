export { readDashboard } from './dashboard.ts'
export { type PlanUsage, planUsage } from './plan-usage.ts'
export { type ReportedPages, readReport } from './report.ts'
export { ADDRESSES, jobOfReport, pathOfReport, reportUrl, shareReport, stopSharing } from './share.ts'
