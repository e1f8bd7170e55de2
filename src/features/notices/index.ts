export { tellReaders } from './alerts.ts'
export { SOURCE_DAYS, storedNotices } from './settings.ts'
export { DROPS_COUNT_DAYS, type NoticeEvent } from './shapes.ts'
