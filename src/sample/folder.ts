import { closeSync, fsyncSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { migrations } from '../../migrations/index.ts'
import { assemble } from '../boot.ts'
import { openDatabase } from '../kernel/database/database.ts'
import { migrate } from '../kernel/database/migrate.ts'
import type { Config } from '../kernel/environment/config.ts'
import type { App } from '../kernel/operation/app.ts'
import { createSealer } from '../kernel/secrets/seal.ts'
import { addSecretKey, secretKeys } from '../kernel/secrets/secret-key.ts'
import type { Clock, Time } from '../kernel/time/clock.ts'
import { outside } from './outside.ts'

/** The setting that says when the sample was made, and who owns its agency. */
export const MADE = 'sample_made'
export type Made = { at: Time; tenant_id: string; user_id: string }

const fileIn = (folder: string): string => join(folder, 'signalpost.db')

type Given = Pick<App, 'log'> & Partial<Pick<App, 'limits'>> & { config: Config; files?: ReadonlyMap<string, string> }

/** The database of a sample as an install that reaches nothing outside; a new folder gets a database and a key. */
export function openFolder(folder: string, clock: Clock, { config: install, files, ...given }: Given): App {
  // Its plans and prices are those of the product: the catalogue of an install may lack its plan.
  const config = { ...install, data_dir: folder, secret_key: [], catalog: '' }
  if (secretKeys(config).length === 0) addSecretKey(config)
  migrate(fileIn(folder), migrations, clock)
  const db = openDatabase(fileIn(folder), clock, { made_once: true })
  const sealer = createSealer(secretKeys(config))
  return assemble({ ...given, config, clock, db, sealer, source_gap: 0, ...outside(clock, files) })
}

/** Nothing waited for the disk until now. */
export function writeOut(folder: string): void {
  const file = openSync(fileIn(folder), 'r+')
  fsyncSync(file)
  closeSync(file)
}
