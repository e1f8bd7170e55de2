import { describe, expect, test } from 'bun:test'
import Type from 'typebox'
import { EMAIL, LINE } from '../../../src/kernel/operation/input/validation-errors.ts'
import {
  Email,
  fromText,
  isMarked,
  Moment,
  markedNames,
  Nullable,
  parser,
  Secret,
  SecretOnce,
  TenantId,
  tooManyUrls,
  trimmer,
  Urls,
} from '../../../src/kernel/operation/shape.ts'
import { operations } from '../../../src/operations/index.ts'
import { slower } from '../../slower.ts'

describe('a parser', () => {
  const parse = parser(
    Type.Object({
      name: Type.String({ minLength: 2 }),
      count: Type.Optional(Type.Integer({ minimum: 1 })),
      kind: Type.Optional(Type.Enum(['team', 'client'])),
      note: Type.Optional(Nullable(Type.String())),
      tags: Type.Optional(Type.Array(Type.Object({ label: Type.String() }, { additionalProperties: false }))),
    }),
  )
  const paths = (given: unknown) => parse(given).issues.map(({ path }) => path)

  test('hands on what fits, as it is', () => {
    const given = { name: 'Bakery', note: null, tags: [{ label: 'a' }] }
    expect(parse(given)).toEqual({ value: given, issues: [] })
  })

  test('coerces nothing', () => {
    expect(paths({ name: 5 })).toEqual(['name'])
    expect(paths({ name: 'ab', count: '5' })).toEqual(['count'])
    expect(paths({ name: 'ab', count: true })).toEqual(['count'])
    expect(paths({ name: 'ab', kind: null })).toEqual(['kind'])
  })

  test('names every field that is wrong once, in words', () => {
    expect(parse({ name: 'a', count: 0, kind: 'agency', note: 7, surprise: 1 }).issues).toEqual([
      { path: 'surprise', message: 'is not a known field' },
      { path: 'name', message: expect.stringContaining('2') },
      { path: 'count', message: expect.stringContaining('1') },
      { path: 'kind', message: 'must be one of team, client' },
      { path: 'note', message: 'must be text or null' },
    ])
  })

  test('names duplicates without comparing all of them', () => {
    const list = Type.Array(Type.Enum(['a', 'b', 'c']), { uniqueItems: true })
    const ids = Type.Array(Type.String(), { uniqueItems: true, maxItems: 3 })
    const lists = parser(Type.Object({ list, within: Nullable(Type.Object({ ids })) }))
    const issues = (given: object) => lists(given).issues.map(({ path, message }) => [path, message])
    const duplicate = 'must not have duplicate items'
    expect(issues({ list: ['a', 'b', 'a'], within: null })).toEqual([['list', duplicate]])
    expect(issues({ list: Array(50_000).fill('a'), within: { ids: Array(50_000).fill('x') } })).toEqual([
      ['list', duplicate],
      ['within.ids', 'must not have more than 3 items'],
    ])
    const same = { list: Array(20_000).fill('a'), within: null }
    const different = { list: Array.from({ length: 20_000 }, (_, i) => String(i)), within: null }
    expect(slower(lists, same, different)).toBeLessThan(200)
  })

  test('says the form that is wanted, and nothing of what was given', () => {
    const Day = Type.Union([Moment, Type.String({ format: 'date' })], { description: 'a moment, or a day in UTC' })
    const forms = parser(
      Type.Object({
        email: Email(),
        name: Type.String({ pattern: '\\S' }),
        sender: Type.Optional(Nullable(Type.String({ pattern: LINE }))),
        accent: Type.Optional(
          Nullable(Type.String({ pattern: '^#[0-9a-f]{6}$', description: 'A colour such as #0f766e' })),
        ),
        at: Type.Optional(Moment),
        from: Type.Optional(Nullable(Day)),
        links: Type.Array(Type.Object({ url: Type.String({ pattern: '^https?://\\S+$', description: 'A picture' }) })),
        code: Type.Optional(Type.String({ pattern: '^x$' })),
      }),
    )
    const given = {
      sender: 'a\nb',
      accent: 'red-hush',
      at: 'hush',
      from: 'hush',
      links: [{ url: 'hush' }],
      code: 'hush',
    }
    const { issues } = forms({ email: 'hush', name: ' ', ...given })
    expect(Object.fromEntries(issues.map(({ path, message }) => [path, message]))).toEqual({
      email: 'must be an e-mail address such as ada@northwind.example',
      name: 'must be text that is not blank',
      sender: 'must be one line of text that is not blank',
      accent: 'must be a colour such as #0f766e',
      at: 'must be a moment such as 2026-11-21T09:00:00Z',
      from: 'must be a moment such as 2026-11-21T09:00:00Z or a day such as 2026-11-21',
      'links.0.url': 'must be an address that begins with http:// or https://',
      code: 'must be of another form',
    })
  })

  test('says in words what type, range and length are wanted', () => {
    const parse = parser(
      Type.Object({
        urls: Urls,
        some: Type.Array(Type.Integer(), { minItems: 1 }),
        anyway: Type.Union([Type.Boolean(), Type.Array(Type.String(), { title: 'URLs' })]),
        cap: Nullable(Type.Integer({ minimum: 1 })),
        rate: Type.Integer({ minimum: 1, maximum: 600 }),
        share: Type.Number({ maximum: 0.5 }),
        label: Type.String({ minLength: 1, pattern: '\\S' }),
        secret: Type.String({ minLength: 12 }),
        until: Nullable(Type.Union([Moment, Type.String({ format: 'date' })])),
      }),
    )
    const said = (given: object) => Object.fromEntries(parse(given).issues.map(({ path, message }) => [path, message]))
    const types = { urls: 5, some: 5, anyway: 'yes', cap: 'x', rate: 1.5, share: '1', label: 5, secret: null, until: 5 }
    expect(said(types)).toEqual({
      urls: 'must be a list or text',
      some: 'must be a list',
      anyway: 'must be true or false or a list of URLs',
      cap: 'must be a whole number or null',
      rate: 'must be a whole number',
      share: 'must be a number',
      label: 'must be text that is not blank',
      secret: 'must be text',
      until: 'must be a moment such as 2026-11-21T09:00:00Z or a day such as 2026-11-21',
    })
    const bounds = {
      urls: [],
      some: [],
      anyway: true,
      cap: 0,
      rate: 601,
      share: 1,
      label: '',
      secret: 'a',
      until: null,
    }
    expect(said(bounds)).toEqual({
      urls: 'must not be empty',
      some: 'must not be empty',
      cap: 'must be 1 or more',
      rate: 'must be 600 or less',
      share: 'must be 0.5 or less',
      label: 'must not be empty',
      secret: 'must not have fewer than 12 characters',
    })
  })

  test('names the field within an object that may be null, and not the object too', () => {
    const Settings = Type.Object({ port: Type.Integer() }, { additionalProperties: false })
    const maybe = parser(Type.Object({ mail: Nullable(Settings) }))
    expect(maybe({ mail: { port: 'x' } }).issues).toEqual([{ path: 'mail.port', message: 'must be a whole number' }])
    expect(maybe({ mail: { port: 1, more: 1 } }).issues).toEqual([
      { path: 'mail.more', message: 'is not a known field' },
    ])
    expect(maybe({ mail: {} }).issues).toEqual([{ path: 'mail.port', message: 'is required' }])
    expect(maybe({ mail: 5 }).issues).toEqual([{ path: 'mail', message: 'must be an object or null' }])
  })

  test('takes the moments that the calendar knows, and no others', () => {
    const moments = parser(Type.Object({ at: Moment }))
    for (const at of ['2024-02-29T23:59:59Z', '2026-11-21T09:00:00.5+02:00'])
      expect([at, moments({ at }).issues]).toEqual([at, []])
    for (const at of ['2016-12-31T23:59:60Z', '2026-02-29T00:00:00Z', '2026-11-21', '2026-11-21T09:00:00', 'now'])
      expect([at, moments({ at }).issues]).toMatchObject([at, [{ path: 'at' }]])
  })

  test('names fields inside lists and objects by their place', () => {
    expect(paths({ name: 'ab', tags: [{ label: 'a' }, { label: 5 }, {}, { label: 'b', more: 1 }] })).toEqual([
      'tags.1.label',
      'tags.2.label',
      'tags.3.more',
    ])
  })

  test('knows a missing field from a wrong one', () => {
    expect(parse({}).issues).toEqual([{ path: 'name', message: 'is required' }])
  })

  test('is not led astray by names that objects inherit', () => {
    expect(paths(JSON.parse('{"name": "ab", "__proto__": {"count": 1}}'))).toEqual(['__proto__'])
    expect(paths({ name: 'ab', constructor: 1, toString: 2 })).toEqual(['constructor', 'toString'])
  })

  test('tells all that is wrong, up to fifty fields', () => {
    const fields = Array.from({ length: 20 }, (_, i) => [`f${i}`, Nullable(Type.Integer())] as const)
    const wide = parser(Type.Object(Object.fromEntries(fields)))
    expect(wide(Object.fromEntries(fields.map(([name]) => [name, 'x']))).issues).toHaveLength(20)
    const many = Array.from({ length: 500 }, () => ({ label: 5 }))
    expect(paths({ name: 'ab', tags: many })).toHaveLength(50)
  })

  test('tells a list of URLs that is too long from other faults', () => {
    const urls = parser(Type.Object({ urls: Urls }))
    expect(tooManyUrls(urls({ urls: Array(10_001).fill('x') }).issues)).toBe(true)
    expect(tooManyUrls(urls({ urls: [] }).issues)).toBe(false)
    expect(tooManyUrls(urls({ urls: Array(20_000).fill(1) }).issues)).toBe(false)
  })
})

describe('text of addresses and forms', () => {
  const schema = Type.Object({
    count: Type.Integer(),
    rate: Nullable(Type.Number()),
    on: Type.Boolean(),
    urls: Type.Array(Type.String()),
    name: Type.String(),
    either: Type.Union([Type.Boolean(), Type.Array(Type.String())]),
  })

  test('is read as the schema means it', () => {
    expect(
      fromText(schema, { count: '-5', rate: '0.5', on: 'on', urls: ' a \r\n\n b ', name: '5', either: 'true' }),
    ).toEqual({ count: -5, rate: 0.5, on: true, urls: ['a', 'b'], name: '5', either: true })
  })

  test('blank is absent', () => {
    expect(fromText(schema, { count: '', name: '  ', on: '\t' })).toEqual({})
  })

  test('what does not read stays text, for the parser to refuse by name', () => {
    expect(fromText(schema, { count: '1e3', rate: 'Infinity', on: 'perhaps' })).toEqual({
      count: '1e3',
      rate: 'Infinity',
      on: 'perhaps',
    })
    expect(fromText(schema, { count: '0x10' }).count).toBe('0x10')
  })

  test('fields that the schema does not know stay, so that they are refused', () => {
    const read = fromText(schema, JSON.parse('{"surprise": "1", "__proto__": "2", "constructor": "3"}'))
    expect(Object.keys(read).sort()).toEqual(['__proto__', 'constructor', 'surprise'])
  })
})

describe('the way out', () => {
  const Row = Type.Object({
    id: Type.String(),
    active: Type.Boolean(),
    amount: Nullable(Type.Integer()),
    flags: Type.Array(Type.String()),
    outcome: Type.Object({ sent: Type.Integer() }),
    open: Type.Unsafe<object>({ type: 'object' }),
  })

  test('names what leaves: a new column never does, at any depth', () => {
    const row = { id: 'a', active: 1, amount: null, flags: [], outcome: { sent: 1, secret: 's' }, open: {}, hash: 'h' }
    const out = trimmer(Type.Object({ items: Type.Array(Row) }))({ items: [row, row], total: 5 })
    expect(JSON.stringify(out)).not.toMatch(/secret|hash|total/)
    expect(Object.keys((out as { items: object[] }).items[0]!)).toEqual(Object.keys(Row.properties))
  })

  test('reads rows as they lie: 0 and 1, and JSON as text', () => {
    const row = { id: 'a', active: 0, amount: 0, flags: '["noindex"]', outcome: '{"sent":3,"more":1}', open: '{"a":1}' }
    expect(trimmer(Row)(row)).toEqual({
      id: 'a',
      active: false,
      amount: 0,
      flags: ['noindex'],
      outcome: { sent: 3 },
      open: { a: 1 },
    })
  })

  test('null is kept where it may be, what is not there is not made up', () => {
    const trim = trimmer(
      Type.Object({ at: Nullable(Type.Object({ day: Type.Integer() })), more: Type.Optional(Type.String()) }),
    )
    expect(trim({ at: null })).toStrictEqual({ at: null })
    expect(trim({ at: { day: 1, hour: 2 } })).toStrictEqual({ at: { day: 1 } })
    expect(Object.keys(trim({ at: null }) as object)).toEqual(['at'])
  })

  test('objects in a list kept as JSON are trimmed too', () => {
    const trim = trimmer(Type.Object({ days: Type.Array(Type.Object({ day: Type.Integer() })) }))
    expect(trim({ days: '[{"day":1,"secret":"s"}]' })).toEqual({ days: [{ day: 1 }] })
    expect(trim({ days: '[]' })).toEqual({ days: [] })
    expect(trim({ days: null })).toEqual({ days: [] })
  })

  test('a name is never taken for code', () => {
    const names = ['"]; throw 1; //', "'", '\\', '`x`', 'a b', '\u2028', 'constructor']
    const schema = Type.Object(Object.fromEntries(names.map((name) => [name, Type.Boolean()])))
    const row = Object.fromEntries(names.map((name) => [name, 1]))
    expect(trimmer(schema)(row)).toEqual(Object.fromEntries(names.map((name) => [name, true])))
  })
})

describe('marks', () => {
  const schema = Type.Object({
    tenant_id: Type.Optional(TenantId),
    password: Secret({ title: 'Password' }),
    api_key: SecretOnce('Key'),
    name: Type.String(),
  })

  test('survive being optional', () => {
    expect(markedNames(schema, 'tenant')).toEqual(['tenant_id'])
    expect(markedNames(schema, 'secret')).toEqual(['password', 'api_key'])
    expect(isMarked(schema.properties.name, 'secret')).toBe(false)
  })

  test('are not seen in documents, and no field can carry one by its words', () => {
    expect(JSON.stringify(schema)).not.toContain('~')
    expect(Object.keys(schema.properties.password)).not.toContain('~secret')
  })
})

describe('a pattern', () => {
  test('of an address and of one line takes what its name says, and nothing else', () => {
    const letters = ['a', ' ', '\n', '\x01', '@', '.', '\u00a0', '<', ',']
    const words = [1, 2, 3, 4].reduce((all) => ['', ...all.flatMap((word) => letters.map((one) => word + one))], [''])
    const isAddress = (text: string) => {
      const [name, domain = '', ...more] = text.split('@')
      // The dot of the root may follow.
      const labels = domain.replace(/\.$/, '').split('.')
      return !/[\s<,]/.test(text) && name !== '' && more.length === 0 && labels.length > 1 && labels.every(Boolean)
    }
    const isLine = (text: string) => text.trim() !== '' && !text.includes('\n') && !text.includes('\x01')
    for (const word of [...words, ...words.map((word) => `a@${word}`)]) {
      expect([word, new RegExp(EMAIL, 'u').test(word)]).toEqual([word, isAddress(word)])
      expect([word, new RegExp(LINE, 'u').test(word)]).toEqual([word, isLine(word)])
    }
  })

  test('of an address takes none that a mailer would read as another one', () => {
    const odd = ['a<b@c.example>', '<b@c.example', 'b@c.example>', 'a,b@c.example', 'a;b@c.example', 'a:b@c.example;']
    for (const text of [...odd, '"b"@c.example', 'b(a)@c.example', 'b@[127.0.0.1].example', 'b\\@c.example'])
      expect([text, new RegExp(EMAIL, 'u').test(text)]).toEqual([text, false])
    for (const text of ["o'neil+seo@c.example", 'björn@bücher.example', 'a.b-c_d~e!#$%&*/=?^`{|}@c-d.co.example'])
      expect([text, new RegExp(EMAIL, 'u').test(text)]).toEqual([text, true])
  })

  // One that goes back at every letter would take minutes for these.
  test('of no input goes back and forth in a text of any length', () => {
    const patterns = new Set(operations.flatMap(({ input }) => patternsIn(input)))
    expect(patterns.has(LINE)).toBe(true)
    const long = (...parts: string[]) => parts.map((part) => part.repeat(100_000 / part.length)).join('')
    const texts = ['a', ' ', '.', '1', '-', 'a.', 'x@', '/', ' a', '%'].map((part) => long(part))
    for (const pattern of patterns)
      for (const text of texts)
        for (const start of ['', 'a@', 'https://', 'sc-domain:', '2026-11-21'])
          for (const end of ['\x01', ' ', '@', '#'])
            expect(new RegExp(pattern, 'u').test(start + text + end)).toBeBoolean()
  })
})

const patternsIn = (schema: unknown): string[] =>
  typeof schema !== 'object' || schema === null
    ? []
    : Object.entries(schema).flatMap(([name, part]) =>
        name === 'pattern' && typeof part === 'string' ? [part] : patternsIn(part),
      )
