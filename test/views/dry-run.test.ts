/** A form that is only asked what it would do reaches nobody outside, whatever was typed into it. */
import { afterAll, beforeEach, expect, test } from 'bun:test'
import type { SafeFetch } from '../../src/kernel/web-fetch/safe-fetch.ts'
import { CAST, type Person, world } from '../world.ts'
import { browserOf } from './browser.ts'

let reached: string[] = []
const fetch = (async (address: string | URL) => {
  reached.push(String(address))
  throw new Error('nobody is there')
}) as SafeFetch
const w = world({ fetch })
const browser = browserOf(w)
afterAll(() => w.close())
beforeEach(() => {
  reached = []
})

const at = (person: Person, path: string) => `/app/w/${CAST[person].tenant_id}${path}?same-as=api`
const LOGO = { logo_url: 'https://pictures.example/logo.png', accent: '#0f766e', from_name: '' }
const LIST = { urls: 'https://florist.example/roses', step: 'review' }

test.each([
  ['the check of the install’s own address', 'pat', '/setup/address', {}],
  ['a brand that is tried on', 'ada', '/branding/preview', LOGO],
  ['a brand that is saved', 'ada', '/branding', LOGO],
  ['a push', 'ada', '/push', LIST],
  [
    'a push from a sitemap',
    'ada',
    '/push',
    { ...LIST, step: 'sitemap', sitemap: 'https://florist.example/sitemap.xml' },
  ],
  ['the screening of a push', 'ada', '/push/preflight', LIST],
] as [string, Person, string, Record<string, string>][])(
  '%s is asked what it would do: nobody is reached',
  async (_, person, path, form) => {
    const { status } = await browser.send(person, at(person, path), form)
    // It would be looked for behind the answer, too.
    await Bun.sleep(50)
    expect(reached).toEqual([])
    expect([200, 303, 409]).toContain(status)
  },
)
