import { describe, expect, test } from 'bun:test'
import { decodeEntities, readHead, refreshTarget } from '../../../src/domains/preflight/html-facts.ts'

const read = (html: string, type: string | null = 'text/html; charset=utf-8') => readHead(Buffer.from(html), type)

describe('the head of a page', () => {
  test('gives its metas, canonicals, base and refresh', () => {
    const head = read(`<!doctype html><html lang="en"><head><title>Bread</title>
      <META NAME="Robots" CONTENT="noindex, nofollow">
      <meta name=googlebot content=none><meta name="description"><meta property="og:url" content="/og">
      <base target="_blank"><base href="/de/"><base href="/fr/">
      <link rel="stylesheet" href="/a.css"><link rel="alternate CANONICAL" href='/bread?a=1&amp;b=2'>
      <meta http-equiv="Refresh" content="5; url=/next"><meta http-equiv="refresh" content="0; url=/later">
      </head><body>`)
    expect(head).toEqual({
      metas: [
        { name: 'robots', content: 'noindex, nofollow' },
        { name: 'googlebot', content: 'none' },
      ],
      canonicals: ['/bread?a=1&b=2'],
      base: '/de/',
      refresh: '/next',
      ended: true,
    })
  })

  test.each([
    ['its body', '<head></head><body class=x>'],
    ['a body without a head', '<BODY>'],
    ['an element of the body', '<head><title>x</title><p>'],
    ['an iframe in the head', '<head><iframe></iframe>'],
    ['a vector image in the head', '<head><svg></svg>'],
  ])('ends with %s', (_, html) => {
    expect(read(`${html}<link rel=canonical href=/late><meta name=robots content=noindex>`)).toMatchObject({
      canonicals: [],
      metas: [],
      ended: true,
    })
  })

  test.each([
    ['comments', '<!-- <body> <meta name=robots content=noindex> -->'],
    ['scripts', '<script>document.write("<body><p>")</script>'],
    ['styles', '<style>/* <body> */</style>'],
    ['titles', '<title>about <body> and <p></title>'],
    ['templates', '<template><body><p><meta name=robots content=noindex></template>'],
    ['noscript', '<noscript><meta name=robots content=noindex><img src=/pixel></noscript>'],
    ['attributes', '<meta name=description content="<body><p>">'],
    ['what stands between head and body', '</head>'],
  ])('does not end in %s', (_, html) => {
    const head = read(`<head>${html}<link rel=canonical href=/here></head><body><link rel=canonical href=/late>`)
    expect(head.canonicals).toEqual(['/here'])
    expect(head.metas.filter(({ name }) => name === 'robots')).toEqual([])
    expect(head.ended).toBeTrue()
  })

  test('that is cut off anywhere gives what came before', () => {
    const html = '<head><link rel=canonical href="/a"><meta name=robots content=noindex><title>x</title></head><body>'
    for (let length = 0; length <= html.length; length++) {
      const head = read(html.slice(0, length))
      expect(head.canonicals).toEqual(length >= html.indexOf('<meta') ? ['/a'] : [])
      expect(head.metas).toHaveLength(length >= html.indexOf('<title') ? 1 : 0)
      expect(head.ended).toBe(length === html.length)
    }
  })

  test.each([
    ['the header', 'text/html; charset="ISO-8859-1"', 'latin1', ''],
    ['the page', 'text/html', 'latin1', '<meta charset=windows-1252>'],
    ['an old-style meta', null, 'latin1', '<meta http-equiv=content-type content="text/html; charset=latin1">'],
    ['a byte order mark', 'text/html; charset=utf-8', 'utf16le', ''],
    ['nobody', null, 'utf8', ''],
    ['a header that is wrong', 'text/html; charset=klingon', 'utf8', ''],
  ] as const)('is decoded as %s says', (_, type, encoding, meta) => {
    const mark = encoding === 'utf16le' ? '\ufeff' : ''
    const page = Buffer.from(`${mark}<head>${meta}<link rel=canonical href="/bäckerei"><body>`, encoding)
    expect(readHead(page, type).canonicals).toEqual(['/bäckerei'])
  })

  test('of nothing but head elements is read to a limit', () => {
    const head = read('<meta name=robots content=index>'.repeat(30_000))
    expect(head.metas.length).toBeWithin(1_000, 10_000)
    expect(head.ended).toBeTrue()
  })

  test('keeps no more of an attribute than an address can need', () => {
    const [content] = read(`<meta name=robots content="${'x'.repeat(500_000)}"><body>`).metas.map(
      (meta) => meta.content,
    )
    expect(content!.length).toBe(8 * 1024)
  })

  test.each([
    '<',
    '<!',
    '<!--',
    '</',
    '<a',
    '<meta',
    '<meta name="',
    '\0',
    '<frameset><noframes><title>',
    '<select><title><select>',
  ])('%j and its like are read without an error', (html) => {
    expect(read(html).canonicals).toEqual([])
    expect(read(html.repeat(5_000)).canonicals).toEqual([])
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
  ['&unknown; &#; &#x; &', '&unknown; &#; &#x; &'],
  ['&#0;&#1114112;', '\ufffd\ufffd'],
])('the attribute value %j means %j', (written, meant) => {
  expect(decodeEntities(written)).toBe(meant!)
})
