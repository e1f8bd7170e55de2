export { readDashboard } from './dashboard.ts'
export { type PlanUsage, planUsage } from './plan-usage.ts'
export { readReport } from './report.ts'
export { ADDRESSES, jobOfReport, pathOfReport, reportUrl, shareReport, stopSharing } from './share.ts'
