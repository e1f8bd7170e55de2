import { describe, expect, test } from 'bun:test'
import Type from 'typebox'
import { faultsOf } from '../../../src/kernel/language/faults.ts'
import { draw, type Grammar, parseMessage, plainOf, type Values } from '../../../src/kernel/language/message.ts'
import { packLanguage, packTexts, unpackLanguage, unpackTexts } from '../../../src/kernel/language/packed.ts'
import { parsePo, writePo } from '../../../src/kernel/language/po.ts'
import { ENGLISH, languageOf, placeOf, readerOf } from '../../../src/kernel/language/reader.ts'
import {
  inPlainEnglish,
  listed,
  packSaid,
  said,
  say,
  sayStored,
  text,
  unpackSaid,
} from '../../../src/kernel/language/say.ts'
import { trimmer } from '../../../src/kernel/operation/shape.ts'

const PAGES = '{n, plural, =0 {no page} one {# page} other {# pages of {engine}}}'

const PLAIN: Grammar = { number: String, category: () => 'other' }

describe('a text with its values', () => {
  test.each([
    [0, 'no page'],
    [1, '1 page'],
    [21, '21 pages of Bing'],
    [1_000_000, '1,000,000 pages of Bing'],
  ])('%d', (n, words) => {
    expect(say(ENGLISH, PAGES, { n, engine: 'Bing' })).toBe(words)
  })

  test('values are text: their brackets and tags mean nothing', () => {
    expect(say(ENGLISH, '{name} is open', { name: '{n} <b>x</b> #' })).toBe('{n} <b>x</b> # is open')
  })

  test('a kind without an arm of its own takes the last one', () => {
    const words = '{kind, select, check {Check} other {Push}} of {name}'
    expect(say(ENGLISH, words, { kind: 'check', name: 'A' })).toBe('Check of A')
    expect(say(ENGLISH, words, { kind: 'else', name: 'A' })).toBe('Push of A')
  })

  test('quoted brackets are letters, and so is a lone apostrophe', () => {
    expect(plainOf(draw(parseMessage("it's '{'n'}' here"), {}, PLAIN))).toBe("it's {n} here")
  })

  test('tags are left to pages', () => {
    const drawn = draw(parseMessage('<b>{n}</b> of it'), { n: 3 }, PLAIN)
    expect(drawn).toEqual([{ tag: 'b', inner: ['3'] }, ' of it'])
    expect(plainOf(drawn)).toBe('3 of it')
  })

  test('a stored sentence is drawn when it is read', () => {
    const stored = JSON.parse(JSON.stringify(said(PAGES, { n: 2, engine: 'Google' })))
    expect(sayStored(ENGLISH, stored)).toBe('2 pages of Google')
    expect(sayStored(ENGLISH, said('Nothing'))).toBe('Nothing')
  })

  test('a value that is missing, misnamed or of another kind does not compile', () => {
    // @ts-expect-error the value is missing
    say(ENGLISH, 'In {engine}')
    // @ts-expect-error it has another name
    say(ENGLISH, 'In {engine}', { name: 'Google' })
    // @ts-expect-error a count is a number
    say(ENGLISH, PAGES, { n: '3', engine: 'Google' })
    // @ts-expect-error a text without values takes none
    say(ENGLISH, 'Nothing', { n: 3 })
    // @ts-expect-error any text is not one that translators see
    say(ENGLISH, String(ENGLISH))
    // @ts-expect-error a zone is no reader
    say('UTC', 'Nothing')
    expect(say(ENGLISH, text('Nothing'))).toBe('Nothing')
  })
})

test.each([
  '{n',
  '{n, plural, one {a}}',
  '{n, plural, other {a}',
  'a } b',
  '<b>a',
  '<b>a</i>',
  '{}',
  '{n, date}',
  "'{a",
])('%s is no message', (broken) => {
  expect(() => parseMessage(broken)).toThrow(SyntaxError)
})

/** Forms of a count in the languages that have the most of them. */
test.each([
  [
    'pl',
    'one {# strona} few {# strony} many {# stron} other {# strony}',
    ['0 stron', '1 strona', '2 strony', '5 stron', '21 stron', '22 strony'],
  ],
  [
    'fr',
    'one {# page} many {# de pages} other {# pages}',
    ['0 page', '1 page', '2 pages', '5 pages', '21 pages', '22 pages'],
  ],
])('counts in %s', (language, arms, words) => {
  const rules = new Intl.PluralRules(language)
  const grammar: Grammar = { number: String, category: (count) => rules.select(count) }
  const message = parseMessage(`{n, plural, ${arms}}`)
  const drawn = [0, 1, 2, 5, 21, 22].map((n) => plainOf(draw(message, { n } satisfies Values, grammar)))
  expect(drawn).toEqual(words)
})

describe('the reader', () => {
  test.each([
    ['de-AT', 'de', 'de-AT'],
    ['en', 'en', 'en-GB'],
    ['pt', 'pt-BR', 'pt'],
  ])('%s', (tag, language, locale) => {
    const reader = readerOf('Europe/Vienna', tag)
    expect([languageOf(reader), placeOf(reader).locale]).toEqual([language, locale])
  })

  test('of the pseudo-language, every text is in brackets and longer, with its values', () => {
    const drawn = say(readerOf('UTC', 'qps'), 'In {engine}', { engine: 'Bing' })
    expect(drawn).toMatch(/^⟦In Bing~+⟧$/)
    expect(drawn.length).toBeGreaterThan('In {engine}'.length * 1.4)
  })

  test('lists are in their language', () => {
    expect(listed(readerOf('UTC', 'de'), ['a', 'b', 'c'])).toBe('a, b und c')
  })
})

describe('the file of a language', () => {
  const PO = writePo([
    { id: '', str: 'Language: de\nX-State: draft\n', fuzzy: false, notes: [] },
    { id: 'In {engine}', str: 'In {engine} „da“', fuzzy: false, notes: ['#: views/a.tsx'] },
    { id: 'Not sent', str: 'Nicht', fuzzy: true, notes: [] },
  ])

  test('is read as it was written', () => {
    expect(writePo(parsePo(PO))).toBe(PO)
    expect(() => parsePo('msgid "a"\nmsgstr broken')).toThrow(SyntaxError)
  })

  test('packed, it keeps what is certain, under its English', () => {
    const { head, texts } = unpackLanguage(unpackTexts(packTexts(PO)), packLanguage(PO, PO))
    expect(head).toContain('draft')
    expect([...texts]).toEqual([['In {engine}', 'In {engine} „da“']])
  })

  test.each([
    ['In {engin}', ['lacks engine', 'has engin']],
    ['In {engine', ['no }']],
    ['In <b>{engine}</b>', ['has <b>']],
    ['In {engine}\u202e', ['hidden']],
    ['In {engine} ', ['space']],
  ])('%s is left out', (translation, reasons) => {
    const faults = faultsOf('de', 'In {engine}', translation)
    expect(faults.length).toBe(reasons.length)
    for (const [i, reason] of reasons.entries()) expect(faults[i]).toContain(reason)
  })

  test('a count needs every form of its language', () => {
    const english = '{n, plural, one {# page} other {# pages}}'
    expect(faultsOf('pl', english, '{n, plural, one {# strona} other {# stron}}')[0]).toContain('few, many')
    expect(faultsOf('de', english, '{n, plural, one {# Seite} other {# Seiten}}')).toEqual([])
  })
})

describe('stored sentences', () => {
  const GERMAN = readerOf('UTC', 'de')

  test('of before, in English alone: translated where they equal a text, else shown as they are', () => {
    expect(sayStored(GERMAN, 'Not fetched: the host had stopped answering.')).toStartWith('Nicht abgerufen')
    for (const old of ['robots.txt answers 503, as it was worded once.', 'Braces { and <b> are text here'])
      expect([sayStored(GERMAN, old), inPlainEnglish(old)]).toEqual([old, old])
  })

  test('may hold a sentence as a value', () => {
    const stored = JSON.parse(
      JSON.stringify(said('No page: {reason}.', { reason: said('{host} was not found', { host: 'a{b' }) })),
    )
    expect(inPlainEnglish(stored)).toBe('No page: a{b was not found.')
    expect(sayStored(GERMAN, stored)).toBe('Keine Seite: a{b wurde nicht gefunden.')
  })
})

test.each(['["', '["a', '["{"]', '["a", 1]', '["a", {"b": {}}]', '["a", null]', '["a", {}, 1]', '["</b>"]', '["<b>"]'])(
  'a text of a person that begins like a stored sentence is that text: %s',
  (written) => {
    expect(unpackSaid(written)).toBe(written)
    expect(trimmer(Type.Object({ lines: Type.Array(Type.String()) }))({ lines: [written] })).toEqual({
      lines: [written],
    })
  },
)

describe('a time in a stored sentence', () => {
  const stored = said('Checks wait for {who}: {why}. Goes on at {next}; all done by about {end}.', {
    ...{
      who: 'scan_live',
      why: '-',
      next: { minute: '2026-11-21T23:30:00.000Z' },
      end: { clock: '2026-11-22T08:04:00.000Z' },
    },
  })
  const day = said('Bing crawled it on {day}', { day: { day: '2026-11-21' } })

  test('comes back as it was', () => {
    expect([stored, day].map((one) => unpackSaid(packSaid(one)))).toEqual([stored, day])
  })

  test('is in UTC for programs', () => {
    expect([stored, day].map(inPlainEnglish)).toEqual([
      'Checks wait for scan_live: -. Goes on at 2026-11-21 23:30 UTC; all done by about 08:04 UTC.',
      'Bing crawled it on 2026-11-21',
    ])
  })

  test('is in the zone and language of its reader, with the day where it is another one', () => {
    const at = (zone: string, locale: string, now: '' | '2026-11-22T01:00:00.000Z') =>
      [stored, day].map((one) => sayStored(readerOf(zone, locale, now), one))
    expect(at('Europe/Berlin', 'de', '2026-11-22T01:00:00.000Z')).toEqual([
      'Prüfungen warten auf scan_live: -. Weiter ab: 22. Nov., 00:30; fertig etwa: 09:04.',
      'Bing hat sie am 21. November gecrawlt',
    ])
    expect(at('America/New_York', 'en', '')).toEqual([
      'Checks wait for scan_live: -. Goes on at 21 Nov 2026, 18:30; all done by about 22 Nov 2026, 03:04.',
      'Bing crawled it on 21 November 2026',
    ])
  })

  test.each([
    { minute: '2026-11-21' },
    { day: '2026-13-45' },
    { clock: '2026-02-31T99:00:00.000Z' },
    { day: 'x', clock: 'y' },
  ])('that is none is text: %p', (at) => {
    const text = JSON.stringify(['at {at}', { at }])
    expect(unpackSaid(text)).toBe(text)
  })
})

test('a stored sentence comes back as it was, with sentences in it', () => {
  const stored = said('{used}, 0 left', { used: said('{limit} a day are used', { limit: '5' }) })
  expect(unpackSaid(packSaid(stored))).toEqual(stored)
})
