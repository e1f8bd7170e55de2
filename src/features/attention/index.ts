export { type ClientStanding, type DashboardData, readDashboard } from './dashboard.ts'
export { type InstallToday, readInstall } from './install-overview.ts'
export { AttentionShape } from './shapes.ts'
