export { answerDeployHooks } from './hooks/answer.ts'
export {
  callOnWire,
  changeHook,
  createHook,
  deleteHook,
  findHook,
  HOOK_PATH,
  HOOK_SECRETS,
  hookOnWire,
  renewSecrets,
  storeSecret,
} from './hooks/hooks.ts'
export { receiveCall } from './hooks/receive.ts'
export * from './hooks/shapes.ts'
export { takeNews, verifyIntent } from './hubs/receive.ts'
export { HUB_PATH, HUB_SECRETS, noteHub } from './hubs/subscriptions.ts'
export { SOURCE_SECRETS } from './pushes/authorization.ts'
export {
  askForRun,
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
export { assertRules, ifSource, PreviewShape, previewFor, type StandingPreview } from './pushes/source-preview.ts'
export { decide } from './runs/decide.ts'
export { leftSource } from './runs/left-source.ts'
export { orderLinks } from './runs/order-links.ts'
export { previewRun, type RunPreview } from './runs/preview.ts'
export { callerOf } from './runs/run-budget.ts'
export { runStandingPushes } from './runs/run-due-pushes.ts'
export * from './shapes.ts'
export type { CallRow, HookRow, PushRow, RunRow } from './tables.ts'
export { ANSWER_DEPLOY_HOOKS, RUN_STANDING_PUSHES } from './task-name.ts'
export * from './words.ts'
