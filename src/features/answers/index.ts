export { CHECKED, ENGINE_NAMES, type EngineName, engineOf, PUSHES, UNSEEN, type Why } from './engines.ts'
export { explain, findingsIn, hasFinding, saidOf } from './findings.ts'
export type { AnswerGroup, Answers } from './shapes.ts'
export { answersIn, answersOf } from './tally.ts'
