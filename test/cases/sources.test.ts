/** Sitemaps and feeds as real sites send them, read by a standing push, the page of a push and the command line. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readSitemap } from '../../src/domains/preflight/index.ts'
import { ifSource } from '../../src/features/standing/index.ts'
import { previewFor } from '../../src/features/standing/pushes/source-preview.ts'
import { readerOf } from '../../src/kernel/language/reader.ts'
import { inPlainEnglish, sayStored, unpackSaid } from '../../src/kernel/language/say.ts'
import { at, SECOND } from '../../src/kernel/time/clock.ts'
import { downloadSitemap } from '../../src/upstream/sitemap.ts'
import { index, site, urlset, type Watching, watching } from '../features/standing/watching.ts'
import { callerOf } from '../world.ts'
import { PACKED, SOURCES } from './sources.ts'

let w: Watching
beforeAll(async () => {
  w = await watching()
})
afterAll(() => w.stop())

const PSEUDO_READER = readerOf('UTC', 'qps')

const signal = new AbortController().signal
async function preview(address: string) {
  const found = await ifSource(() =>
    previewFor(w.app, {
      reader: callerOf('ada'),
      row: null,
      address,
      tenant_id: 'ten_northwind',
      rules: undefined,
      signal,
      authorization: undefined,
    }),
  )
  const stored = found.notes.map(unpackSaid)
  return { ...found, notes: stored.map(inPlainEnglish), shown: stored.map((note) => sayStored(PSEUDO_READER, note)) }
}
const here = (text: string): string =>
  text.replaceAll('{o}', w.web.origin).replaceAll('{host}', new URL(w.web.origin).host)

function filled(file: string | Uint8Array): Uint8Array<ArrayBuffer> {
  if (typeof file === 'string') return new TextEncoder().encode(here(file))
  const [plain, wide] = [Buffer.from(file).toString('latin1'), Buffer.from('{o}', 'utf16le').toString('latin1')]
  const origin = Buffer.from(w.web.origin, 'utf16le').toString('latin1')
  return new Uint8Array(Buffer.from(here(plain).replaceAll(wide, origin), 'latin1'))
}

test.each(SOURCES.map((one) => [one.name, one] as const))('%s', async (_, { file, type, take, note, refused }) => {
  const path = '/source'
  w.web.put(path, () => new Response(filled(file), { headers: { 'content-type': type ?? 'application/octet-stream' } }))
  if (refused) {
    await expect(preview(w.web.at(path))).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining(here(refused)),
    })
    return
  }
  const said = await preview(w.web.at(path))
  expect(said.take.toSorted()).toEqual(take!.map(([url]) => w.web.origin + url).toSorted())
  const days = take!.map(([, day]) => day).filter((day) => day !== null)
  expect([said.dated, said.newest?.slice(0, 10) ?? null]).toEqual([days.length, days.toSorted().at(-1) ?? null])
  expect(said.shown.filter((note) => !/^⟦.*⟧$/.test(note))).toEqual([])
  if (note) expect(said.notes.join(' ')).toMatch(note)
  else expect(said.notes.join(' ')).not.toMatch(/cannot be read|without the address|lists no page/)
})

test.each(Object.keys(PACKED) as (keyof typeof PACKED)[])('gzip %s, with any type and size of pieces', async (how) => {
  const file = PACKED[how](Buffer.from(urlset(w.web.origin, [['/1'], ['/2']])))
  w.web.put('/packed', () => new Response(new Uint8Array(file), { headers: { 'content-type': 'text/plain' } }))
  expect((await preview(w.web.at('/packed'))).take).toHaveLength(2)
  for (const size of [1, 7, 1000]) {
    const { entries } = await readSitemap('https://bakery.example/sitemap.xml.gz', {
      async download(_, take) {
        for (let at = 0; at < file.length; at += size) await take(file.subarray(at, at + size))
        return false
      },
    })
    expect(entries.map(({ url }) => url)).toEqual([w.web.at('/1'), w.web.at('/2')])
  }
})

describe('a family of sitemaps', () => {
  const far = 'http://127.0.0.2'
  /** The same for each door: what the command line reads, and what a standing push would. */
  const cli = (address: string) => readSitemap(address, { download: downloadSitemap })

  test('goes on when one of its files is missing, and names it', async () => {
    w.web.put('/index.xml', index(w.web.origin, [['/gone.xml'], ['/page'], ['/good.xml']]))
    w.web.put('/page', '<!doctype html><title>x</title>')
    w.web.put('/good.xml', urlset(w.web.origin, [['/1'], ['/2']]))
    const { entries, left } = await cli(w.web.at('/index.xml'))
    expect(entries.map(({ url }) => url)).toEqual([w.web.at('/1'), w.web.at('/2')])
    expect(left).toEqual([`${w.web.at('/gone.xml')} answers 404`, `${w.web.at('/page')} is a page, not a sitemap`])
    const said = await preview(w.web.at('/index.xml'))
    expect([said.take.length, said.partial, said.notes.join()]).toEqual([
      2,
      true,
      expect.stringContaining('/gone.xml answers 404'),
    ])
  })

  test('of which no file can be read says why', async () => {
    w.web.put('/index.xml', index(w.web.origin, [['/gone.xml']]))
    await expect(cli(w.web.at('/index.xml'))).rejects.toThrow('/gone.xml answers 404')
  })

  test('may be relative', async () => {
    w.web.put(
      '/maps/index.xml',
      '<sitemapindex><sitemap><loc>a.xml</loc></sitemap><sitemap><loc>/b.xml</loc></sitemap></sitemapindex>',
    )
    w.web.put('/maps/a.xml', urlset(w.web.origin, [['/a']]))
    w.web.put('/b.xml', urlset(w.web.origin, [['/b']]))
    expect((await cli(w.web.at('/maps/index.xml'))).entries).toHaveLength(2)
    expect((await preview(w.web.at('/maps/index.xml'))).take).toHaveLength(2)
  })

  test('of another host is named, with what to do', async () => {
    w.web.put('/index.xml', '<sitemapindex><sitemap><loc>http://127.0.0.2:1/a.xml</loc></sitemap></sitemapindex>')
    w.web.put('/robots.txt', 'User-agent: *\n')
    await expect(cli(w.web.at('/index.xml'))).rejects.toThrow(
      'http://127.0.0.2:1/a.xml is on another host: give its address',
    )
    expect((await preview(w.web.at('/index.xml'))).notes.join()).toContain(
      '1 sitemap is on another host and was not read, such as http://127.0.0.2:1/a.xml',
    )
  })

  test('of another host is read where robots.txt of the site names it (sitemaps.org, cross submits)', async () => {
    const port = Number(new URL(w.web.origin).port)
    const cdn = Bun.serve({
      hostname: '127.0.0.2',
      port: 0,
      fetch: () => new Response(urlset(w.web.origin, [['/from-cdn']])),
    })
    try {
      const there = `${far}:${cdn.port}/map.xml`
      expect(port).not.toBe(cdn.port)
      w.web.put('/index.xml', `<sitemapindex><sitemap><loc>${there}</loc></sitemap></sitemapindex>`)
      w.web.put('/robots.txt', `User-agent: *\nSitemap: ${there}\n`)
      for (const address of ['/index.xml', '/robots.txt']) {
        expect((await cli(w.web.at(address))).entries.map(({ url }) => url)).toEqual([w.web.at('/from-cdn')])
        expect((await preview(w.web.at(address))).take).toEqual([w.web.at('/from-cdn')])
      }
    } finally {
      cdn.stop(true)
    }
  })

  test('goes with the address that it redirects to', async () => {
    const www = site()
    try {
      const other = www.origin.replace('127.0.0.1', 'localhost')
      w.web.put('/moved.xml', () => Response.redirect(`${other}/index.xml`, 301))
      www.put('/index.xml', `<sitemapindex><sitemap><loc>${other}/a.xml</loc></sitemap></sitemapindex>`)
      www.put('/a.xml', urlset(other, [['/1']]))
      expect((await cli(w.web.at('/moved.xml'))).entries.map(({ url }) => url)).toEqual([`${other}/1`])
      await expect(preview(w.web.at('/moved.xml'))).rejects.toMatchObject({
        message: expect.stringContaining(`give ${other}/index.xml`),
      })
    } finally {
      www.stop()
    }
  })

  test('with and without www., by http and https, is one', async () => {
    const files: Record<string, string> = {
      'https://bakery.example/index.xml': index('http://www.bakery.example', [['/a.xml']]),
      'http://www.bakery.example/a.xml': urlset('https://www.bakery.example', [['/1']]),
    }
    const { entries, left } = await readSitemap('https://bakery.example/index.xml', {
      async download(url, take) {
        await take(new TextEncoder().encode(files[url]))
        return false
      },
    })
    expect([entries.map(({ url }) => url), left]).toEqual([['https://www.bakery.example/1'], []])
  })
})

test('a date says how long it lasts', async () => {
  const { readDate } = await import('../../src/domains/preflight/index.ts')
  expect(readDate('2026-11-01')).toEqual({ ms: Date.parse('2026-11-01'), lasts: 86_400 * SECOND })
  expect(at(readDate('2026-11-01T10:00:00+02')!.ms)).toBe('2026-11-01T08:00:00.000Z')
})
