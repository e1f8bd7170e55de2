export { ifSource, judgeRules, PreviewShape, previewFor, type StandingPreview } from './asked.ts'
export { decide } from './decide.ts'
export { runStandingPushes } from './due.ts'
export { FileError } from './fetch-file.ts'
export { SOURCE_GAP } from './host-turns.ts'
export { lastSent } from './memory.ts'
export { type Preview, previewRun } from './preview.ts'
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
} from './pushes.ts'
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
