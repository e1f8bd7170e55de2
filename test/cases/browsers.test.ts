/** Browsers and password managers: what they need of a form, with the report that shows it. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { ENGLISH } from '../../src/kernel/language/reader.ts'
import { Named } from '../../views/parts/lists/table.tsx'
import { PageHead } from '../../views/parts/page/page-head.tsx'
import { Person } from '../../views/parts/person.tsx'
import { SetPassword } from '../../views/signups/sign-up/reset.tsx'

test('fields have 16 px on touch screens below 640 px (lichess-org/lila PR#20153; THM-Health/PILOS#3028)', () => {
  const rule = /@media \(max-width: 639\.98px\) and \(pointer: coarse\) \{([^}]+)\}/.exec(
    readFileSync('static/styles/utilities.css', 'utf8'),
  )?.[1]
  expect(rule).toContain('font-size: max(16px, 1em) !important')
  for (const control of ['input:not(', 'select', 'textarea']) expect(rule).toContain(control)
})

test('a form for a new password names the account', () => {
  const html = String(SetPassword({ to: ENGLISH, action: '/reset?token=x', email: 'ada@northwind.example' }))
  expect(html).toContain('autocomplete="username"')
  expect(html).toContain('value="ada@northwind.example"')
  expect(html).toContain('autocomplete="new-password"')
})

test.each([
  ['a row', () => Named({ name: 'مخبز السلام (2026)', href: '/app', sub: 'מאפייה 7' })],
  [
    'a crumb',
    () => PageHead({ title: 'x', crumbs: [{ label: 'مخبز السلام (2026)', href: '/app' }, { label: 'מאפייה 7' }] }),
  ],
  ['a person', () => Person({ of: 'a@bakery.example', names: () => 'مخبز السلام' })],
])('a name from right to left stands apart from the words around it: %s', (_, draw) => {
  // `bdi` has a direction of its own by definition; any other element says `dir="auto"`.
  for (const [, tag] of String(draw()).matchAll(/(<[^<>]*>)\s*[\u0590-\u06ff]/g))
    expect(tag).toMatch(/^<bdi\b|dir="auto"/)
  expect(String(draw())).toMatch(/>\s*[\u0590-\u06ff]/)
})
