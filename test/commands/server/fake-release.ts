/** A release of a few bytes: its program is a script that says which version it is. */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tar } from '../../../scripts/release/archives.ts'
import { newKey, readSecretKey, signatureOf } from '../../../scripts/release/sign.ts'
import { MANIFEST, type Manifest, NOTES, SIGNATURE, target } from '../../../src/features/releases/index.ts'

export const KEY = newKey()
export const KEYS = [KEY.public_key]

export const programOf = (version: string): string => `#!/bin/sh\necho '{"version":"${version}","schema":7}'\n`

const sha256 = (data: string): string => createHash('sha256').update(data).digest('hex')

export const NAME = 'signalpost-0.3.0-any'
export const NOTES_TEXT = '## 0.3.0\n\n- Push twice as fast.\n'

export const manifestOf = (program: string, changed: Partial<Manifest> = {}): Manifest => ({
  product: 'signalpost',
  version: '0.3.0',
  number: 300,
  released: '2026-01-01T00:00:00Z',
  expires: '2126-01-01T00:00:00Z',
  commit: 'abc',
  bun: '1.4.5',
  schema: 7,
  from: '0.1.0',
  security: false,
  notes_sha256: sha256(NOTES_TEXT),
  artefacts: [{ name: NAME, kind: 'binary', target, bytes: Buffer.byteLength(program), sha256: sha256(program) }],
  ...changed,
})

export const signed = (data: Uint8Array, key = KEY.secret): string =>
  signatureOf(data, readSecretKey(key), 'signalpost 0.3.0')

export type Files = Record<string, Uint8Array | string>

/** The files of a release, by name. */
export function releaseFiles(changed: Partial<Manifest> = {}, program = programOf('0.3.0'), key = KEY.secret): Files {
  const manifest = Buffer.from(JSON.stringify(manifestOf(program, changed)))
  return { [MANIFEST]: manifest, [SIGNATURE]: signed(manifest, key), [NOTES]: NOTES_TEXT, [NAME]: program }
}

export function folderWith(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-release-'))
  for (const [name, data] of Object.entries(files)) writeFileSync(join(folder, name), data)
  return folder
}

export function tarWith(files: Files): string {
  const file = join(mkdtempSync(join(tmpdir(), 'signalpost-release-')), 'release.tar')
  writeFileSync(
    file,
    tar(
      Object.entries(files).map(([path, data]) => ({ path, data: Buffer.from(data) })),
      0,
    ),
  )
  return file
}

/** An installed program of version 0.2.0 in a folder of its own. */
export function installed() {
  const folder = join(mkdtempSync(join(tmpdir(), 'signalpost-program-')), 'bin')
  mkdirSync(folder)
  const program = join(folder, 'signalpost')
  writeFileSync(program, programOf('0.2.0'), { mode: 0o755 })
  return {
    folder,
    place: {
      program,
      previous: join(folder, 'signalpost.previous'),
      work: join(folder, '.signalpost-update'),
      version: '0.2.0',
    },
  }
}
