export {
  answerOfDraft,
  approvedRequest,
  countWaiting,
  decide,
  decider,
  findDraft,
  forgetDrafts,
  hold,
  moveDrafts,
  readDraft,
  refusedApproval,
} from './drafts.ts'
export * from './shapes.ts'
