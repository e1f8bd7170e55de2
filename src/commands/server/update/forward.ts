/** From a release to the running program. */
import { existsSync } from 'node:fs'
import { hashOf } from '../../../features/backups/index.ts'
import { type Artefact, artefactFor, assertFits, type Manifest, nowAtLeast } from '../../../features/releases/index.ts'
import { systemClock } from '../../../kernel/time/clock.ts'
import { CommandError } from '../../framework/command.ts'
import { say, sayJson, tell } from '../../framework/terminal.ts'
import { cellsOf, tryOut } from './cells.ts'
import { inReleaseWords, notesOf, verified } from './check.ts'
import type { InstallPaths } from './install-paths.ts'
import {
  dropStaged,
  lockUpdates,
  notSigned,
  recorded,
  selfTest,
  stage,
  stagedIn,
  type Update,
  updateActions,
} from './machine.ts'
import { openSource, type Source } from './source.ts'
import { type Outcome, resume, update } from './steps.ts'

/** Updates to the release at `from`, or throws and leaves all as it was. */
export async function updateFrom(
  place: InstallPaths,
  from: string,
  keys: readonly string[],
  json: boolean,
): Promise<number> {
  const source = await openSource(from)
  const manifest = verified(source, keys)
  const artefact = inReleaseWords(() => {
    assertFits(manifest, place.version, nowAtLeast(systemClock.now()))
    return artefactFor(manifest)
  })
  // A tampered file is refused before anything is written, where it can be read twice.
  if (!/^https?:/.test(from)) await assertSame(source, artefact)
  lockUpdates(place)
  await settle(place)
  return carryOut(place, source, manifest, artefact, json)
}

async function assertSame(source: Source, { name, bytes, sha256 }: Artefact): Promise<void> {
  let found: string
  try {
    found = await hashOf(source.open(name, bytes))
  } catch (error) {
    throw new CommandError((error as Error).message, 'nothing was changed')
  }
  if (found !== sha256) throw notSigned(name)
}

/** An update that was cut off is finished or undone first. */
async function settle(place: InstallPaths): Promise<void> {
  const before = recorded(place)
  if (!before || before.step === 'done') return
  tell(`An update to ${before.to} was interrupted at "${before.step}".`)
  const outcome = await resume(before.step, updateActions(place, before))
  if (outcome.result === 'updated')
    throw new CommandError(`the update to ${before.to} that was interrupted is finished now`, 'run the command again')
}

const LEAST_PATIENCE = 60_000

async function carryOut(
  place: InstallPaths,
  source: Source,
  manifest: Manifest,
  artefact: Artefact,
  json: boolean,
): Promise<number> {
  const { version: to, security } = manifest
  const planned: Update = { step: 'stopping', from: place.version, to, sha256: artefact.sha256, patience: 0, cells: [] }
  try {
    tell(`Verified ${to}. Trying it on a copy of the data.`)
    await stage(place, source, artefact)
    planned.cells = await cellsOf(place.program)
    const [first = { uid: process.getuid!(), gid: process.getgid!() }] = planned.cells
    await selfTest(place, manifest, first)
    let took = 0
    for (const cell of planned.cells) took += await tryOut(cell, stagedIn(place))
    planned.patience = LEAST_PATIENCE + 3 * took
  } catch (error) {
    dropStaged(place)
    throw error
  }
  const outcome = await update(updateActions(place, planned))
  if (outcome.result !== 'updated') throw failed(outcome, place, planned)
  if (json) sayJson({ result: 'updated', from: planned.from, to, security, notes: await notesOf(source, manifest) })
  else tellUpdated(place, planned)
  return 0
}

function tellUpdated({ program, previous }: InstallPaths, { from, to, cells }: Update): void {
  const started = cells.filter(({ running }) => running).length
  say(`Updated from ${from} to ${to}: ${program}.`)
  if (!started) say('Nothing was running. Start it, and return to the version before if it does not get ready:')
  say(`To return to ${from}: ${existsSync(previous) ? previous : 'signalpost'} update --rollback`)
}

function failed(
  outcome: Exclude<Outcome, { result: 'updated' }>,
  place: InstallPaths,
  { from, to, cells }: Update,
): CommandError {
  if (outcome.result === 'unchanged') return new CommandError(`nothing was changed: ${outcome.why}`)
  if (!outcome.left)
    return new CommandError(
      `${to} did not get ready (${outcome.why}): ${from} runs again, with the data from before`,
      'its log says why: journalctl -u signalpost',
    )
  const folders = cells.map(({ data_dir }) => `${data_dir}/backups`).join(', ')
  return new CommandError(
    `${to} did not get ready (${outcome.why}), and ${from} is back but not ready either (${outcome.left})`,
    `the program ${place.program} is ${from}; the data from before are in place, and what ${to} left is in ${folders} as replaced-*.db`,
  )
}
