/** Letters are in the language of their recipient, never in that of their sender. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { setProfile } from '../../../src/domains/accounts/index.ts'
import { letterOf, queueMail, TEMPLATES, type Template } from '../../../src/domains/mail/index.ts'
import { isInEnglish } from '../../../src/domains/mail/letters.ts'
import type { MailRow } from '../../../src/domains/mail/tables.ts'
import { sampleOf } from '../../../src/domains/mail/templates.ts'
import { keepInstallLanguage } from '../../../src/kernel/language/install-language.ts'
import { CAST, type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

const STRANGER = 'stranger@elsewhere.example'
let letters = 0

/** The language in the facts of a letter; English has none. */
function languageOf(to: string, tenant_id: string | null, template: Template = 'confirm_recipient'): string {
  const ref = `letter ${++letters}`
  const mail = { ref, tenant_id, template, to, facts: { workspace: 'Bakery' }, link: 'https://push.example' }
  w.db.write((tx) => void queueMail(tx, w.app, mail))
  const { facts } = w.db.read((tx) => tx.row<{ facts: string }>('select facts from mails where ref = ?', ref)!)
  return (JSON.parse(facts) as { language?: string }).language ?? 'en'
}

const turn = (id: string, language: string | null) =>
  w.db.write((tx) => void tx.run('update tenants set language = ? where id = ?', language, id))

const speak = (id: string, locale: string | null) =>
  w.db.write((tx) => setProfile(tx, id, { name: 'Somebody', locale, time_zone: 'UTC' }))

/** Each source has one language; the first that is set wins. */
const SOURCES = ['own', 'workspace', 'above', 'install'] as const
const SPOKEN = { own: 'fr', workspace: 'de', above: 'es', install: 'it' }
const CASES = Array.from({ length: 16 }, (_, bits) => SOURCES.filter((_, at) => bits & (1 << at)))

test.each(CASES)('the recipient’s own, else the workspace’s, the one above, the install’s: %p %p %p %p', (...given) => {
  const set = (source: (typeof SOURCES)[number]) => (given.includes(source) ? SPOKEN[source] : null)
  speak(CAST.vera.id, set('own'))
  turn(CAST.vera.tenant_id, set('workspace'))
  turn(CAST.ada.tenant_id, set('above'))
  keepInstallLanguage(w.db, set('install') ?? 'en')
  const first = (sources: readonly (typeof SOURCES)[number][]) => {
    const found = sources.find((one) => given.includes(one))
    return found ? SPOKEN[found] : 'en'
  }
  // About the workspace, about none, to an address without an account, and of the operator.
  expect(languageOf('vera@bakery.example', CAST.vera.tenant_id)).toBe(first(SOURCES))
  expect(languageOf('vera@bakery.example', null)).toBe(first(SOURCES))
  expect(languageOf(STRANGER, CAST.vera.tenant_id)).toBe(first(['workspace', 'above', 'install']))
  expect(languageOf(STRANGER, null)).toBe(first(['install']))
})

test('a person of the agency reads about a client in the language of the agency', () => {
  turn(CAST.vera.tenant_id, 'de')
  turn(CAST.ada.tenant_id, 'nl')
  expect(languageOf('ada@northwind.example', CAST.vera.tenant_id)).toBe('nl')
  expect(languageOf('vera@bakery.example', CAST.vera.tenant_id)).toBe('de')
})

test('of all letters to a person none is in the language of the sender', () => {
  speak(CAST.ada.id, 'de')
  turn(CAST.ada.tenant_id, 'de')
  turn(CAST.vera.tenant_id, 'de')
  keepInstallLanguage(w.db, 'de')
  speak(CAST.vera.id, 'fr')
  const spoken = TEMPLATES.filter((template) => !isInEnglish(template)).map((template) => {
    const ref = `letter ${++letters}`
    const facts = sampleOf(w.app, template)
    const mail = {
      ref,
      tenant_id: CAST.ada.tenant_id,
      template,
      to: 'vera@bakery.example',
      facts,
      link: 'https://push.example',
    }
    w.db.write((tx) => void queueMail(tx, w.app, mail))
    const row = w.db.read((tx) => tx.row<MailRow>('select * from mails where ref = ?', ref)!)
    const { html, subject } = letterOf(w.app, row)
    return [template, /<html lang="([^"]+)"/.exec(html)![1], subject === row.subject]
  })
  expect(spoken.length).toBeGreaterThan(25)
  expect(spoken.filter(([, language, is_same]) => language !== 'fr' || !is_same)).toEqual([])
})

test('letters to the operator about the install are in English', () => {
  turn(CAST.ada.tenant_id, 'nl')
  expect(languageOf('ada@northwind.example', CAST.ada.tenant_id, 'operator_alert')).toBe('en')
})
