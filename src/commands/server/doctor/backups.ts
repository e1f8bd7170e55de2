/** Whether backups can go where SIGNALPOST_BACKUP_TO says. */
import { constants, existsSync } from 'node:fs'
import { hashOf } from '../../../features/backups/index.ts'
import type { Config } from '../../../kernel/environment/config.ts'
import { newId } from '../../../kernel/secrets/ids.ts'
import { SECOND } from '../../../kernel/time/clock.ts'
import { createBucket } from '../../../upstream/bucket.ts'
import { type Finding, fail, well } from '../finding.ts'
import { may } from '../this-install.ts'

const PATIENCE = 20 * SECOND

/** Puts a small object into the bucket, reads it back and deletes it. */
export async function checkBackups(config: Config): Promise<Finding> {
  const { backup_to: place } = config
  if (!place.startsWith('s3://')) return checkFolder(place)
  const late = AbortSignal.timeout(PATIENCE)
  const timeout = new Promise<never>((_, reject) =>
    late.addEventListener('abort', () => reject(new Error(`the store did not answer within ${PATIENCE / SECOND} s`))),
  )
  try {
    await Promise.race([tryBucket(config), timeout])
    return well(`${place} takes an object, returns it and deletes it`)
  } catch (error) {
    return fail(
      `${place}: ${(error as Error).message}`,
      'check SIGNALPOST_BACKUP_TO and the settings SIGNALPOST_BACKUP_S3_…',
    )
  }
}

async function tryBucket(config: Config): Promise<void> {
  const bucket = createBucket(config, config.backup_to)
  const name = `signalpost-doctor-${newId()}`
  const pieces = async function* () {
    yield new TextEncoder().encode(name)
  }
  await bucket.put(name, pieces())
  const same = (await hashOf(bucket.get(name))) === (await hashOf(pieces()))
  await bucket.remove(name)
  if (!same) throw new Error(`the bucket gave back another ${name}`)
}

function checkFolder(place: string): Finding {
  if (place === '') return well('in the data folder')
  if (!existsSync(place) || may(place, constants.W_OK | constants.X_OK)) return well(place)
  return fail(`${place} cannot be written`, 'make it writable for the account of the install')
}
