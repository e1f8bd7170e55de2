export { followMoves } from './follow.ts'
export { FOLLOW_MOVES, movePush } from './move-push.ts'
export { effectOf, targetsOf, undoOfMove } from './preview.ts'
