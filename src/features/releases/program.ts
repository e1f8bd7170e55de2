/** Whether a newer version is published. */

import { tellPlatform } from '../../domains/mail/index.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import { readSetting, writeSetting } from '../../kernel/database/settings.ts'
import type { App, Install } from '../../kernel/operation/app.ts'
import { DAY, plus, type Time } from '../../kernel/time/clock.ts'
import {
  isExpired,
  MANIFEST,
  type Manifest,
  MOST_BYTES,
  NOTES,
  numberOf,
  readManifest,
  releaseKeys,
  SIGNATURE,
} from './manifest.ts'

declare module '../../kernel/operation/app.ts' {
  interface Install {
    /** CHANGELOG.md of this version. */
    changelog(): string
  }
  interface App {
    /** The pieces of a file of the release that is published at `base`. */
    readRelease(base: string, name: string, most: number): AsyncIterable<Uint8Array>
  }
}

const NEWEST_RELEASE = 'newest_release'
type NewestRelease = {
  asked_at: Time
  /** Why the last answer counts for nothing. */
  error: string | null
  release: { version: string; released: Time; security: boolean; notes: string; expired: boolean } | null
}

/** The newest release; null while no address of releases is set. */
export function newestRelease(tx: ReadTx, { config, version }: Install) {
  if (!config.update_url) return null
  const asked = readSetting<NewestRelease>(tx, NEWEST_RELEASE)
  const release = asked?.release
  return {
    asked_at: asked?.asked_at ?? null,
    error:
      asked?.error ?? (release?.expired ? `no release was published since ${release.released.slice(0, 10)}` : null),
    newer: release && numberOf(release.version) > numberOf(version) ? release : null,
  }
}

export const isReleaseDue = (tx: ReadTx): boolean =>
  plus(readSetting<NewestRelease>(tx, NEWEST_RELEASE)?.asked_at ?? '2000-01-01T00:00:00.000Z', DAY) <= tx.now

/** Asks for the newest release. The request says nothing about this install. */
export async function askForRelease(app: App): Promise<void> {
  const asked: NewestRelease = { asked_at: app.clock.now(), error: null, release: null }
  try {
    const manifest = await readPublished(app)
    const isNewer = numberOf(manifest.version) > numberOf(app.version)
    asked.release = {
      version: manifest.version,
      released: manifest.released,
      security: manifest.security,
      notes: isNewer ? await notesOf(app, manifest) : '',
      expired: isExpired(manifest, asked.asked_at),
    }
  } catch (error) {
    asked.error = (error as Error).message.slice(0, 300)
  }
  app.db.write((tx) => {
    writeSetting(tx, NEWEST_RELEASE, asked)
    const { release } = asked
    if (release?.security && numberOf(release.version) > numberOf(app.version))
      tellPlatform(tx, app, {
        ref: `release ${release.version}`,
        facts: {
          what: `Signalpost ${release.version} fixes security problems. This install runs ${app.version}.`,
          advice: 'The page Releases shows what changed and the command that updates.',
        },
        link: `${app.config.site_url}/app/platform/system/releases`,
      })
  })
}

const read = async ({ readRelease, config }: App, name: string): Promise<Uint8Array> =>
  Buffer.concat(await Array.fromAsync(readRelease(config.update_url, name, MOST_BYTES)))

async function readPublished(app: App): Promise<Manifest> {
  const data = await read(app, MANIFEST)
  return readManifest(data, new TextDecoder().decode(await read(app, SIGNATURE)), releaseKeys(app.config.update_keys))
}

async function notesOf(app: App, { notes_sha256 }: Manifest): Promise<string> {
  const notes = await read(app, NOTES).catch(() => new Uint8Array())
  const found = new Bun.CryptoHasher('sha256').update(notes).digest('hex')
  return found === notes_sha256 ? new TextDecoder().decode(notes) : ''
}
