import { expect, test } from 'bun:test'
import { readOutline } from '../../../../src/domains/preflight/index.ts'
import { readHead } from '../../../../src/kernel/web-fetch/http/head.ts'

const page = (body: string | Uint8Array, type = 'text/html; charset=utf-8') => ({
  url: 'https://bakery.example/shop',
  headers: readHead(`HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\n`, 'GET').headers,
  body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
  truncated: false,
})

test('the share of its text that it keeps from snippets leaves out scripts, and counts what is nested once', async () => {
  const shareOf = async (html: string) => (await readOutline(page(`<title>Bread</title><body>${html}`)))!.nosnippet
  expect(await shareOf('<p>rye</p>')).toBe(0)
  expect(await shareOf('')).toBe(0)
  expect(await shareOf('<div data-nosnippet>bread<span data-nosnippet>bread</span></div><p>a loaf of rye</p>')).toBe(50)
  expect(await shareOf('<section data-nosnippet>bread</section><p data-nosnippet>wheat</p>')).toBe(50)
  expect(await shareOf('<div data-nosnippet>bread<script>let a = "long long"</script></div>')).toBe(100)
})

test('title, description, language, headings and links are told, references decoded, spaces tidied', async () => {
  const outline = await readOutline(
    page(`<!doctype html><html lang=de><head><title>Brot &amp;
      Kuchen</title><meta NAME="Description" content="Gutes  Brot"></head>
      <body><svg><title>No</title></svg><h1>Das <b>beste</b> Brot für Wien</h1><h2></h2>
      <a href="/y?a=1&amp;b=2#f">y</a><a href="/y?a=1&amp;b=2">again</a><a href="https://rival.example/" rel="nofollow">r</a>
      <a href="mailto:x@bakery.example">m</a><h3>Ende</h3>`),
  )
  expect(outline).toEqual({
    title: 'Brot & Kuchen',
    description: 'Gutes Brot',
    language: 'de',
    headings: [
      { level: 1, text: 'Das beste Brot für Wien' },
      { level: 3, text: 'Ende' },
    ],
    links: {
      internal: 2,
      external: 1,
      nofollow: 1,
      first: ['https://bakery.example/y?a=1&b=2', 'https://rival.example/'],
    },
    nosnippet: 0,
    cut: false,
  })
})

test('a page in another encoding is read as what it says', async () => {
  const latin = Buffer.from('<title>Käse</title>', 'latin1')
  expect((await readOutline(page(latin, 'text/html; charset=iso-8859-1')))!.title).toBe('Käse')
})

test('what is no HTML has none', async () => {
  expect(await readOutline(page('%PDF', 'application/pdf'))).toBeNull()
})

test('of a page that is nothing but links, some are counted and the rest is said to be cut', async () => {
  const outline = (await readOutline(page('<a href=/x>'.repeat(20_000))))!
  expect(outline.links).toMatchObject({ internal: 5000, external: 0 })
  expect(outline).toMatchObject({ cut: true, title: null })
  expect(outline.links.first).toEqual(['https://bakery.example/x'])
})
