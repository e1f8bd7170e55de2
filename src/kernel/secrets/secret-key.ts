/** The keys that seal stored secrets: those of the setting, and those of the key file in the data folder. */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError, readKeys } from '../environment/config.ts'
import { syncFolder } from '../environment/sync-folder.ts'
import { codeOf } from '../operation/fault.ts'
import { newSecret } from './ids.ts'

type KeyConfig = Pick<Config, 'data_dir' | 'secret_key'>

export const keyFile = ({ data_dir }: Pick<Config, 'data_dir'>): string => join(data_dir, 'secret.key')

/**
 * The current key, then the older ones; none before the first start. Where the setting gives the current one, keys in
 * the data folder are older: so an install moves from its own key to another. Looser rights than 0600 stop the start.
 */
export function secretKeys(config: KeyConfig): string[] {
  return [...config.secret_key, ...keysInFile(keyFile(config))]
}

/** Puts a new key above those of the key file. */
export const addSecretKey = (config: KeyConfig): void =>
  writeKeys(config, [newSecret('spx'), ...keysInFile(keyFile(config))])

/** Keeps keys that came with a backup: behind those that are there, since these seal from now on. */
export function keepSecretKeys(config: KeyConfig, keys: readonly string[]): void {
  const known = secretKeys(config)
  const missing = keys.filter((key) => !known.includes(key))
  if (missing.length) writeKeys(config, [...keysInFile(keyFile(config)), ...missing])
}

/** At every moment the file is whole, on the disk, and nobody else's to read. */
function writeKeys(config: KeyConfig, lines: readonly string[]): void {
  const file = keyFile(config)
  const part = `${file}.new`
  const opened = openSync(part, 'w', 0o600)
  writeFileSync(opened, lines.map((key) => `${key}\n`).join(''))
  fsyncSync(opened)
  closeSync(opened)
  renameSync(part, file)
  syncFolder(config.data_dir)
}

function keysInFile(file: string): string[] {
  if (!existsSync(file)) return []
  if (statSync(file).mode & 0o077) throw new ConfigError(`${file}: others may read it; run chmod 600 ${file}`)
  let keys: string[]
  try {
    keys = readKeys(readFileSync(file, 'utf8'))
  } catch (error) {
    if (codeOf(error) === 'EACCES')
      throw new ConfigError(
        `${file}: user ${process.getuid?.() ?? '?'} may not read it: run this as the account that owns the data, or give it the file (chown)`,
      )
    throw new ConfigError(`${file}: ${(error as Error).message}`)
  }
  if (keys.length === 0)
    throw new ConfigError(`${file}: is empty: put the key back; only on an install that is new, remove it`)
  return keys
}
