import { existsSync } from 'node:fs'
import {
  type Artefact,
  artefactFor,
  assertFits,
  hashOf,
  type Manifest,
  nowAtLeast,
  ReleaseError,
  readManifest,
  releaseKeys,
} from '../../domains/system/index.ts'
import { systemClock } from '../../kernel/time/clock.ts'
import { type Command, CommandError, textOf, UsageError } from '../framework/command.ts'
import { printable, say, sayJson, tell } from '../framework/terminal.ts'
import { readSettings } from './this-install.ts'
import { rollBack } from './update/back.ts'
import { cellsOf, tryOut } from './update/cells.ts'
import {
  dropStaged,
  handsFor,
  lockUpdates,
  recorded,
  selfTest,
  stage,
  stagedIn,
  type Update,
} from './update/machine.ts'
import { assertUpdatable, type Place, placeOf } from './update/place.ts'
import { openSource, type Source } from './update/source.ts'
import { type Outcome, resume, update } from './update/steps.ts'

export const command: Command = {
  name: 'update',
  summary: 'Replace this program by a newer release, and go back automatically when that does not get ready.',
  about: [
    'A release is verified first: its signature, its age, and that it is newer and for this kind of machine. Then the new program upgrades a copy of the data, and only after that the service stops. Nothing is changed until then.',
    'Run it as root, or as the owner of the program. The program before stays beside it as signalpost.previous; when the new one does not start at all, call that one: `signalpost.previous update --rollback`.',
    'It asks no address unless SIGNALPOST_UPDATE_URL names one.',
  ],
  words: [
    {
      name: 'RELEASE',
      meaning: 'its folder, or its tar; the newest at SIGNALPOST_UPDATE_URL unless given',
      file: true,
    },
  ],
  options: {
    check: { meaning: 'only verify the release and say what is in it' },
    rollback: { meaning: 'return to the version before, and to its data where the schema changed' },
    yes: { meaning: 'with --rollback: do not ask about data that is lost' },
    program: { meaning: 'another executable to replace, such as an older release', value: 'FILE', file: true },
  },
  examples: [
    { line: 'signalpost update ./signalpost-0.3.0-linux-x64.tar', meaning: 'From a file, without a network.' },
    { line: 'signalpost update --check', meaning: 'Whether SIGNALPOST_UPDATE_URL has a newer release.' },
  ],
  json: '{result: updated|available|current|back, from, to, security, notes}',

  async run({ words: [word], options, json, asks }) {
    const place = placeOf(textOf(options, 'program'))
    if (options.rollback) {
      if (word || options.check) throw new UsageError('--rollback takes no release')
      assertUpdatable(place, process.env)
      lockUpdates(place)
      return rollBack(place, { sure: options.yes === true, asks, json })
    }
    if (!options.check) assertUpdatable(place, process.env)
    const { config } = readSettings()
    const source = await openSource(word ?? addressIn(config))
    const manifest = verified(source, config.update_keys)
    if (options.check) return check(place, source, manifest, json)
    return inReleaseWords(async () => {
      assertFits(manifest, place.version, nowAtLeast(systemClock.now()))
      const artefact = artefactFor(manifest)
      // A tampered file is refused before anything is written, where it can be read twice.
      if (word) await assertSame(source, artefact)
      lockUpdates(place)
      await settle(place)
      return carryOut(place, source, manifest, artefact, json)
    })
  },
}

function addressIn({ update_url }: { update_url: string }): string {
  if (update_url) return update_url
  throw new UsageError(
    'no release is given, and SIGNALPOST_UPDATE_URL is not set',
    'get a release and name its folder or tar: signalpost update ./signalpost-VERSION-linux-x64.tar',
  )
}

function verified({ manifest, signature }: Source, keys: readonly string[]): Manifest {
  return inReleaseWords(() => readManifest(manifest, signature, releaseKeys(keys)))
}

/** What is wrong with a release is said in its own words. */
function inReleaseWords<T>(work: () => T): T {
  const known = (error: unknown): never => {
    throw error instanceof ReleaseError ? new CommandError(error.message, error.advice) : error
  }
  try {
    const done = work()
    return done instanceof Promise ? (done.catch(known) as T) : done
  } catch (error) {
    return known(error)
  }
}

async function assertSame(source: Source, { name, bytes, sha256 }: Artefact): Promise<void> {
  let found: string
  try {
    found = await hashOf(source.open(name, bytes))
  } catch (error) {
    throw new CommandError((error as Error).message, 'nothing was changed')
  }
  if (found !== sha256)
    throw new CommandError(
      `${name} is not the file that was signed`,
      'nothing was changed; get the release again from its source, and report it if this repeats',
    )
}

async function check(place: Place, source: Source, manifest: Manifest, json: boolean): Promise<number> {
  let why: string | null = null
  try {
    assertFits(manifest, place.version, nowAtLeast(systemClock.now()))
    artefactFor(manifest)
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error
    why = error.message
  }
  const { version: to, security, released } = manifest
  const notes = await notesOf(source, manifest)
  if (json) sayJson({ result: why ? 'current' : 'available', from: place.version, to, security, notes })
  else if (why) say(`Nothing to update: ${why}.`)
  else {
    say(
      `${to} of ${released.slice(0, 10)} is available${security ? ', with security fixes' : ''}. This is ${place.version}.`,
    )
    if (notes) say(`\n${notes.split('\n').map(printable).join('\n')}`)
  }
  return 0
}

/** Empty where they are not those that were signed. */
async function notesOf(source: Source, { notes_sha256 }: Manifest): Promise<string> {
  const notes = await source.notes()
  const found = new Bun.CryptoHasher('sha256').update(notes).digest('hex')
  return found === notes_sha256 ? new TextDecoder().decode(notes) : ''
}

/** An update that was cut off is finished or undone first. */
async function settle(place: Place): Promise<void> {
  const before = recorded(place)
  if (!before || before.step === 'done') return
  tell(`An update to ${before.to} was interrupted at "${before.step}".`)
  const outcome = await resume(before.step, handsFor(place, before))
  if (outcome.result === 'updated')
    throw new CommandError(`the update to ${before.to} that was interrupted is finished now`, 'run the command again')
}

const LEAST_PATIENCE = 60_000

async function carryOut(
  place: Place,
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
  const outcome = await update(handsFor(place, planned))
  if (outcome.result !== 'updated') throw failed(outcome, place, planned)
  if (json) sayJson({ result: 'updated', from: planned.from, to, security, notes: await notesOf(source, manifest) })
  else tellUpdated(place, planned)
  return 0
}

function tellUpdated({ program, previous }: Place, { from, to, cells }: Update): void {
  const started = cells.filter(({ running }) => running).length
  say(`Updated from ${from} to ${to}: ${program}.`)
  if (!started) say('Nothing was running. Start it, and return to the version before if it does not get ready:')
  say(`To return to ${from}: ${existsSync(previous) ? previous : 'signalpost'} update --rollback`)
}

export function failed(
  outcome: Exclude<Outcome, { result: 'updated' }>,
  place: Place,
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
