export { checkRepairs } from './check.ts'
export {
  CHECK_REPAIRS,
  findRepair,
  moveRepairs,
  repairOnWire,
  stopRepair,
  WATCHED_DAYS,
  watchRepairs,
} from './repairs.ts'
export { REPAIR_STATES, RepairId, RepairShape } from './shapes.ts'
export type { RepairRow } from './tables.ts'
