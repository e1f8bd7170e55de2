/** The language of what a workspace's clients read: its own, else that of the nearest workspace above, else the install's. */
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { offeredLanguages, offeredTag } from '../../kernel/language/choose.ts'
import { installLanguage } from '../../kernel/language/install-language.ts'
import { type Reader, readerOf } from '../../kernel/language/reader.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import { idsOf, pathOfTenant } from './tree.ts'
import { zoneOf } from './zones.ts'

const NEAREST = `select language from tenants where id in (select value from json_each(?)) and language is not null
  order by length(path) desc limit 1`

export const languageOfWorkspace = (tx: ReadTx, tenant_id: string): string =>
  tx.remember(`language of ${tenant_id}`, () => {
    const above = JSON.stringify(idsOf(pathOfTenant(tx, tenant_id) ?? ''))
    return tx.row<{ language: string }>(NEAREST, above)?.language ?? installLanguage(tx)
  })

/** The readers of its documents: all see one language and one zone, whatever their browsers ask for. */
export const readerOfWorkspace = (tx: ReadTx, tenant_id: string): Reader =>
  readerOf(zoneOf(tx, tenant_id), languageOfWorkspace(tx, tenant_id))

/** Facts of a letter to a person of whom only the workspace is known; English letters have none. */
export function languageFacts(tx: ReadTx, tenant_id: string): { language?: string; zone?: string } {
  const language = languageOfWorkspace(tx, tenant_id)
  return language === 'en' ? {} : { language, zone: zoneOf(tx, tenant_id) }
}

/** Null: as the workspace above. */
export function setLanguage(tx: Tx, id: string, given: string | null): void {
  const language = given === null ? null : offeredTag(given)
  if (given !== null && language === null)
    throw invalid({ path: 'language', message: `must be one of ${offeredLanguages().join(', ')}` })
  tx.run(
    'update tenants set language = ?, updated_at = ? where id = ? and language is not ?',
    language,
    tx.now,
    id,
    language,
  )
}
