import { describe, expect, test } from 'bun:test'
import { type Download, type Entry, readSitemap, SourceReader } from '../../src/domains/preflight/index.ts'
import { downloadSitemap } from '../../src/upstream/sitemap.ts'
import { usedByLoop } from '../turns.ts'

const HERE = 'https://bakery.example/sitemap.xml'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
/** What a file lists, in pieces of so many octets. */
function parseSitemap(text: string, address: string, size = 1 << 16): { kind: string | null; entries: Entry[] } {
  const reader = new SourceReader(address)
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += size) for (const _ of reader.write(bytes.subarray(at, at + size)));
  reader.end()
  return { kind: reader.kind, entries: reader.take() }
}
const given =
  (text: string, cut = false): Download =>
  async (_, take) => {
    await take(new TextEncoder().encode(text))
    return cut
  }
const pages = (inner: string) => parseSitemap(`<?xml version="1.0"?><urlset ${NAMESPACE}>${inner}</urlset>`, HERE)
const urls = (inner: string) => pages(inner).entries.map(({ url }) => url)

describe('a sitemap', () => {
  test('lists pages with their dates, in whichever order these stand', () => {
    expect(
      pages(`
        <url><loc> https://bakery.example/a </loc><lastmod>2026-11-20</lastmod></url>
        <url><lastmod>2026-11-21T08:00:00+01:00</lastmod><priority>0.5</priority><loc>https://bakery.example/b</loc></url>
        <url><loc>https://bakery.example/c</loc></url>`),
    ).toEqual({
      kind: 'sitemap',
      entries: [
        { url: 'https://bakery.example/a', lastmod: '2026-11-20' },
        { url: 'https://bakery.example/b', lastmod: '2026-11-21T08:00:00+01:00' },
        { url: 'https://bakery.example/c', lastmod: null },
      ],
    })
  })

  test('is read through references, CDATA, comments and processing instructions', () => {
    expect(
      urls(`<!-- <url><loc>https://bakery.example/no</loc></url> --><?pi <url> ?>
        <url><loc>https://bakery.example/?a=1&amp;b=2&#x26;c=3&#38;d</loc></url>
        <url><loc><![CDATA[https://bakery.example/?a=1&b=2]]></loc></url>
        <url><loc>https://bakery.example/&unknown;</loc></url>`),
    ).toEqual([
      'https://bakery.example/?a=1&b=2&c=3&d',
      'https://bakery.example/?a=1&b=2',
      'https://bakery.example/&unknown;',
    ])
  })

  test('has addresses of its own alone: those of images, videos and other languages are not pages', () => {
    expect(
      urls(`<url><image:image><image:loc>https://bakery.example/i.png</image:loc></image:image>
        <loc>https://bakery.example/a</loc><xhtml:link rel="alternate" href="https://bakery.example/de"/>
        <video:video><loc>https://bakery.example/v</loc></video:video></url>`),
    ).toEqual(['https://bakery.example/a'])
  })

  test('may give the vocabulary a prefix', () => {
    const text = `<sm:urlset xmlns:sm="x"><sm:url><sm:loc>https://bakery.example/a</sm:loc></sm:url></sm:urlset>`
    expect(parseSitemap(text, HERE).entries).toEqual([{ url: 'https://bakery.example/a', lastmod: null }])
  })

  test('that breaks off gives what came before', () => {
    const text = `<urlset><url><loc>https://bakery.example/a</loc></url><url><loc>https://bakery.exam`
    expect(parseSitemap(text, HERE).entries.map(({ url }) => url)).toEqual(['https://bakery.example/a'])
  })

  test.each(['<url><loc', '<url><loc>', '<!-- <url>', '<![CDATA[', '&amp', '<url>&#'])(
    'of nothing but %s is read in one pass',
    (piece) => {
      const before = process.cpuUsage()
      try {
        pages(piece.repeat(1_000_000))
      } catch (error) {
        expect(String(error)).toContain('tags inside each other')
      }
      // It takes a fraction of a second; minutes where the rest is read again at each piece.
      expect(process.cpuUsage(before).user / 1e6).toBeLessThan(15)
    },
  )

  test('of a million tags inside each other is refused at the 257th', () => {
    expect(() => pages('<a>'.repeat(1_000_000))).toThrow('has more than 256 tags inside each other')
  })

  test('with a document type has no entities of its own, and asks nobody for them', () => {
    const bomb = `<!DOCTYPE urlset [<!ENTITY a "https://rival.example/x"><!ENTITY b SYSTEM "file:///etc/passwd">]>`
    const text = `${bomb}<urlset><url><loc>https://bakery.example/&a;&b;</loc></url></urlset>`
    expect(parseSitemap(text, HERE).entries[0]?.url ?? '').not.toContain('rival')
  })

  test.each([
    ['<!doctype html><html></html>', 'is a page'],
    ['<svg></svg>', 'is not a sitemap, a feed or a list'],
    ['<!-- -->', 'is not a sitemap'],
    ['{"version": 1}', 'is not a sitemap'],
    ['words', 'is not a sitemap'],
    ['', 'is not a sitemap'],
  ])('is not %s', (text, reason) => {
    expect(() => parseSitemap(text, HERE)).toThrow(`${HERE} ${reason}`)
  })
})

describe('a long file', () => {
  const MB = 2 ** 20
  const fill = (piece: string, bytes: number) => piece.repeat(Math.ceil(bytes / piece.length))
  const addresses = fill(`https://bakery.example/${'a'.repeat(200)}\n`, 8 * MB)
  const reading = (text: string, more: Partial<Parameters<typeof readSitemap>[1]> = {}) =>
    readSitemap(HERE, { download: given(text), ...more }).then(
      ({ entries }) => entries.length,
      () => 0,
    )
  /** Milliseconds of processor for each turn that others had while it was read. */
  async function timeBetweenTurns(work: Promise<unknown>): Promise<number> {
    const started = usedByLoop()
    let turns = 0
    let over = false
    const next = () => {
      turns++
      if (!over) setImmediate(next)
    }
    setImmediate(next)
    await work
    over = true
    return (usedByLoop() - started) / turns
  }

  test.each([
    ['empty lines', fill('\n', 16 * MB)],
    ['addresses', addresses],
    ['comments', `<urlset>${fill('<!---->', 16 * MB)}`],
    ['CDATA', `<urlset>${fill('<![CDATA[]]>', 16 * MB)}`],
    ['instructions', `<urlset>${fill('<?a?>', 8 * MB)}`],
    ['tags that close themselves', `<urlset>${fill('<a/>', 8 * MB)}`],
  ])('of %s leaves the others their turns', async (_, text) => {
    expect(await timeBetweenTurns(reading(text))).toBeLessThan(10)
  })

  test('of references alone is not worked out', () => {
    expect(
      urls(`<url><loc>${fill('&amp;', 16 * MB)}</loc></url><url><loc>https://bakery.example/a</loc></url>`),
    ).toEqual(['https://bakery.example/a'])
  })

  test('is read as far as pages are wanted, and one more', async () => {
    const xml = `<urlset>${fill('<url><loc>https://bakery.example/a</loc></url>', MB)}</urlset>`
    for (const text of [addresses, xml]) expect(await reading(text, { most_pages: 10 })).toBe(11)
  })

  test('is given up when nobody waits for it any more', async () => {
    const gone = new AbortController()
    const work = readSitemap(HERE, { download: given(addresses), signal: gone.signal })
    setImmediate(() => gone.abort())
    expect(work).rejects.toThrow('was not read to its end')
    await work.catch(() => {})
  })

  test.each([
    ['https://bakery.example/a\nhttps://bakery.example/b', ['https://bakery.example/a']],
    [
      '<urlset><url><loc>https://bakery.example/a</loc></url><url><loc>https://bakery.example/b',
      ['https://bakery.example/a'],
    ],
  ])('that was cut has no half address: %s', async (text, found) => {
    const { entries, cut } = await readSitemap(HERE, { download: given(text, true) })
    expect([entries.map(({ url }) => url), cut]).toEqual([found, 1])
  })
})

describe('reading', () => {
  /** A site whose every path is answered by a function. */
  async function site<T>(answer: (path: string, origin: string) => BodyInit, use: (origin: string) => Promise<T>) {
    let origin = ''
    const server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: ({ url }) => new Response(answer(new URL(url).pathname, origin)),
    })
    origin = server.url.origin
    try {
      return await use(origin)
    } finally {
      server.stop(true)
    }
  }
  const index = (...locations: string[]) =>
    `<sitemapindex>${locations.map((loc) => `<sitemap><loc>${loc}</loc></sitemap>`).join('')}</sitemapindex>`
  const read = (origin: string) => readSitemap(`${origin}/`, { download: downloadSitemap })

  test('an index that names itself, or one file twice, ends', async () => {
    const found = await site(
      (path, origin) =>
        path === '/'
          ? index(`${origin}/`, `${origin}/a`, `${origin}/a`)
          : `<urlset><url><loc>${origin}/x</loc></url></urlset>`,
      read,
    )
    expect([found.files, found.entries.length]).toEqual([2, 1])
  })

  test('an index without end is given up', async () => {
    let n = 0
    const endless = site((_, origin) => index(`${origin}/${++n}`), read)
    expect(endless).rejects.toThrow('is an index inside indexes')
    await endless.catch(() => {})
  })

  test('a file that unpacks to far more than its size is refused', async () => {
    const bomb = Bun.gzipSync(new Uint8Array(60 * 2 ** 20).fill(10))
    const refused = site(() => bomb, read)
    expect(refused).rejects.toThrow('unpacks to more than 200 times its size')
    await refused.catch(() => {})
  })
})
