export { advancePushes } from './advance.ts'
export { callOff, SETTLE_CANCELLED, settleAllCancelled, settleCancelled } from './cancelling.ts'
export { chosenAnyway } from './chosen-anyway.ts'
export { nextOf } from './next.ts'
export { sendLinks } from './sending.ts'
export { settleLooks } from './settle-looks.ts'
export { DripDays, flag, Mode, Progress } from './shapes.ts'
export { ADVANCE_PUSHES, progressOf } from './stages.ts'
export { type Stop, stopLinks, whatStops } from './stopping.ts'
export { submitPush } from './submission.ts'
export {
  findUndoable,
  holdAgainForUndo,
  holdDraftForUndo,
  holdForUndo,
  takeBackAgain,
  UNDO,
  undoUntil,
} from './undo.ts'
export { planGuaranteeLooks, RECHECK_LINKS } from './watching.ts'
export { type HostOwner, ownersOf } from './whose-hosts.ts'
