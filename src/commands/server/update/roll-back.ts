/** `signalpost update --rollback`: the version before, with its data where the schema changed since. */
import { existsSync } from 'node:fs'
import { counted } from '../../../kernel/operation/wording.ts'
import { CommandError, EXIT } from '../../framework/command.ts'
import { ask, say, sayJson, tell } from '../../framework/terminal.ts'
import { type Cell, numberIn, schemaOf, snapshotOf, withServiceState } from './cells.ts'
import type { InstallPaths } from './install-paths.ts'
import { recorded, type Update, updateActions } from './machine.ts'
import { type Outcome, restoreBefore, resume } from './steps.ts'

type RollbackOptions = { sure: boolean; asks: boolean; json: boolean }

export async function rollBack(place: InstallPaths, { sure, asks, json }: RollbackOptions): Promise<number> {
  const known = recorded(place)
  // Ordered later, it stops and starts what runs by then.
  const done = known?.step === 'done' ? { ...known, cells: withServiceState(known.cells, place.program) } : known
  if (!done || (done.step === 'done' && !existsSync(place.previous)))
    throw new CommandError('there is no version to return to', `an update leaves ${place.previous}`)
  const lost = done.step === 'done' ? done.cells.flatMap(lostIn) : []
  if (lost.length && !sure) {
    for (const line of lost) tell(line)
    if (!asks) throw new CommandError(`a return to ${done.from} loses data`, 'say --yes to return nevertheless')
    if (!/^y(es)?$/i.test(ask(`Return to ${done.from} nevertheless? [y/N] `))) return EXIT.failed
  }
  const hands = updateActions(place, done)
  const outcome = done.step === 'done' ? await restoreBefore(hands, 'as ordered') : await resume('going back', hands)
  return tellBack(outcome, done, json)
}

/** Data since the snapshot that would be put back, in words; empty when the schema did not change. */
function lostIn(cell: Cell): string[] {
  if (schemaOf(cell) === cell.schema) return []
  const snapshot = snapshotOf(cell)
  if (!snapshot)
    throw new CommandError(`the copy of ${cell.data_dir} from before the update is gone`, 'restore a backup')
  const since = (table: 'jobs' | 'ledger') => Math.max(0, rowsIn(cell, table) - rowsIn(cell, table, snapshot))
  return [
    `${cell.data_dir} returns to ${snapshot}: it loses ${counted(since('jobs'), 'job')} and ${counted(since('ledger'), 'line')} of the ledger. What was sent to suppliers since stays sent.`,
  ]
}

const rowsIn = (cell: Cell, table: 'jobs' | 'ledger', file?: string): number =>
  numberIn(cell, `select count(*) from ${table}`, file)

function tellBack(outcome: Outcome, { from, to }: Update, json: boolean): number {
  const left = outcome.result === 'went back' ? outcome.left : null
  if (left)
    throw new CommandError(`${from} is back, but not ready: ${left}`, 'its log says why: journalctl -u signalpost')
  if (json) sayJson({ result: 'back', from: to, to: from, security: false, notes: '' })
  else say(`${from} is back in place of ${to}.`)
  return EXIT.well
}
