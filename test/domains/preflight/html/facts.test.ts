import { describe, expect, test } from 'bun:test'
import { readPage, refreshTarget } from '../../../../src/domains/preflight/html/facts.ts'
import { slower } from '../../../slower.ts'

const readBytes = async (page: Buffer, type: string | null, patience = { left: 10_000 }) => {
  const { facts, body_at } = await readPage(page, type, patience)
  return { ...facts, ended: body_at >= 0 }
}
const read = (html: string, type: string | null = 'text/html; charset=utf-8') => readBytes(Buffer.from(html), type)

const NOINDEX = '<meta name=robots content=noindex>'

test('a name with blanks within is read in one pass', async () => {
  const page = (name: string) => Buffer.from(`<head>${`<meta name="x${name}x" content=a>`.repeat(20)}</head><body>`)
  const reading = (bytes: Buffer) => readPage(bytes, 'text/html; charset=utf-8', { left: 10_000 })
  expect(slower(reading, page(' '.repeat(8000)), page('x'.repeat(8000)))).toBeLessThan(50)
  const { metas } = await read(
    '<head><meta name="\t\n\f\r Robots\t\n\f\r " content=a><meta name="\u00a0robots" content=b>',
  )
  expect(metas).toEqual([{ name: 'robots', content: 'a' }])
})

describe('a page', () => {
  test('gives its metas, canonicals, base, refresh, title and languages', async () => {
    const page = await read(`<!doctype html><html lang="en"><head><title>Bread &amp; butter</title>
      <META NAME=" Robots" CONTENT="noindex, nofollow">
      <meta name=googlebot content=none><meta name="description"><meta property="og:url" content="/og">
      <base target="_blank"><base href="/de/"><base href="/fr/">
      <link rel="stylesheet" href="/a.css"><link rel="alternate CANONICAL" href='/bread?a=1&amp;b=2'>
      <link rel=alternate hreflang=de href=/de/brot>
      <meta http-equiv="Refresh" content="5; url=/next"><meta http-equiv="refresh" content="0; url=/later">
      <noscript><meta name=robots content=none></noscript>
      </head><body>${NOINDEX}`)
    expect(page).toEqual({
      metas: [
        { name: 'robots', content: 'noindex, nofollow' },
        { name: 'googlebot', content: 'none' },
      ],
      body_metas: [{ name: 'robots', content: 'noindex' }],
      noscript_metas: [{ name: 'robots', content: 'none' }],
      canonicals: ['/bread?a=1&b=2'],
      alternates: [{ hreflang: 'de', href: '/de/brot' }],
      base: '/de/',
      refresh: '/next',
      title: 'Bread & butter',
      complete: true,
      ended: true,
    })
  })

  test.each([
    ['its body', '<head></head><body class=x>'],
    ['a body without a head', '<BODY>'],
    ['an element of the body', '<head><title>x</title><p>'],
    ['an iframe', '<head><iframe></iframe>'],
    ['a vector image', '<head><svg></svg>'],
    ['text', '<head>text'],
    ['a space that is not white', '<head>&nbsp;'],
    ['the byte order mark of an included file', '<head>\ufeff'],
    ['a stray end tag', '<head></br>'],
    ['a second end', '<head></html>'],
  ])('has a head that ends with %s', async (_, html) => {
    const page = await read(`${html}<link rel=canonical href=/late>${NOINDEX}`)
    expect(page).toMatchObject({ canonicals: [], metas: [], ended: true })
    expect(page.body_metas).toEqual([{ name: 'robots', content: 'noindex' }])
  })

  test.each([
    ['comments', `<!-- <body> ${NOINDEX} -->`],
    ['scripts', '<script>document.write("<body><p>")</script>'],
    ['styles', '<style>/* <body> */</style>'],
    ['titles', '<title>about <body> and <p></title>'],
    ['templates', `<template><body><p>${NOINDEX}</template>`],
    ['noscript', `<noscript>${NOINDEX}<img src=/pixel></noscript>`],
    ['attributes', '<meta name=description content="<body><p>">'],
    ['what stands between head and body', '</head>'],
  ])('has a head that does not end in %s', async (_, html) => {
    const page = await read(`<head>${html}<link rel=canonical href=/here></head><body><link rel=canonical href=/late>`)
    expect(page.canonicals).toEqual(['/here'])
    expect([...page.metas, ...page.body_metas]).toEqual([])
    expect(page.ended).toBeTrue()
  })

  test('that is cut off anywhere gives what came before', async () => {
    const html = `<head><link rel=canonical href="/a">${NOINDEX}<title>x</title></head><body>`
    for (let length = 0; length <= html.length; length++) {
      const page = await read(html.slice(0, length))
      expect(page.canonicals).toEqual(length >= html.indexOf('<meta') ? ['/a'] : [])
      expect(page.metas).toHaveLength(length >= html.indexOf('<title') ? 1 : 0)
      expect(page.ended).toBe(length === html.length)
    }
  })

  test.each([
    ['the header', 'text/html; charset="ISO-8859-1"', 'latin1', ''],
    ['the page', 'text/html', 'latin1', '<meta charset=windows-1252>'],
    ['the page after much else', 'text/html', 'latin1', `<meta name=x content="${'x'.repeat(400)}" charset=latin1>`],
    ['an old-style meta', null, 'latin1', '<meta http-equiv=content-type content="text/html; charset=latin1">'],
    ['a byte order mark', 'text/html; charset=utf-8', 'utf16le', '\ufeff'],
    ['a byte order mark against the header', 'text/html; charset=windows-1252', 'utf8', '\ufeff'],
    ['nobody', null, 'utf8', ''],
    ['a header that is wrong', 'text/html; charset=klingon', 'utf8', ''],
    ['UTF-8, where the page cannot be what it states', null, 'utf8', '<meta charset=utf-16>'],
    [
      'UTF-8, where an encoding is only spoken of',
      null,
      'utf8',
      '<!-- charset=latin1 --><meta content="charset=latin1">',
    ],
  ] as const)('is decoded as %s says', async (_, type, encoding, start) => {
    const page = Buffer.from(`${start}<head><link rel=canonical href="/bäckerei">${NOINDEX}<body>`, encoding)
    expect(await readBytes(page, type)).toMatchObject({ canonicals: ['/bäckerei'], metas: [{ content: 'noindex' }] })
  })

  test.each([
    ...['utf-16be', 'shift_jis', 'gb18030', 'big5', 'euc-kr', 'iso-2022-jp', 'koi8-u', 'x-user-defined', 'macintosh'],
    ...['iso-8859-8-i', 'iso-8859-16', 'x-mac-cyrillic', 'windows-874', 'hz-gb-2312'],
  ])('in %s is read without an error', async (charset) => {
    expect((await read('<head><link rel=canonical href=/a>', `text/html; charset=${charset}`)).complete).toBeTrue()
  })

  test('of nothing but head elements is read to a limit', async () => {
    expect((await read('<meta name=robots content=index>'.repeat(30_000))).metas).toHaveLength(1_000)
    expect((await read('<link rel=canonical href=/a>'.repeat(30_000))).canonicals).toHaveLength(500)
  })

  test('keeps no more of an attribute than an address can need', async () => {
    const { metas } = await read(`<meta name=robots content="${'x'.repeat(500_000)}"><body>`)
    expect(metas[0]!.content.length).toBe(8 * 1024)
  })

  test('too odd to be followed to its end says so, and what its head says', async () => {
    const html = `<head><link rel=canonical href=/a><body>${'<div>'.repeat(2_000)}${NOINDEX}`
    expect(await read(html)).toMatchObject({ complete: false, canonicals: ['/a'], body_metas: [] })
    const odd = Buffer.from(`<head>${NOINDEX}<body>${'<p>x</p>'.repeat(2_000)}${NOINDEX}`)
    expect(await readBytes(odd, 'text/html', { left: 0 })).toMatchObject({ complete: false, metas: [{}] })
  })

  test.each([
    ...['<', '<!', '<!--', '</', '<a', '<meta', '<meta name="', '\0', '<frameset><noframes><title>'],
    ...['<select><title><select>', '<b', '<base href="', '<noscript>'],
  ])('of %j and its like is read without an error', async (html) => {
    expect((await read(html)).canonicals).toEqual([])
    expect((await read(html.repeat(5_000))).canonicals).toEqual([])
  })
})

describe('a refresh', () => {
  test.each([
    ['0;url=/next', '/next'],
    ['5; URL="/next"', '/next'],
    ["0; url = '/next' ignored", '/next'],
    ['0, /next', '/next'],
    ['0 /next', '/next'],
    [' 1.5 ; url=https://shop.example/?a=b;c', 'https://shop.example/?a=b;c'],
    ['.5;url=/next', '/next'],
    ['0;urls', 'urls'],
    ['0; /next ', '/next'],
  ])('%j leads to %s', (content, target) => {
    expect(refreshTarget(content)).toBe(target!)
  })

  test.each(['', '5', ' 5 ', '5;', '5; ', '5;url=', "5;url=''", 'url=/next', '/next', '-1;url=/next'])(
    '%j leads nowhere',
    (content) => {
      expect(refreshTarget(content)).toBeNull()
    },
  )

  test('of a long run of digits or blanks is read in one pass', () => {
    expect(refreshTarget('1'.repeat(200_000))).toBeNull()
    expect(refreshTarget(`1${' '.repeat(200_000)}`)).toBeNull()
  })
})

test.each([
  ['a&amp;b&AMP;c', 'a&b&c'],
  ['&#38;&#x26;&#X26;&#38', '&&&&'],
  ['&#x1F35E;', '🍞'],
  ['&quot;&apos;&lt;&gt;&sol;&colon;&quest;&equals;&num;', '"\'<>/:?=#'],
  ['?a=1&copy=2&b', '?a=1&copy=2&b'],
  ['caf&eacute;/caf&eacute', 'café/café'],
  ['&nbsp;&nbsp', '\u00a0\u00a0'],
  ['&unknown; &#; &#x; &', '&unknown; &#; &#x; &'],
  ['&#0;&#1114112;', '\ufffd\ufffd'],
])('the attribute value %j means %j', async (written, meant) => {
  const { canonicals } = await read(`<link rel=canonical href="${written.replaceAll('"', '&quot;')}">`)
  expect(canonicals).toEqual([meant!])
})
