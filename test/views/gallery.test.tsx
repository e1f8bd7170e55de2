import { expect, test } from 'bun:test'
import { assets } from '../../static/index.ts'
import { undrawn } from '../gallery/answered/draw.ts'
import { gallery } from '../gallery/index.tsx'
import { letterGallery } from '../gallery/letters.tsx'
import { NASTY } from '../gallery/samples.ts'

const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length
/** Tags only, so that a sample's own text is not taken for an attribute. */
const tags = (html: string) => [...html.matchAll(/<[a-z][^<>]*(?:"[^"]*"[^<>]*)*>/gi)].map(([tag]) => tag)

/** Sections with neither a heading of their own nor a label: those within them have theirs. */
function sectionsWithout(html: string): string[] {
  const open: { tag: string; named: boolean }[] = []
  const bare: string[] = []
  for (const [tag] of html.matchAll(/<section[^>]*>|<\/section>|<h[1-6][ >]/g)) {
    if (tag.startsWith('<section')) open.push({ tag, named: tag.includes('aria-label') })
    else if (tag !== '</section>') Object.assign(open.at(-1) ?? {}, { named: true })
    else if (!open.at(-1)!.named) bare.push(open.pop()!.tag)
    else open.pop()
  }
  return bare
}

test('every view has a name of its own', () => {
  expect(new Set(gallery.map(({ name }) => name)).size).toBe(gallery.length)
  expect(gallery.length).toBeGreaterThan(20)
})

test('every page behind the sign-in is drawn, where an example leads to it', () => {
  expect(undrawn).toEqual([
    // For the platform admin, of accounts without a confirmed address.
    '/app/w/:ws/account/unproved',
    // By the script of a heat map, for one of its cells.
    '/app/w/:ws/cohorts/card',
    // Of a second factor that is in the database, and a push that has not left.
    '/app/w/:ws/account/factors/:id',
    '/app/w/:ws/jobs/:id/cancel',
    // A picture.
    '/app/w/:ws/clients/:id/icon/:file',
  ])
})

/** The name of a page in another language ends with its tag. */
const languageIn = (name: string): string => /-(qps|de|fr|es|it|nl|pl|pt-BR)$/.exec(name)?.[1] ?? 'en'

for (const { name, page } of gallery) {
  const html = String(page())

  test(`${name} is one whole document with one h1`, () => {
    expect(html).toStartWith(`<!doctype html><html lang="${languageIn(name)}"`)
    expect(html).toEndWith('</html>')
    expect(count(html, /<h1[ >]/g)).toBe(1)
    expect(count(html, /<main[ >]/g)).toBe(1)
    expect(count(html, /hx-history-elt/g)).toBe(1)
  })

  test(`${name} shows markup in names as text`, () => {
    expect(html).not.toContain('<b>more')
    expect(html).not.toContain('<studio>')
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('"spring"')
    expect(html).not.toContain('&amp;lt;')
  })

  test(`${name} carries nothing that the CSP refuses`, () => {
    const refused = /\s(style|on\w+|hx-on[\w:]*|srcdoc)=|(javascript|data|vbscript):/i
    expect(tags(html).filter((tag) => refused.test(tag))).toEqual([])
    expect(html).not.toMatch(/<style/i)
    expect(html).not.toMatch(/<script(?![^>]*\ssrc="\/app\/a\/)/i)
    expect(html).not.toMatch(/<script[^>]*>[^<]/i)
  })

  test(`${name} names each of its ids once, and each reference leads to one`, () => {
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id!)
    expect(ids.length).toBe(new Set(ids).size)
    const known = new Set(ids)
    const named =
      /\s(?:for|aria-describedby|aria-labelledby|aria-controls|popovertarget|data-from|data-count)="([^"]+)"/g
    // A form of passkeys names the address of its options.
    const lost = [...html.matchAll(named)].filter(([, id]) => !known.has(id!) && !id!.startsWith('/app/sign-in/'))
    expect(lost.map(([reference]) => reference)).toEqual([])
  })

  test(`${name} has a heading or a name for each section, a name for each button, a button for each search`, () => {
    expect(sectionsWithout(html)).toEqual([])
    const buttons = [...html.matchAll(/<button([^>]*)>(.*?)<\/button>/gs)]
    const bare = buttons.filter(
      ([, given, inside]) => !/aria-label/.test(given!) && !inside!.replace(/<[^>]*>/g, '').trim(),
    )
    expect(bare.map(([button]) => button)).toEqual([])
    const searches = [...html.matchAll(/<search>.*?<\/search>/gs)].map(([search]) => search)
    expect(searches.filter((search) => !search.includes('type="submit"'))).toEqual([])
  })

  test(`${name} has an empty first option in each required select`, () => {
    const selects = [...html.matchAll(/<select[^>]*\srequired[^>]*>\s*<option[^>]*>/g)].map(([select]) => select)
    expect(selects.filter((select) => !select.includes('value=""'))).toEqual([])
  })

  test(`${name} asks only for assets that are served`, () => {
    const asked = [...html.matchAll(/"(\/app\/a\/[^"#]+)/g)].map(([, path]) => path!)
    expect(asked.filter((path) => !assets().has(path))).toEqual([])
  })
}

for (const { name, page } of letterGallery) {
  test(`${name} is one whole document, shows markup in names as text, and reads well without its one style`, () => {
    const whole = page()
    const [style] = /<style>[^<]*<\/style>/.exec(whole)!
    expect(style).not.toMatch(/url\(|@import/)
    const html = whole.replace(style, '')
    expect(html).toStartWith(`<!doctype html><html lang="${languageIn(name)}"`)
    expect(html).toEndWith('</html>')
    expect(html).not.toMatch(/<b>more|<studio>|<style|<script|\sstyle=/i)
    expect(html).toContain('href="https://signal.northwind.example/app?a=1&amp;b=2"')
  })
}

test('a viewer gets no control that writes', () => {
  for (const { name, page } of gallery.filter(({ name }) => name.endsWith('-viewer'))) {
    const html = String(page())
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
    expect(main, name).not.toContain('method="post"')
    expect(main, name).not.toContain('data-do="confirm"')
    expect(main, name).not.toContain('New push')
  }
})

test('a name with markup in it survives as it was typed', () => {
  const html = String(gallery.find(({ name }) => name === 'push-review')!.page())
  const value = /name="name"[^>]*\svalue="([^"]*)"/.exec(html)?.[1] ?? /value="([^"]*)"[^>]*name="name"/.exec(html)?.[1]
  const read = value
    ?.replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
  expect(read).toBe(NASTY)
})
