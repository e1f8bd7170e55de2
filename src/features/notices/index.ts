export { storedNotices } from './settings.ts'
export type { NoticeEvent } from './shapes.ts'
