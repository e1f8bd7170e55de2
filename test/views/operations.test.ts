/** Every operation can be done on a screen, or it says here why nobody would look for it on one. */
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Glob } from 'bun'
import { declared, operations } from '../../src/operations/index.ts'

const ROOT = resolve(import.meta.dir, '../..')
const IMPORTS = /^import\s+(?!type\s)(\{[^}]*\}|[^'"]+?)\s+from\s+'[^']+'$/gm

const readAll = (pattern: string) =>
  [...new Glob(pattern).scanSync(ROOT)].map((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8')
    return { path, imported: [...text.matchAll(IMPORTS)].map(([, names]) => names).join(' '), code: callsOf(text) }
  })
const views = readAll('views/**/*.{ts,tsx}')
/** Views, and what reads for them. */
const readers = [...views, ...readAll('src/doors/pages/**/*.ts')]

/** A screen that asks whether somebody may do it, or draws its fields, does not do it yet. */
function callsOf(text: string): string {
  return text
    .replace(IMPORTS, '')
    .replace(/\b(?:may|assertMay|inputOfQuery|labelsOf)\(\s*(?:call\s*,\s*)?\w+/g, '')
    .replace(/\b\w+\.(?:input|output|role|name|path|example)\b/g, '')
}

const word = (name: string) => new RegExp(`\\b${name}\\b`)
const screensOf = (constant: string): string[] =>
  views
    .filter(({ imported, code }) => word(constant).test(imported) && word(constant).test(code))
    .map(({ path }) => path)

/** A screen shows the same out of what both read: the word stands in the operation and in a reader for views. */
const READ: Record<string, string> = { preflight_urls: 'screenUrls', validate_urls: 'countOf' }

const ESTIMATE = 'for programs; the page of the order shows its bill before it is placed'
/** Why no screen calls it. */
const REASONS: Record<string, string> = {
  estimate_recheck: ESTIMATE,
  estimate_retry: ESTIMATE,
  estimate_drop_push: ESTIMATE,
  prove_yourself: 'every page that needs a proof asks for it: src/doors/pages/sign-in/step-up.ts',
  get_me: 'for a program that wonders whose key it has; a person reads it in the bar of every page',
  list_languages: 'the field of the workspace page offers the same list: offeredLanguages',
  list_routes: 'for programs; people have /docs',
  list_own_members: 'the twin of list_members for keys of one workspace; Members asks for the workspace by its id',
  add_own_member: 'the twin of add_member for keys of one workspace; Members asks for the workspace by its id',
  report_bounce: 'for the webhook of a mail service, which knows what came back',
  get_job_indexnow: 'each link with its answer is for programs; the page of a job says it host by host',
  get_check_results: 'the page of a link tells its looks in all jobs, among all else that happened to it',
}

const screens = new Map(Object.entries(declared).map(([constant, { name }]) => [name, screensOf(constant)]))
const without = operations.map(({ name }) => name).filter((name) => screens.get(name)!.length === 0)

describe('an operation', () => {
  test('has a screen, or a reason to have none', () => {
    console.info(`${operations.length - without.length} of ${operations.length} operations are called by a screen`)
    expect(without.filter((name) => !(name in READ) && !(name in REASONS))).toEqual([])
  })

  test('has no reason against a screen that it has', () => {
    const excused = [...Object.keys(READ), ...Object.keys(REASONS)]
    expect(excused.filter((name) => !without.includes(name))).toEqual([])
  })

  test.each(Object.entries(READ))('%s reads %s, and so does a screen', (name, read) => {
    const texts = [...new Glob('src/operations/**/*.ts').scanSync(ROOT)].map((file) =>
      readFileSync(join(ROOT, file), 'utf8'),
    )
    expect(texts.find((text) => text.includes(`name: '${name}'`))).toContain(read)
    expect(readers.filter(({ code }) => code.includes(read)).length).toBeGreaterThan(0)
  })
})
