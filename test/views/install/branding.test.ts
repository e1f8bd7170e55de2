/** The page of the white label: what is typed is shown as it will look, and nothing of it is kept. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import fc from 'fast-check'
import { contrast, judgeAccent, THEMES } from '../../../views/brand.ts'
import { contrastInWords } from '../../../views/branding/preview.tsx'
import { PICTURES } from '../../domains/branding/pictures.ts'
import { CAST, type World, world } from '../../world.ts'
import { browserOf } from '../browser.ts'

const PAGE = `/app/w/${CAST.ada.tenant_id}/branding`
const PREVIEW = `${PAGE}/preview`

let w: World
let browser: ReturnType<typeof browserOf>
let fetched: number
let server: ReturnType<typeof Bun.serve>
beforeAll(() => {
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      fetched++
      const found = new URL(request.url).pathname === '/logo.png'
      return found ? new Response(Buffer.from(PICTURES.png)) : new Response('no', { status: 404 })
    },
  })
  w = world({ env: { SIGNALPOST_ALLOW_NETWORKS: '127.0.0.0/8' } })
  browser = browserOf(w)
})
beforeEach(() => {
  fetched = 0
})
afterAll(() => {
  server.stop(true)
  w.close()
})

const typed = { accent: '#FACC15', from_name: 'Tidewater & Co', logo_url: '' }
const kept = () => w.call('ada', 'get_branding', { id: CAST.ada.tenant_id })
const plain = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/[ \n]+/g, ' ')

test('what is typed is shown on a report, at sign-in and in a letter; nothing is kept', async () => {
  const before = await kept()
  const { status, main } = await browser.send('ada', PREVIEW, typed)
  expect(status).toBe(200)
  const text = plain(main)
  expect(text).toContain('Tidewater &amp; Co Northwind 49 new pages in Google')
  expect(main).toContain('href="/app/brand/preview.facc15.css"')
  expect(main).toContain(
    '<td><font face="Arial, Helvetica, sans-serif" size="3" color="#0c1115" class="lt-ink"><b>Tidewater &amp; Co</b>',
  )
  // What was typed stands in the form again.
  expect(main).toContain('value="#FACC15"')
  expect(await kept()).toEqual(before)
  expect(w.db.read((tx) => tx.count("select count(*) from audit where action = 'put_branding'"))).toBe(0)
})

test('the colours of the preview, of the letter and of the words beside it are those of the pages', async () => {
  const { main } = await browser.send('ada', PREVIEW, typed)
  const preview = (await browser.visit(null, '/app/brand/preview.facc15.css')).html
  const page = (await browser.visit(null, '/app/brand/accent.facc15.css')).html
  expect(preview).toBe(page.replace(':root', '.previewed'))
  for (const theme of THEMES) {
    const { used } = judgeAccent('#facc15', theme)
    expect(page).toContain(used)
    expect(plain(main)).toContain(contrastInWords('#facc15', theme))
    expect(contrastInWords('#facc15', theme)).toContain(`${used} instead`)
  }
  // A button keeps the chosen colour, with black on it.
  expect(main).toContain('bgcolor="#FACC15"')
})

test('a logo is fetched once while one tries, served meanwhile, and what cannot be shown is told', async () => {
  const logo_url = `${server.url.origin}/logo.png`
  const one = await browser.send('ada', PREVIEW, { ...typed, logo_url })
  const two = await browser.send('ada', PREVIEW, { ...typed, accent: '#0f766e', logo_url })
  expect(fetched).toBe(1)
  const path = /src="(\/app\/brand\/tried\.[0-9a-f]{16}\.png)"/.exec(one.main)![1]!
  expect(two.main).toContain(path)
  expect((await browser.visit(null, path)).headers.get('content-type')).toBe('image/png')
  expect((await browser.visit(null, '/app/brand/tried.0000000000000000.png')).status).toBe(404)
  const missing = await browser.send('ada', PREVIEW, { ...typed, logo_url: `${server.url.origin}/none.png` })
  expect([missing.status, plain(missing.main)]).toEqual([
    200,
    expect.stringContaining('The logo could not be fetched: the answer was 404.'),
  ])
  // The rest is shown all the same.
  expect(missing.main).toContain('preview.facc15.css')
})

test('what could not be saved is not shown as if it could', async () => {
  await w.call('ada', 'put_branding', { id: CAST.ada.tenant_id, accent: '#0f766e' })
  const { main } = await browser.send('ada', PREVIEW, { ...typed, accent: 'red;}' })
  expect(plain(main)).toContain('The colour must be')
  expect(main).toContain('preview.0f766e.css')
  expect((await browser.send('ben', PREVIEW, typed)).status).toBe(403)
})

test('a part that the plan has not is shown as it is, and its picture is not fetched', async () => {
  const onPlan = (plan: string) =>
    w.db.write((tx) => void tx.run("update tenant_plans set plan = ? where tenant_id = 'ten_northwind'", plan))
  onPlan('free')
  const { main } = await browser.send('ada', PREVIEW, { ...typed, logo_url: `${server.url.origin}/logo.png` })
  expect(main).not.toContain('facc15')
  expect(main).not.toContain('Tidewater &amp; Co</b>')
  expect(fetched).toBe(0)
  onPlan('agency_pro')
})

test('a field that is emptied shows what comes from above, or the name of the agency', async () => {
  const { main } = await browser.send('ada', PREVIEW, { accent: '', from_name: '', logo_url: '' })
  expect(main).not.toContain('/app/brand/preview.')
  expect(plain(main)).toContain('Northwind Northwind 49 new pages in Google')
  expect(plain(main)).toContain('No colour of your own')
})

const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)
const ratioIn = (text: string) => Number(/([\d.]+)\u00a0:\u00a01/.exec(text)![1])

test('whatever the colour, the words say what is used, and never that the unreadable can be read', () => {
  fc.assert(
    fc.property(hex, fc.constantFrom(...THEMES), (accent, theme) => {
      const text = contrastInWords(accent, theme)
      const { used } = judgeAccent(accent, theme)
      if (text.includes('used as it is')) expect(used).toBe(accent)
      else expect(text).toContain(`Pages use`)
      const readable = text.includes(': readable')
      const ground = theme === 'light' ? '#ffffff' : '#101613'
      if (readable) expect(ratioIn(text)).toBeGreaterThanOrEqual(4.5)
      if (readable) expect(ratioIn(text)).toBeLessThanOrEqual(contrast(accent, ground))
      else expect(text).toMatch(/too (pale|dark) to read. Pages use #[0-9a-f]{6} instead/)
    }),
    { numRuns: 300 },
  )
  expect(contrastInWords('#0f766e', 'light')).toBe(
    '5.4\u00a0:\u00a01 on white: readable, and used as it is. Words on buttons are white, 5.4\u00a0:\u00a01.',
  )
})

const upload = (bytes: Uint8Array<ArrayBuffer>) => {
  const form = new FormData()
  form.append('logo_file', new Blob([bytes]), 'logo.png')
  return new Response(form)
}

test('a logo is uploaded from its page, is kept when the other parts are saved, and is removed by its button', async () => {
  const send = async (bytes: Buffer, path = `${PAGE}/logo`) => {
    const body = upload(new Uint8Array(bytes))
    return browser.raw(path, {
      method: 'POST',
      headers: {
        'sec-fetch-site': 'same-origin',
        'content-type': body.headers.get('content-type')!,
        cookie: browser.cookies.get('ada')!,
      },
      body: await body.arrayBuffer(),
    })
  }
  await browser.visit('ada', PAGE)
  const stored = () => w.db.read((tx) => tx.count('select count(*) from logos'))
  const refused = await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  expect([refused.status, refused.main.includes('Use a PNG, JPEG or WebP')]).toEqual([422, true])
  expect(stored()).toBe(0)
  expect([(await send(Buffer.from(PICTURES.png))).location, stored()]).toEqual([PAGE, 1])
  await browser.send('ada', PAGE, { logo_url: '', accent: '#0a6b48', from_name: '' })
  expect(stored()).toBe(1)
  expect((await send(Buffer.from(PICTURES.png), `${PAGE}/domain`)).status).toBe(415)
  await browser.send('ada', `${PAGE}/logo`)
  expect(stored()).toBe(0)
})
