export { tellReaders } from './alerts.ts'
export { storedNotices } from './settings.ts'
export { DROPS_COUNT_DAYS, type NoticeEvent } from './shapes.ts'
