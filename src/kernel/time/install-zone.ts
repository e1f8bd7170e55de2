import type { Db, ReadTx } from '../database/database.ts'
import { readSetting, writeSetting } from '../database/settings.ts'

const ZONE = 'time_zone'

/** Where days begin in workspaces that set no zone. */
export const installZone = (tx: ReadTx): string => readSetting<string>(tx, ZONE) ?? 'UTC'

/** The environment sets it; a row keeps it for those that read in a transaction. */
export function keepInstallZone(db: Db, zone: string): void {
  if (db.read(installZone) !== zone) db.write((tx) => writeSetting(tx, ZONE, zone) as undefined)
}
