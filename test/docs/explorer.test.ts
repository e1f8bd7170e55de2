/** The explorer is somebody else's page in our house: what it may load, what it is told, what it wears. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { assets, href } from '../../static/index.ts'
import { type House, house } from '../doors/house.ts'
import { browserOf, type Seen } from '../views/browser.ts'

const EXPLORER = '/docs/explorer'

let h: House
let page: Seen
let browser: ReturnType<typeof browserOf>
beforeAll(async () => {
  h = house()
  browser = browserOf(h)
  page = await browser.visit(null, EXPLORER)
})
afterAll(() => h.close())

/** What the plugin tells the viewer: it writes it between apostrophes and escapes nothing. */
const told = ({ html }: Seen) => JSON.parse(/data-configuration='([^']*)'/.exec(html)![1]!)

test('its policy lets the viewer write styles and nothing else; that of the page before it stays as it was', async () => {
  const policy = (seen: Seen) => seen.headers.get('content-security-policy')!.split('; ')
  expect(policy(page)).toContain("script-src 'self'")
  expect(policy(page)).toContain("default-src 'none'")
  expect(policy(page).filter((rule) => /unsafe|https?:|\*/.test(rule))).toEqual(["style-src 'unsafe-inline'"])
  expect(policy(await browser.visit(null, '/docs')).join()).not.toContain('unsafe')
  expect(policy(await browser.visit(null, `${EXPLORER}/scalar.js`)).join()).not.toContain('unsafe')
})

test('it loads from here alone: the script and the document, the font and the icon of all pages', async () => {
  expect(page.headers.get('content-type')).toStartWith('text/html')
  expect(page.html).not.toMatch(/https?:\/\/|\son\w+=/)
  expect([...page.html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, src]) => src)).toEqual([
    `${EXPLORER}/scalar.js`,
  ])
  expect(/<script\s+id="api-reference"[^>]*>([^<]*)<\/script>/.exec(page.html)![1]).toBe('')
  expect(told(page)).toMatchObject({ url: '/openapi.json', withDefaultFonts: false, telemetry: false })
  expect(page.html).toContain(`href="${href('favicon.svg')}"`)
  for (const [, font] of page.html.matchAll(/url\(\\?"([^"\\]+)/g)) expect(assets.has(font!)).toBe(true)
})

test('its script comes compressed, and whole to whoever takes it so only', async () => {
  const ask = async (encoding: string) => {
    const { status, headers, html } = await browser.visit(null, `${EXPLORER}/scalar.js`, {
      'accept-encoding': encoding,
    })
    return [status, headers.get('content-type'), headers.get('content-encoding'), html.length > 3_000_000]
  }
  expect(await ask('identity')).toEqual([200, 'text/javascript; charset=utf-8', null, true])
  expect(await ask('gzip')).toEqual([200, 'text/javascript; charset=utf-8', 'gzip', false])
})

test('it wears the colours of all pages, light or dark as the reader chose, and says the way back', async () => {
  expect(told(page)).toMatchObject({ theme: 'none', hideDarkModeToggle: true })
  expect(told(page).forceDarkModeState).toBeUndefined()
  expect(told(page).customCss).toMatch(/--accent: light-dark\(#\w{6}, #\w{6}\)/)
  for (const theme of ['light', 'dark'])
    expect(told(await browser.visit(null, EXPLORER, { cookie: `theme=${theme}` })).forceDarkModeState).toBe(theme)
  expect(page.html).toContain('<html lang="en">')
  expect(page.html).toContain('<a href="/docs">Back to the reference</a>')
  expect((await browser.visit(null, '/docs')).html).toContain(`<a href="${EXPLORER}">Interactive explorer</a>`)
})
