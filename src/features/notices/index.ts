export { tellReaders } from './alerts.ts'
export { storedNotices } from './settings.ts'
export type { NoticeEvent } from './shapes.ts'
