export {
  approvedRequest,
  assertMayDecide,
  countWaiting,
  decide,
  decider,
  findDraft,
  forgetDrafts,
  moveDrafts,
  readDraft,
  refusedApproval,
} from './drafts.ts'
export { answerOfDraft, hold } from './hold.ts'
export * from './shapes.ts'
