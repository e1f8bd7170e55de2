export { addBlock, blockOf, findBlock, fromOf, liftBlock } from './blocks.ts'
export { capStateOf, FREE_CHECKS_SETTING, freeCheckSettings, liveState } from './caps.ts'
export { LURE, personsForm, signForm } from './form-token.ts'
export type { AnswerCitation, PageInIndex, SearchPosition } from './live.ts'
export { checkAt, DAYS_KEPT, forgetFreeChecks, type LoggedCheck, logPage, logStep, pathOf } from './log.ts'
export { reportDay, reportOf, yesterdayOf } from './report.ts'
export { takeFreeChecks } from './run.ts'
export * from './shapes.ts'
export {
  askFreeCheck,
  DomainForm,
  QuestionForm,
  TAKE_FREE_CHECKS,
  TOOLS,
  type Tool,
  toolOf,
  UrlForm,
} from './submit.ts'
export type { FreeCheckRow } from './tables.ts'
export { totalsOf } from './tally.ts'
export type { Xray } from './xray.ts'
