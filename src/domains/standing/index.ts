export { lastSent } from './memory.ts'
export { ifSource, judgeRules, PreviewShape, previewFor, type StandingPreview } from './pushes/asked.ts'
export {
  askForRun,
  assertInterval,
  assertNew,
  changePush,
  countPushes,
  createPush,
  deletePush,
  findPush,
  heldLinks,
  pushOnWire,
  runOnWire,
} from './pushes/pushes.ts'
export { FileError } from './reading/fetch-file.ts'
export { decide } from './runs/decide.ts'
export { runStandingPushes } from './runs/due.ts'
export { type Preview, previewRun } from './runs/preview.ts'
export {
  Address,
  DEFAULT_RULES,
  Decision,
  Interval,
  PushId,
  PushName,
  type Rules,
  type Run,
  RunShape,
  ruleFields,
  SkippedShape,
  type StandingPush,
  StandingPushShape,
} from './shapes.ts'
export type { PushRow, RunRow } from './tables.ts'
export { RUN_STANDING_PUSHES } from './task-name.ts'
export { DECISIONS, KINDS, ONLY, PAUSES, type Pause, REASONS, type Reason, RUN_STATES } from './words.ts'
