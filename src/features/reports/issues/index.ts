export { assertMayApprove } from './approvers.ts'
export { advanceNext, draftNext, nextToSend, reissue } from './drafting.ts'
export { workspaceHoldReason } from './hold-reasons.ts'
export {
  approve,
  approveMany,
  decline,
  edit,
  finishSending,
  type Issue,
  keepFile,
  startSending,
} from './issue-states.ts'
export { countAgain, isOut, issuesWith } from './moved-pushes.ts'
export {
  figuresOf,
  findIssue,
  findIssues,
  isCorrection,
  issueOf,
  listIssues,
  readIssue,
  refusedRecipients,
  revisionsOf,
} from './read.ts'
export { GETS_REPORTS } from './readers.ts'
export { applyTo, changeSchedule, SCHEDULES_IN_FUTURE, scheduleOf } from './schedules.ts'
export { beginSending, issueToSend, waitAgain } from './send-now.ts'
export * from './shapes.ts'
export { type HoldReason, ISSUE_STATES, type IssueState, REPORT_SECTIONS, type ReportSection } from './words.ts'
