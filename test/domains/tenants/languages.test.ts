import { afterEach, beforeEach, expect, test } from 'bun:test'
import { languageOfWorkspace, readerOfWorkspace } from '../../../src/domains/tenants/index.ts'
import { offeredLanguages, offeredTag } from '../../../src/kernel/language/choose.ts'
import { keepInstallLanguage } from '../../../src/kernel/language/install-language.ts'
import { refusal } from '../../refusal.ts'
import { type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

const language = (id: string) => w.db.read((tx) => languageOfWorkspace(tx, id))
const set = (id: string, language: string | null) =>
  w.call<{ language: string | null }>('ada', 'update_tenant', { id, language })

test('documents speak the language of their workspace, else of the nearest one above, else of the install', async () => {
  expect([language('ten_northwind'), language('ten_bakery')]).toEqual(['en', 'en'])
  keepInstallLanguage(w.db, 'en-AU')
  expect([language('ten_northwind'), language('ten_bakery')]).toEqual(['en-AU', 'en-AU'])
  await set('ten_northwind', 'de')
  expect([language('ten_northwind'), language('ten_bakery'), language('ten_rival')]).toEqual(['de', 'de', 'en-AU'])
  expect(await set('ten_bakery', 'de-at')).toMatchObject({ language: 'de-AT' })
  expect(w.db.read((tx) => readerOfWorkspace(tx, 'ten_bakery'))).toBe('UTC de-AT' as never)
  expect(await set('ten_bakery', null)).toMatchObject({ language: null })
  expect(language('ten_bakery')).toBe('de')
})

test('a language without all texts, and one that there is not, are refused with the list', async () => {
  for (const tag of ['sv', 'qps', 'x', '', 'de_AT', 'a'.repeat(35)])
    expect((await refusal(set('ten_bakery', tag))).message).toStartWith('language: ')
  expect((await refusal(set('ten_bakery', 'sv'))).message).toContain(offeredLanguages().join(', '))
  expect(offeredTag('qps')).toBeNull()
  expect(language('ten_bakery')).toBe('en')
})

test('the list has each language by its own name', async () => {
  const { items } = await w.call<{ items: { tag: string; name: string; draft: boolean }[] }>(
    'ada',
    'list_languages',
    {},
  )
  expect(items.map(({ tag }) => tag)).toEqual(offeredLanguages())
  expect(items).toContainEqual({ tag: 'en', name: 'English', draft: false })
  expect(items).toContainEqual({ tag: 'de', name: 'Deutsch', draft: true })
})
