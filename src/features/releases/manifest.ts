/** The manifest of a release. One signature over it covers every file that it names. */
import { existsSync } from 'node:fs'
import Type, { type Static } from 'typebox'
import { compiled } from '../../kernel/environment/compiled.ts'
import { built } from '../../kernel/environment/version.ts'
import { millis } from '../../kernel/time/clock.ts'
import { checkSignature, type PublicKey, readPublicKey } from './minisign.ts'
import RELEASE_KEYS from './release-keys.txt' with { type: 'text' }

export const MANIFEST = 'manifest.json'
export const SIGNATURE = `${MANIFEST}.minisig`
export const NOTES = 'notes.md'
/** More is no manifest. */
export const MOST_BYTES = 64 * 1024

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })
const Version = Type.String({ pattern: '^\\d{1,4}\\.\\d{1,2}\\.\\d{1,2}$' })
const Moment = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$' })
const FileName = { pattern: '^[A-Za-z0-9][\\w.+-]{0,99}$' }

const Manifest = Type.Object({
  product: Type.String(),
  version: Version,
  number: Type.Integer({ minimum: 0 }),
  released: Moment,
  expires: Moment,
  commit: Type.String({ maxLength: 60 }),
  bun: Type.String({ maxLength: 20 }),
  schema: Type.Integer({ minimum: 1 }),
  from: Version,
  security: Type.Boolean(),
  notes_sha256: Sha256,
  artefacts: Type.Array(
    Type.Object({
      name: Type.String(FileName),
      kind: Type.Enum(['binary', 'deb', 'image', 'source', 'document']),
      target: Type.Union([Type.String({ maxLength: 40 }), Type.Null()]),
      bytes: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
      sha256: Sha256,
    }),
    { maxItems: 100 },
  ),
})
export type Manifest = Static<typeof Manifest>
export type Artefact = Manifest['artefacts'][number]

const shape = compiled(Manifest)

/** A release that is refused, and the advice about it. */
export class ReleaseError extends Error {
  constructor(
    message: string,
    readonly advice?: string,
  ) {
    super(message)
  }
}

/** Where versions are compared: each later version has a higher number. */
export function numberOf(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return major * 10_000 + minor * 100 + patch
}

/** The keys of the project, unless the settings name others. Either of several may sign. */
export function releaseKeys(own: readonly string[]): PublicKey[] {
  const lines = own.length ? own : RELEASE_KEYS.split('\n').filter((line) => line && !line.startsWith('#'))
  return lines.map(readPublicKey)
}

/** The manifest, when it is signed and is one of ours. */
export function readManifest(data: Uint8Array, signature: string, keys: readonly PublicKey[]): Manifest {
  if (keys.length === 0)
    throw new ReleaseError(
      'this program was built without release keys',
      'set SIGNALPOST_UPDATE_KEYS to the public keys that sign your releases',
    )
  if (data.length > MOST_BYTES) throw new ReleaseError(`${MANIFEST} is longer than ${MOST_BYTES} bytes`)
  const checked = checkSignature(data, signature, keys)
  if ('wrong' in checked)
    throw new ReleaseError(
      `${MANIFEST}: ${checked.wrong}`,
      'nothing was changed; get the release again from its source, and report it if this repeats',
    )
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(data))
  } catch {}
  if (!shape.Check(value)) throw new ReleaseError(`${MANIFEST} is not the manifest of a release`)
  if (value.product !== 'signalpost') throw new ReleaseError(`this is a release of ${value.product}`)
  if (value.number !== numberOf(value.version)) throw new ReleaseError(`${MANIFEST}: version and number differ`)
  return value
}

/** Refuses a release that this program, on this machine, at this time must not become. */
export function assertFits(manifest: Manifest, own: string, now: string): void {
  const { version, number, from, expires } = manifest
  if (number === numberOf(own)) throw new ReleaseError(`this is ${version} already`, 'nothing to do')
  if (number < numberOf(own))
    throw new ReleaseError(
      `this is ${own}, and the release is the older ${version}`,
      'to return to the version before, use `signalpost update --rollback`',
    )
  if (isExpired(manifest, now))
    throw new ReleaseError(
      `the release ${version} expired on ${expires.slice(0, 10)}`,
      'get a newer one; if there is none, ask its source why',
    )
  if (numberOf(own) < numberOf(from))
    throw new ReleaseError(`${version} takes over from ${from} or later, and this is ${own}`, `update to ${from} first`)
}

export const isExpired = ({ expires }: Manifest, now: string): boolean => millis(expires) < millis(now)

declare const BUILD_TARGET: string | undefined

/** The kind of machine that this program was built for, as releases name it. */
export const target: string =
  typeof BUILD_TARGET === 'string' && BUILD_TARGET ? BUILD_TARGET : `${process.platform}-${process.arch}${libc()}`

function libc(): string {
  return process.platform === 'linux' &&
    existsSync(`/lib/ld-musl-${process.arch === 'x64' ? 'x86_64' : 'aarch64'}.so.1`)
    ? '-musl'
    : ''
}

/** The executable of a release for this kind of machine. */
export function artefactFor({ artefacts, version }: Manifest): Artefact {
  const found = artefacts.find((one) => one.kind === 'binary' && one.target === target)
  if (found) return found
  const names = artefacts.flatMap((one) => (one.kind === 'binary' ? [one.target] : []))
  throw new ReleaseError(`the release ${version} has no program for ${target}, but for ${names.join(', ') || 'none'}`)
}

/** The oldest time that a correct clock can show. A clock behind it must not make an old release look valid. */
export const nowAtLeast = (now: string): string => (built && now < built ? built : now)
