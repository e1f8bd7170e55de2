import { expect, test } from 'bun:test'
import Type from 'typebox'
import { Form, fieldOf, titleOf } from '../../../views/parts/forms/form.tsx'
import { isFiltered, listHref } from '../../../views/parts/lists/list.ts'
import { initials, percent, signed, splitUrl } from '../../../views/parts/text/format.ts'
import { causesOf, challengedHosts, type PreflightRow, withTargets } from '../../../views/push/causes.ts'

const schema = Type.Object({
  name: Type.String({ title: 'Name', maxLength: 120 }),
  amount: Type.Integer({ minimum: -5, maximum: 10 }),
  kind: Type.Optional(Type.Union([Type.Literal('index'), Type.Literal('check')])),
  api_key: Type.Optional(Type.String({ writeOnly: true, maxLength: 1000 })),
  email: Type.Optional(Type.String({ format: 'email', pattern: '[^(),;:"]' })),
  host: Type.Optional(Type.String({ pattern: '^[a-z.]+$' })),
  enabled: Type.Optional(Type.Boolean()),
  urls: Type.Optional(Type.Array(Type.String())),
})

const draw = (more: object = {}) => String(<Form action="/x" schema={schema} verb="Save" {...more} />)

test('what the values of a choice are called can be said by the page', () => {
  const html = draw({ words: { kind: { index: 'For the index' } } })
  expect(html).toContain('<option value="index">For the index</option><option value="check">Check</option>')
})

test('labels, limits and choices come from the schema', () => {
  const html = draw()
  expect(html).toContain('<label for="name">Name</label>')
  expect(html).toMatch(/<input[^>]*name="name"[^>]*required[^>]*maxlength="120"/)
  expect(html).toMatch(/<input[^>]*name="amount"[^>]*type="number"[^>]*step="1"[^>]*min="-5"[^>]*max="10"/)
  expect(html).toMatch(/<select[^>]*name="kind".*<option value="index">Index<\/option><option value="check">/s)
  expect(html).toMatch(/<input[^>]*name="email"[^>]*type="email"/)
  expect(html).toMatch(/<input type="checkbox" name="enabled"/)
  expect(html).toMatch(/<textarea[^>]*name="urls"/)
  expect(html).not.toMatch(/name="email"[^>]*required/)
  expect(html).toContain('pattern="^[a-z.]+$"')
  expect(html).not.toMatch(/name="email"[^>]*pattern/)
})

test('a field that may be null is named as the page names it', () => {
  const may_be_null = Type.Union([Type.Integer({ title: 'Low index credits', minimum: 1 }), Type.Null()])
  const of = Type.Object({ low_index: may_be_null, rate_per_min: Type.Integer() })
  expect([titleOf(of, 'low_index'), titleOf(of, 'rate_per_min')]).toEqual(['Low index credits', 'Rate per min'])
})

test('a secret is a password field, and its value is never sent back', () => {
  const html = draw({ values: { api_key: 'hunter2-hunter2' } })
  expect(html).toMatch(/<input[^>]*name="api_key"[^>]*type="password"/)
  expect(html).not.toContain('hunter2')
})

test('a refused field is marked, described by its error, and keeps what was typed', () => {
  const html = draw({ values: { name: `A&amp;B <i>"x"'` }, issues: [{ path: '/name', message: 'Too <long>' }] })
  expect(html).toMatch(/name="name" aria-describedby="name-note" aria-invalid="true"/)
  expect(html).toContain('id="name-note"')
  expect(html).toContain('Too &lt;long&gt;')
  expect(html).toContain('value="A&amp;amp;B &lt;i&gt;&quot;x&quot;&#x27;"')
  expect(html).toContain('1 field needs your attention')
  expect(html).not.toMatch(/name="amount"[^>]*aria-invalid/)
})

test('an issue about no field of the form is said above it', () => {
  expect(draw({ fields: ['name'], issues: [{ path: '', message: 'Plan limit reached' }] })).toContain(
    'Plan limit reached',
  )
  expect(['/urls/3', 'urls[3]', 'urls.3', 'urls', ''].map((path) => fieldOf({ path, message: '' }))).toEqual([
    ...['urls', 'urls', 'urls', 'urls', ''],
  ])
})

test('a list address keeps its filters, drops blanks, and starts again at page 1', () => {
  const query = { q: 'a&b', status: '', page: '7', sort: 'name' }
  expect(listHref('/jobs', query, { dir: 'desc' })).toBe('/jobs?q=a%26b&sort=name&dir=desc')
  expect(listHref('/jobs', query, { page: '8' })).toBe('/jobs?q=a%26b&page=8&sort=name')
  expect(listHref('/jobs', {}, {})).toBe('/jobs')
  expect(isFiltered({ page: '2', sort: 'name' })).toBe(false)
  expect(isFiltered({ q: 'x' })).toBe(true)
})

test('numbers and names are written as people read them', () => {
  expect([percent(null), percent(0.617), signed(62), signed(-3), signed(0)]).toEqual(['–', '62%', '+62', '−3', '0'])
  expect(['Alder Legal', 'Kettle', '', 'ö'].map(initials)).toEqual(['AL', 'KE', '?', 'Ö'])
  expect(splitUrl('https://a.example:81/x?y#z')).toEqual({ host: 'a.example:81', path: '/x?y#z' })
  expect(splitUrl('not one')).toEqual({ host: '', path: 'not one' })
})

const row = (url: string, more: Partial<PreflightRow> = {}): PreflightRow => ({
  ...{ url, flags: [], warnings: [], status: 200, fix: null, chain: [], final_url: url, canonical: null },
  ...more,
})

test('links behind bot protection are one line for each host, and are no fault', () => {
  const says = 'Its bot protection stopped us.'
  const stopped = (url: string, more: Partial<PreflightRow> = {}) =>
    row(url, { status: 403, challenged: 'Cloudflare', warnings: [says], ...more })
  const rows = [
    stopped('https://a.example/1'),
    row('https://a.example/fine'),
    stopped('https://b.example/1'),
    stopped('https://a.example/2'),
    stopped('https://a.example/moved', { flags: ['redirected'] }),
  ]
  expect(challengedHosts(rows)).toEqual([
    { host: 'a.example', urls: ['https://a.example/1', 'https://a.example/2'], says: [says] },
    { host: 'b.example', urls: ['https://b.example/1'], says: [says] },
  ])
  expect(causesOf(rows).map(({ flag, rows }) => [flag, rows.length])).toEqual([['redirected', 1]])
})

test('pages of a list are told by what is wrong with them, the worst first', () => {
  const rows = [
    row('https://b.example/fine'),
    row('https://b.example/moved', { flags: ['redirected'], final_url: 'https://b.example/new' }),
    row('https://b.example/gone', { flags: ['http_4xx'], status: 404 }),
    row('https://b.example/old', { flags: ['redirected', 'noindex'], final_url: 'https://b.example/hidden' }),
  ]
  const told = causesOf(rows).map(({ flag, rows, targets }) => [flag, rows.length, targets])
  expect(told).toEqual([
    ['http_4xx', 1, false],
    ['redirected', 2, true],
  ])
  const seen = new Map(rows.map((one) => [one.url, one]))
  expect(withTargets(['https://b.example/new', ...seen.keys(), 'https://b.example/unseen'], seen)).toEqual([
    'https://b.example/new',
    'https://b.example/fine',
    'https://b.example/gone',
    'https://b.example/old',
    'https://b.example/unseen',
  ])
})
