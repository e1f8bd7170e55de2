/** Letters to people: nothing English is left in the pseudo-language, and each language has all of them. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { isInEnglish, type LetterFacts, TEMPLATES, type Template } from '../../../src/domains/mail/letters.ts'
import { sampleOf } from '../../../src/domains/mail/templates.ts'
import { offeredLanguages } from '../../../src/kernel/language/choose.ts'
import { packSaid, said } from '../../../src/kernel/language/say.ts'
import { CAST, type World, world } from '../../world.ts'

let w: World
beforeAll(() => {
  w = world()
})
afterAll(() => w.close())

const BRAND = { name: 'Northwind', accent: null, logo: null }
const LINK = 'https://push.example/'
const TRANSLATED = TEMPLATES.filter((template) => !isInEnglish(template))

/** Other facts of a letter than those of its sample. */
const OTHERS: readonly (readonly [Template, LetterFacts])[] = [
  ['verify_email', { signs_up: 'yes' }],
  ['verify_email', { account: 'ada@northwind.example', day: '2026-11-02' }],
  ['verify_email', { day: '2026-11-02' }],
  ['factors_changed', { what: packSaid(said('The passkey {name} was added.', { name: 'Ada' })) }],
  ['invite', { by: 'Ada', until: '2026-11-09', note: 'Ada' }],
  ['member_added', { by: 'Ada', workspace: 'Bakery', role: 'client_viewer' }],
  ['password_reset', { by: 'Ada' }],
  ['provider_connected', { provider: 'Ada' }],
  ['confirm_recipient', { by: 'Ada', workspace: 'Bakery', reports: 'yes' }],
  ...['approved', 'declined', 'refunded'].map(
    (status) => ['credit_request', { status, pack: 'Ada', workspace: 'Bakery', owed: '3' }] as const,
  ),
  ['low_credits', { workspace: 'Bakery', kind: 'check', left: '1', threshold: '20' }],
  ['daily_digest', { workspace: 'Bakery', day: '2026-11-02', since: '2026-11-01T07:00:00.000Z' }],
  ['report_waiting', { workspace: 'Bakery', period: '2026-Q4', occasion: 'skipped' }],
  ['report_bounced', { client: 'Bakery', email: 'ada@northwind.example', answer: '550' }],
  ['links_dropped', { workspace: 'Bakery', dropped: '0', returned: '2', more: '1' }],
  [
    'standing_push',
    { workspace: 'Bakery', push: 'Ada', why: packSaid(said('{url} answers 410: it is gone for good', { url: 'Ada' })) },
  ],
]
const letters = () => [
  ...TRANSLATED.map((template) => [template, sampleOf(w.app, template)] as const),
  ...OTHERS.filter(([template]) => TRANSLATED.includes(template)),
]
const drawn = (template: Template, facts: LetterFacts, language: string) =>
  w.app.letters(template, BRAND, { ...facts, language, zone: 'UTC' }, LINK, LINK)

/** Names, addresses and what a person wrote. */
const DATA =
  /https?:\/\/\S+|[\w.-]+@[\w.-]+|[\w.-]+\.example|Northwind|Bakery|Ada|Google Workspace|Why is it not in Google yet\?|Google|We take on agencies from Austria only\.|A good month: the recipes were found within three days\.|(?<=UTC )UTC/g

test('in the pseudo-language no English is left in subject, text and page', () => {
  for (const [template, facts] of letters()) {
    // The whole letter is what its sender wrote, but for its frame.
    const { subject, text, html } = drawn(
      template,
      template === 'letter' ? { ...facts, text: '', subject: '' } : facts,
      'qps',
    )
    const shown = html.replace(/<style>.*?<\/style>|<[^>]*>/g, ' ').replaceAll(/&[#\w]+;/g, ' ')
    for (const part of [subject, text, shown]) {
      let bare = part.replaceAll(DATA, '')
      for (let depth = 0; depth < 4; depth++) bare = bare.replaceAll(/⟦[^⟦⟧]*⟧/gu, '')
      expect([template, bare.match(/[A-Za-z]{3,}.{0,40}/g) ?? []]).toEqual([template, []])
    }
  }
})

test('each language has its own subject, and says which it is', () => {
  for (const [template, facts] of letters())
    for (const language of offeredLanguages()) {
      const { subject, html } = drawn(template, facts, language)
      expect(html).toContain(`<html lang="${language}">`)
      if (language !== 'en' && !/^(client_report|letter)$/.test(template))
        expect([template, language, subject]).not.toEqual([template, language, drawn(template, facts, 'en').subject])
    }
})

test('a German owner invites, and a French person reads French', async () => {
  const letterOf = (to: string) => {
    const { subject, facts } = w.db.read(
      (tx) => tx.row<{ subject: string; facts: string }>('select subject, facts from mails where to_address = ?', to)!,
    )
    return { subject, language: (JSON.parse(facts) as { language?: string }).language }
  }
  w.db.write((tx) => {
    tx.run("update users set locale = 'de', own_locale = 1 where id = ?", CAST.ada.id)
    tx.run("update users set locale = 'fr', own_locale = 1 where id = ?", CAST.rita.id)
    tx.run("update tenants set language = 'de' where id = ?", CAST.ada.tenant_id)
  })
  const add = (email: string) => w.call('ada', 'add_member', { id: CAST.ada.tenant_id, email, role: 'member' })
  await add(CAST.rita.email)
  await add('new@elsewhere.example')
  expect(letterOf(CAST.rita.email)).toEqual({ subject: 'Ada vous invite à rejoindre Northwind', language: 'fr' })
  expect(letterOf('new@elsewhere.example').language).toBe('de')
})

/** Facts as older versions wrote them, with finished sentences. */
const OLDER: readonly (readonly [Template, LetterFacts, subject: string, part: string])[] = [
  [
    'standing_push',
    { workspace: 'Bakery', push: 'Shop', what: 'is paused', why: 'It is gone.' },
    'Standing push “Shop” is paused',
    'The standing push “Shop” of Bakery is paused. It is gone.',
  ],
  [
    'daily_digest',
    {
      ...{ workspace: 'Bakery', day: 'Monday, 2 November 2026', since: 'Sunday, 1 November 2026, 07:00' },
      sections: JSON.stringify([
        { title: '1 link indexed', lines: [{ text: 'a: 1 link', href: LINK }], more: 'and 2 more' },
      ]),
    },
    'Bakery: Monday, 2 November 2026',
    'since Sunday, 1 November 2026, 07:00.\n\n1 LINK INDEXED\n* a: 1 link\n  https://push.example/\nand 2 more',
  ],
  [
    'report_waiting',
    { workspace: 'Bakery', period: '2026-10', occasion: 'waiting', due: 'Wednesday, 4 November 2026, 09:00' },
    'Bakery: the report of October 2026 waits for approval',
    'It is due on Wednesday, 4 November 2026, 09:00.',
  ],
  [
    'credit_request',
    { status: 'refunded', pack: 'boost', workspace: 'Bakery', owed: '1,200 credits' },
    'Credit pack boost for Bakery: refunded',
    '1,200 credits more are reserved',
  ],
  [
    'indexnow_site_failing',
    { workspace: 'Bakery', host: 'bakery.example', why: 'The file is empty.' },
    'IndexNow: the key of bakery.example is not accepted',
    'is not valid any more. The file is empty.',
  ],
]

test.each(OLDER)('an older letter stays as it was: %s', (template, facts, subject, part) => {
  const letter = w.app.letters(template, BRAND, facts, LINK)
  expect(letter.subject).toBe(subject)
  expect(letter.text).toContain(part)
})
