/** Files of links in the encodings that programs write, and lists that a server sends. */
import { describe, expect, test } from 'bun:test'
import { readList, SourceReader, takeUrls, textOfFile } from '../../src/domains/preflight/index.ts'

const B = 'https://bakery.example'
const TABLE = `Seite;Titel\r\n${B}/café;Bäckerei\r\n${B}/2;Brötchen – frisch\r\n`
const LINKS = [`${B}/caf%C3%A9`, `${B}/2`]

const latin1 = (text: string) => Buffer.from(text.replaceAll('–', '\x96'), 'latin1')
const utf16 = (text: string) => Buffer.from(text, 'utf16le')

test.each<[name: string, source: string, file: Uint8Array]>([
  ['Excel, CSV UTF-8', 'SORMAS-Foundation/SORMAS-Project#3747', Buffer.from(`\ufeff${TABLE}`)],
  ['Numbers and Sheets, CSV', 'SORMAS-Foundation/SORMAS-Project#3747', Buffer.from(TABLE)],
  ['Excel in the West, CSV', 'hakluke/hakrawler#3; contao/core-bundle#1085', latin1(TABLE)],
  ['Excel, Unicode text', 'qbicsoftware/data-manager-app PR#588', utf16(`\ufeff${TABLE.replaceAll(';', '\t')}`)],
  ['UTF-16 without a mark', 'isaacs/sax-js#270', utf16(TABLE)],
  ['UTF-16, high byte first', 'a-gubskiy/X.Web.Sitemap#36', utf16(`\ufeff${TABLE}`).swap16()],
  [
    'PowerShell, Export-Csv',
    'PowerShell/PowerShell#7776 (by kind)',
    utf16(`\ufeff"Url","Name"\r\n"${B}/café","x"\r\n"${B}/2","y"\r\n`),
  ],
  ['Excel for Mac, CR', 'WarrenWilkinson/read-csv#7', latin1(TABLE.replaceAll('\r\n', '\r'))],
  [
    'a sitemap in Latin',
    'hakluke/hakrawler#3',
    latin1(
      `<?xml version="1.0" encoding="ISO-8859-1"?><urlset><url><loc>${B}/café</loc></url><url><loc>${B}/2</loc></url></urlset>`,
    ),
  ],
  [
    'a sitemap as its server keeps it (.xml.gz)',
    'GateNLP/ultimate-sitemap-parser PR#89',
    Buffer.from(Bun.gzipSync(`<urlset><url><loc>${B}/café</loc></url><url><loc>${B}/2</loc></url></urlset>`)),
  ],
])('%s (%s)', async (_, __, file) => {
  const read = await textOfFile(file)
  const { entries } = await readList('text' in read ? read.text : '')
  const taken = await takeUrls(entries)
  expect([taken.urls, taken.invalid]).toEqual([LINKS, []])
})

test.each([
  ['a workbook', [0x50, 0x4b, 3, 4], 'save the sheet with the links as CSV'],
  ['an old workbook', [0xd0, 0xcf, 0x11, 0xe0], 'save the sheet with the links as CSV'],
  ['a PDF', [0x25, 0x50, 0x44, 0x46], 'copy its links'],
  ['a damaged package', [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 7, 7], 'is packed, but damaged'],
  ['a bomb', [...Bun.gzipSync(new Uint8Array(60 << 20))], 'unpacks to more than 50 MB'],
  ['an image', [0xff, 0xd8, 0, 1, 0, 0, 7, 7, 0], 'is not text'],
])('%s is refused, with what to do', async (_, bytes, words) => {
  expect(await textOfFile(new Uint8Array(bytes))).toEqual({ refused: expect.stringContaining(words) })
})

describe('a list by HTTP', () => {
  const read = (text: string | Uint8Array) => {
    const reader = new SourceReader(`${B}/list.csv`)
    for (const _ of reader.write(Buffer.from(text as string)));
    reader.end()
    return reader.take()
  }

  test.each([
    [
      'semicolons',
      'vaughany/yourls-bulk-import-and-shorten#14',
      `url;lastmod\n${B}/story,1;2026-11-01\n${B}/story,2;2026-11-01\n`,
      [`${B}/story,1`, `${B}/story,2`],
    ],
    [
      'CR alone',
      'WarrenWilkinson/read-csv#7; mholt/PapaParse#43',
      `${B}/1\r${B}/2\r${B}/3`,
      [`${B}/1`, `${B}/2`, `${B}/3`],
    ],
    [
      'CR alone with a header',
      'WarrenWilkinson/read-csv#7',
      `url,lastmod\r${B}/1,2026-11-01\r${B}/2,\r`,
      [`${B}/1`, `${B}/2`],
    ],
    [
      'tabs without a header',
      'fhightower/ioc-finder#261',
      `${B}/1\t2026-11-01\n${B}/2\t2026-11-01\n`,
      [`${B}/1`, `${B}/2`],
    ],
    [
      'a line break in a cell',
      'hew-lang/hew#1674',
      `id,title,url\n1,"Bread\nand cake",${B}/1\n2,Tea,${B}/2\n`,
      [`${B}/1`, `${B}/2`],
    ],
    ['a comment behind a link', 'citizenlab/test-lists PR#216 (by kind)', `# ours\n${B}/1 # home\n`, [`${B}/1`]],
    [
      'another header than url',
      'noitcudni/google-search-console-bulk-url-removal#2',
      `Top pages,Clicks\n${B}/1,2\n`,
      [`${B}/1`],
    ],
  ])('with %s (%s)', (_, __, text, links) => {
    expect(read(text).map(({ url }) => url)).toEqual(links)
  })

  test('has the dates of its column', () => {
    expect(read(`url;lastmod\n${B}/1;2026-11-01\n${B}/2;\n`)).toEqual([
      { url: `${B}/1`, lastmod: '2026-11-01' },
      { url: `${B}/2`, lastmod: null },
    ])
  })

  test.each(['Dear reader,\nthis is no list.\nSee https://bakery.example/ for more.\nYours', 'nothing\n'.repeat(200)])(
    'is none where most lines are words: %.20j',
    (text) => {
      expect(() => read(text)).toThrow('is not a sitemap, a feed or a list')
    },
  )
})
