export {
  answerOfDraft,
  approvedRequest,
  countWaiting,
  decide,
  decider,
  findDraft,
  forgetDrafts,
  hold,
  readDraft,
  refusedApproval,
} from './drafts.ts'
export * from './shapes.ts'
