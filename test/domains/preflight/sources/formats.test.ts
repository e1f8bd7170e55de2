import { describe, expect, spyOn, test } from 'bun:test'
import { type Entry, SourceError, SourceReader } from '../../../../src/domains/preflight/index.ts'

const HERE = 'https://bakery.example/feed'

/** What a file lists; it arrives in pieces of every size. */
function reading(text: string | Uint8Array<ArrayBuffer>, address = HERE, size = 7) {
  const reader = new SourceReader(address)
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  for (let at = 0; at < bytes.length; at += size) for (const _ of reader.write(bytes.subarray(at, at + size)));
  reader.end()
  return { reader, entries: reader.take(), kind: reader.kind }
}
const listed = (text: string, address = HERE): Entry[] => reading(text, address).entries
const SITEMAP = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>https://bakery.example/a</loc><lastmod>2026-11-01</lastmod></url>
  <!-- <url><loc>https://bakery.example/no</loc></url> -->
  <url><loc><![CDATA[https://bakery.example/b?x=1&y=2]]></loc></url></urlset>`

describe('a source of each format', () => {
  test('is read the same in pieces of every size, packed or not', () => {
    const whole = reading(SITEMAP, HERE, 1 << 16).entries
    expect(whole.map(({ url }) => url)).toEqual(['https://bakery.example/a', 'https://bakery.example/b?x=1&y=2'])
    for (let size = 1; size < 60; size++) {
      expect(reading(SITEMAP, HERE, size).entries).toEqual(whole)
      expect(reading(Bun.gzipSync(new TextEncoder().encode(SITEMAP)), HERE, size).entries).toEqual(whole)
    }
  })

  test('RSS: the link of each item, else its permanent guid; dates and the ttl', () => {
    const { entries, kind, reader } = reading(`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
      <link>https://bakery.example/</link><ttl>90</ttl><atom:link rel="self" href="https://bakery.example/feed"/>
      <item><title>A</title><link>https://bakery.example/a</link><guid>7</guid><pubDate>Mon, 02 Nov 2026 09:00:00 GMT</pubDate></item>
      <item><guid>https://bakery.example/b</guid></item>
      <item><guid isPermaLink="false">https://bakery.example/c</guid></item></channel></rss>`)
    expect([kind, reader.ttl]).toEqual(['rss', 90])
    expect(entries).toEqual([
      { url: 'https://bakery.example/a', lastmod: 'Mon, 02 Nov 2026 09:00:00 GMT' },
      { url: 'https://bakery.example/b', lastmod: null },
    ])
  })

  test('RDF', () => {
    const text = `<rdf:RDF xmlns:rdf="x"><channel><link>https://bakery.example/</link></channel>
      <item><link>https://bakery.example/a</link><dc:date>2026-11-01</dc:date></item></rdf:RDF>`
    expect(listed(text)).toEqual([{ url: 'https://bakery.example/a', lastmod: '2026-11-01' }])
  })

  test('Atom: the alternate link, resolved by xml:base', () => {
    const { entries, kind } =
      reading(`<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/blog/"><link rel="self" href="x"/>
      <entry><link rel="edit" href="no"/><link href="one"/><updated>2026-11-01T08:00:00Z</updated></entry>
      <entry xml:base="https://bakery.example/news/"><link rel='alternate' href='two?a=1&amp;b=2' title="a > b"/></entry></feed>`)
    expect(kind).toBe('atom')
    expect(entries).toEqual([
      { url: 'https://bakery.example/blog/one', lastmod: '2026-11-01T08:00:00Z' },
      { url: 'https://bakery.example/news/two?a=1&b=2', lastmod: null },
    ])
  })

  test('JSON Feed, with the page that follows', () => {
    const { entries, kind, reader } = reading(
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        authors: [{ name: '] "items": [' }],
        next_url: '/feed?page=2',
        items: [
          {
            id: '1',
            url: 'https://bakery.example/a',
            content_text: 'a "quoted" , [text] \\',
            date_modified: '2026-11-01',
          },
          { id: '2', url: '/b', tags: ['x', 'y'] },
          { id: '3' },
        ],
      }),
    )
    expect([kind, reader.next]).toEqual(['json_feed', 'https://bakery.example/feed?page=2'])
    expect(entries).toEqual([
      { url: 'https://bakery.example/a', lastmod: '2026-11-01' },
      { url: 'https://bakery.example/b', lastmod: null },
    ])
  })

  test('lists: text, CSV with a column url, arrays of addresses and of objects', () => {
    expect(listed('# ours\nhttps://bakery.example/a\r\n\nhttps://bakery.example/b').length).toBe(2)
    expect(
      listed('Name,URL,lastmod\n"Bread, dark",https://bakery.example/a,2026-11-01\nCake,https://bakery.example/b,'),
    ).toEqual([
      { url: 'https://bakery.example/a', lastmod: '2026-11-01' },
      { url: 'https://bakery.example/b', lastmod: null },
    ])
    expect(
      listed('["https://bakery.example/a", {"url": "https://bakery.example/b", "lastmod": "2026-11-01"}]'),
    ).toEqual([
      { url: 'https://bakery.example/a', lastmod: null },
      { url: 'https://bakery.example/b', lastmod: '2026-11-01' },
    ])
  })

  test('robots.txt names sitemaps', () => {
    const { entries, kind } = reading(
      'User-agent: *\nDisallow: /x\nsitemap: https://bakery.example/one.xml\nSitemap: /two.xml',
      'https://bakery.example/robots.txt',
    )
    expect([kind, ...entries.map(({ url }) => url)]).toEqual([
      'robots',
      'https://bakery.example/one.xml',
      'https://bakery.example/two.xml',
    ])
  })

  test('a page names the feeds and sitemaps that it links to', () => {
    const page = `<!doctype html><html><head><link rel="alternate" type="application/rss+xml" href="/feed.xml">
      <link rel=sitemap href="/no-quotes"><link rel="sitemap" href="/map.xml"><link rel="alternate" hreflang="de" href="/de"></head></html>`
    try {
      listed(page)
      throw new Error('was read')
    } catch (error) {
      expect(error).toBeInstanceOf(SourceError)
      expect((error as SourceError).offers).toEqual([
        'https://bakery.example/feed.xml',
        'https://bakery.example/no-quotes',
        'https://bakery.example/map.xml',
      ])
    }
  })

  test.each(['[1, 2', '{"items": [{"url": }]}', '{"items": [', '["a" "b"]'])('%s is not valid JSON', (text) => {
    expect(() => listed(text)).toThrow('is not valid JSON')
  })

  test('a file of more than 50,000 entries is read to the limit, and counts as cut', () => {
    const { reader, entries } = reading('https://bakery.example/a\n'.repeat(50_001), HERE, 1 << 16)
    expect([entries.length, reader.is_cut]).toEqual([50_000, true])
  })
})

describe('a file that is made to cost much', () => {
  test('is read in steps of 16 KiB, also where it unpacks to a thousand times its size', () => {
    const packed = Bun.gzipSync(`<urlset>${' '.repeat(900_000)}</urlset>`, { level: 9 })
    const reader = new SourceReader(HERE)
    const steps: number[] = [0]
    for (const _ of reader.write(packed)) steps.push(reader.unpacked)
    reader.end()
    expect(reader.unpacked).toBe(900_017)
    expect(Math.max(...steps.map((unpacked, i) => unpacked - (steps[i - 1] ?? 0)))).toBeLessThanOrEqual(1 << 14)
  })

  test('a base of 16 KB is not parsed with each tag below it', () => {
    const parse = spyOn(URL, 'parse')
    try {
      const base = `xml:base="https://bakery.example/${'a'.repeat(16_000)}/"`
      const { entries } = reading(`<feed ${base}>${'<a xml:base="b"/>'.repeat(1000)}
        <entry><link href="c"/></entry></feed>`)
      expect(entries).toEqual([{ url: 'https://bakery.example/c', lastmod: null }])
      const letters = parse.mock.calls.reduce((sum, [, within]) => sum + String(within).length, 0)
      expect(letters).toBeLessThan(1100 * HERE.length)
    } finally {
      parse.mockRestore()
    }
  })

  test('names of 16 KB are not joined with each tag below them', () => {
    const join = spyOn(Array.prototype, 'join')
    try {
      expect(reading(`<feed><${'a'.repeat(16_000)}>${'<link/>'.repeat(1000)}<entry/></feed>`).kind).toBe('atom')
      expect(join.mock.calls.length).toBeLessThan(1000)
    } finally {
      join.mockRestore()
    }
  })
})
