export {
  answered,
  countWaiting,
  decide,
  decider,
  findDraft,
  forgetDrafts,
  hold,
  readDraft,
  requestIn,
} from './drafts.ts'
export * from './shapes.ts'
export type { DraftRow } from './tables.ts'
