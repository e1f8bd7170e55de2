import type { Db, ReadTx } from '../database/database.ts'
import { readSetting, writeSetting } from '../database/settings.ts'

const LANGUAGE = 'language'

/** The language of documents of workspaces that set none. */
export const installLanguage = (tx: ReadTx): string => readSetting<string>(tx, LANGUAGE) ?? 'en'

/** The environment sets it; a row keeps it for those that read in a transaction. */
export function keepInstallLanguage(db: Db, language: string): void {
  if (db.read(installLanguage) !== language) db.write((tx) => writeSetting(tx, LANGUAGE, language) as undefined)
}
