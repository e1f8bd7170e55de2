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

/** The language chosen for this workspace alone; null: as the workspace above. */
export const ownLanguageOf = (tx: ReadTx, tenant_id: string): string | null =>
  tx.row<{ language: string | null }>('select language from tenants where id = ?', tenant_id)?.language ?? null

/** The language with another choice. @throws invalid */
export function languageWith(tx: ReadTx, path: string, given: string | null): string {
  const above = JSON.stringify(idsOf(path).slice(0, -1))
  return chosen(given) ?? tx.row<{ language: string }>(NEAREST, above)?.language ?? installLanguage(tx)
}

function chosen(given: string | null): string | null {
  const language = given === null ? null : offeredTag(given)
  if (given !== null && language === null)
    throw invalid({ path: 'language', message: `must be one of ${offeredLanguages().join(', ')}` })
  return language
}

/** The readers of its documents: all see one language and one zone, whatever their browsers ask for. */
export const readerOfWorkspace = (tx: ReadTx, tenant_id: string): Reader =>
  readerOf(zoneOf(tx, tenant_id), languageOfWorkspace(tx, tenant_id))

/** Facts of a letter to a person of whom only the workspace is known; English letters have none. */
export function languageFacts(tx: ReadTx, tenant_id: string): { language?: string; zone?: string } {
  const language = languageOfWorkspace(tx, tenant_id)
  return language === 'en' ? {} : { language, zone: zoneOf(tx, tenant_id) }
}

/** `invited_in`: the workspace that made the account. */
type Person = { id: string; locale: string; own_locale: number; invited_in: string | null }

/**
 * The language that a person chose, else that of their workspace: the one of `about` or the nearest above it, else their
 * first. A chosen language that is not offered any more is English.
 */
export function languageOfPerson(tx: ReadTx, person: Person, about: string | null = null): string {
  if (person.own_locale === 1) return offeredTag(person.locale) ?? 'en'
  const above = JSON.stringify(about === null ? [] : idsOf(pathOfTenant(tx, about) ?? ''))
  const theirs = tx.row<{ id: string }>(THEIRS, person.id, above)?.id ?? person.invited_in ?? about
  return theirs === null ? installLanguage(tx) : languageOfWorkspace(tx, theirs)
}

const THEIRS = `select t.id from members m join tenants t on t.id = m.tenant_id where m.user_id = ?
  order by iif(t.id in (select value from json_each(?)), length(t.path), 0) desc, m.created_at, t.path limit 1`

/** Language and zone of a letter to an address: of the person who has it, else of the workspace. English has none. */
export function languageFactsOf(tx: ReadTx, email: string, about: string | null): { language?: string; zone?: string } {
  const person = tx.row<Person & { time_zone: string }>(
    'select id, locale, own_locale, invited_in, time_zone from users where email = ?',
    email,
  )
  if (!person && about !== null) return languageFacts(tx, about)
  const language = person ? languageOfPerson(tx, person, about) : installLanguage(tx)
  return language === 'en' ? {} : { language, zone: person?.time_zone ?? 'UTC' }
}

/** Null: as the workspace above. */
export function setLanguage(tx: Tx, id: string, given: string | null): void {
  const language = chosen(given)
  tx.run(
    'update tenants set language = ?, updated_at = ? where id = ? and language is not ?',
    language,
    tx.now,
    id,
    language,
  )
}
