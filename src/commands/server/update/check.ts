/** Whether a release may be installed here, before anything is done for it. */
import {
  artefactFor,
  assertFits,
  type Manifest,
  nowAtLeast,
  ReleaseError,
  readManifest,
  releaseKeys,
} from '../../../features/releases/index.ts'
import { systemClock } from '../../../kernel/time/clock.ts'
import { CommandError } from '../../framework/command.ts'
import { printable, say, sayJson } from '../../framework/terminal.ts'
import type { InstallPaths } from './install-paths.ts'
import { openSource, type Source } from './source.ts'

/** Verifies the release at `from` and returns its content. */
export async function check(
  place: InstallPaths,
  from: string,
  keys: readonly string[],
  json: boolean,
): Promise<number> {
  const source = await openSource(from)
  const manifest = verified(source, keys)
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
export async function notesOf(source: Source, { notes_sha256 }: Manifest): Promise<string> {
  const notes = await source.notes()
  const found = new Bun.CryptoHasher('sha256').update(notes).digest('hex')
  return found === notes_sha256 ? new TextDecoder().decode(notes) : ''
}

export function verified({ manifest, signature }: Source, keys: readonly string[]): Manifest {
  return inReleaseWords(() => readManifest(manifest, signature, releaseKeys(keys)))
}

/** Turns a `ReleaseError` into a `CommandError` with the same words. */
export function inReleaseWords<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof ReleaseError ? new CommandError(error.message, error.advice) : error
  }
}
