/**
 * Answers of servers that are not by the letter, and who reads them: this program, curl 7.88 with `--compressed`, and
 * Chromium 156 on the same octets over loopback (measured on 2026-11-29). `why` explains where this program differs from
 * Chromium on purpose.
 */
import zlib from 'node:zlib'

export type AnswerCase = {
  name: string
  source: string
  /** What follows `HTTP/1.1 200 OK`, unless `start` is given. */
  lines: string[]
  start?: string
  body?: Uint8Array
  /** Without a Content-Length of its own. */
  bare?: true
  read: boolean
  curl: boolean
  chromium: boolean
  warns?: RegExp
  why?: string
}

export const PAGE = Buffer.from(
  `<!doctype html><html><head><title>Bread</title><meta name="robots" content="noindex"></head><body>${'<p>Fresh bread of the day.</p>'.repeat(12)}</body></html>`,
)
const GZIP = zlib.gzipSync(PAGE)
const chunks = (end: string, eol = '\r\n') =>
  Buffer.concat([Buffer.from(`${PAGE.length.toString(16)}${eol}`), PAGE, Buffer.from(`${eol}${end}`)])
const STRICT_LINE = 'A bare CR, a NUL or a line without a colon makes the rest of the head doubtful.'
const STRICT_FRAMING =
  'Two parties that read the end of a body differently are how answers are smuggled (RFC 9112, section 6.3): refused.'
const LIE = 'People see an error in the browser, but the page is there: it is read, with a warning.'
const lie = { read: true, curl: false, chromium: false, warns: /Content-Encoding: \w+\), which it is not/, why: LIE }
const all = { read: true, curl: true, chromium: true }
const browsers = { read: true, curl: false, chromium: true }

export const ANSWERS: AnswerCase[] = [
  {
    name: 'coding none',
    source: 'apify/crawlee#1067; sparklemotion/mechanize#35',
    lines: ['Content-Encoding: none'],
    ...all,
  },
  {
    name: 'coding UTF-8',
    source: 'locustio/locust#1233; dondai44423/donsetch#290',
    lines: ['Content-Encoding: UTF-8'],
    ...browsers,
  },
  {
    name: 'coding identity',
    source: 'WeBankFinTech/DataSphereStudio PR#167',
    lines: ['Content-Encoding: identity'],
    ...all,
  },
  { name: 'no coding', source: 'encode/httpx PR#196', lines: ['Content-Encoding:'], ...all },
  { name: 'coding binary', source: 'kind of encode/httpx PR#196', lines: ['Content-Encoding: binary'], ...browsers },
  {
    name: 'a coding of no registry',
    source: 'apache/httpcomponents-client PR#698',
    lines: ['Content-Encoding: 8bit'],
    ...browsers,
  },
  {
    name: 'a charset behind a coding',
    source: 'kind of hgoebl/DavidWebb#31',
    lines: ['Content-Encoding: gzip, utf-8'],
    body: GZIP,
    read: true,
    curl: false,
    chromium: false,
    why: 'The known coding is undone; Chromium shows packed octets.',
  },
  {
    name: 'a coding twice',
    source: 'kind of apify/crawlee#976',
    lines: ['Content-Encoding: gzip', 'Content-Encoding: gzip'],
    body: GZIP,
    ...lie,
  },
  {
    name: 'packed twice',
    source: 'RFC 9110, section 8.4',
    lines: ['Content-Encoding: gzip, gzip'],
    body: zlib.gzipSync(GZIP),
    ...all,
  },
  { name: 'gzip that is plain', source: 'kind of apify/crawlee#976', lines: ['Content-Encoding: gzip'], ...lie },
  { name: 'deflate that is plain', source: 'kind of curl/curl#2368', lines: ['Content-Encoding: deflate'], ...lie },
  { name: 'br that is plain', source: 'kind of apify/crawlee#976', lines: ['Content-Encoding: br'], ...lie },
  {
    name: 'deflate without its head',
    source: 'curl/curl#2368',
    lines: ['Content-Encoding: deflate'],
    body: zlib.deflateRawSync(PAGE),
    ...all,
  },
  {
    name: 'gzip that is zlib',
    source: 'kind of curl/curl#2368',
    lines: ['Content-Encoding: gzip'],
    body: zlib.deflateSync(PAGE),
    read: true,
    curl: true,
    chromium: false,
    why: 'The first octets tell.',
  },
  {
    name: 'deflate that is gzip',
    source: 'kind of curl/curl#2368',
    lines: ['Content-Encoding: deflate'],
    body: GZIP,
    read: true,
    curl: false,
    chromium: false,
    why: 'The first octets tell.',
  },
  {
    name: 'zstd that nobody asked for',
    source: 'dondai44423/donsetch#290',
    lines: ['Content-Encoding: zstd'],
    body: zlib.zstdCompressSync(PAGE),
    ...all,
  },
  {
    name: 'gzip with padding',
    source: 'pauldmccarthy/indexed_gzip#69',
    lines: ['Content-Encoding: gzip'],
    body: Buffer.concat([GZIP, Buffer.alloc(20)]),
    ...all,
  },
  ...(
    [
      ['gzip', GZIP, '<!-- cached in 0.2 s -->'],
      ['gzip', GZIP, '\r\n'],
      ['gzip', GZIP, GZIP.subarray(0, 40)],
      ['gzip', GZIP, PAGE],
      ['gzip', GZIP, Buffer.from([0x1f, 0x8b, 1, 2])],
      ['deflate', zlib.deflateSync(PAGE), '<!-- cached in 0.2 s -->'],
      ['br', zlib.brotliCompressSync(PAGE), '<!-- cached in 0.2 s -->'],
      ['zstd', zlib.zstdCompressSync(PAGE), '<!-- cached in 0.2 s -->'],
    ] as const
  ).map(([coding, packed, behind]) => ({
    name: `${coding} and behind it ${JSON.stringify(String(behind).slice(0, 12))}`,
    source: 'kind of pauldmccarthy/indexed_gzip#69 (what a plugin prints behind the packed page)',
    lines: [`Content-Encoding: ${coding}`],
    body: Buffer.concat([packed, Buffer.from(behind)]),
    ...all,
  })),
  {
    name: 'gzip cut at its end',
    source: 'curl/curl#2368',
    lines: ['Content-Encoding: gzip'],
    body: GZIP.subarray(0, -6),
    ...all,
  },
  {
    name: 'a length that is too long',
    source: 'denoland/deno#25992; psf/requests#4956',
    bare: true,
    lines: [`Content-Length: ${PAGE.length + 50}`],
    ...all,
  },
  {
    name: 'a length that is too short',
    source: 'kind of psf/requests#4956',
    bare: true,
    lines: [`Content-Length: ${PAGE.length - 20}`],
    ...all,
  },
  {
    name: 'the same length twice',
    source: 'kind of plan-player-analytics/Plan#1488 (a header that a proxy repeats)',
    bare: true,
    lines: [`Content-Length: ${PAGE.length}`, `Content-Length: ${PAGE.length}`],
    ...all,
  },
  {
    name: 'two lengths',
    source: 'RFC 9112, section 6.3',
    bare: true,
    lines: [`Content-Length: ${PAGE.length}`, 'Content-Length: 10'],
    read: false,
    curl: false,
    chromium: false,
  },
  {
    name: 'a length in words',
    source: 'RFC 9112, section 6.3',
    bare: true,
    lines: ['Content-Length: abc'],
    read: false,
    curl: false,
    chromium: true,
    why: STRICT_FRAMING,
  },
  {
    name: 'a length and chunks',
    source: 'openstreetmap/operations#910; forwardemail/superagent#1373; request/request#2380',
    bare: true,
    lines: ['Content-Length: 5', 'Transfer-Encoding: chunked'],
    body: chunks('0\r\n\r\n'),
    ...all,
  },
  {
    name: 'chunked twice',
    source: 'RFC 9112, section 6.1',
    bare: true,
    lines: ['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'],
    body: chunks('0\r\n\r\n'),
    read: false,
    curl: true,
    chromium: true,
    why: STRICT_FRAMING,
  },
  {
    name: 'chunks with bare LF',
    source: 'RFC 9112, section 7.1',
    bare: true,
    lines: ['Transfer-Encoding: chunked'],
    body: chunks('0\n\n', '\n'),
    read: false,
    curl: true,
    chromium: true,
    why: STRICT_FRAMING,
  },
  {
    name: 'chunks without the last one',
    source: 'kind of denoland/deno#25992',
    bare: true,
    lines: ['Transfer-Encoding: chunked'],
    body: chunks(''),
    ...all,
  },
  { name: 'a folded line', source: 'RFC 9112, section 5.2', lines: ['X-Long: one', ' two'], ...all },
  {
    name: 'a blank before the colon',
    source: 'nodejs/node#30515 (HPE_INVALID_HEADER_TOKEN)',
    lines: ['X-Robots-Tag : noarchive'],
    ...all,
  },
  {
    name: 'characters that no name has',
    source: 'kazuho/p5-http-parser-xs#10 (Imperva); nodejs/node#27711',
    lines: ['X Powered (by): bread'],
    ...all,
  },
  { name: 'control characters in a value', source: 'louislam/uptime-kuma#23', lines: ['X-Note: a\x01b'], ...all },
  {
    name: 'no colon',
    source: 'curl 8 error "header without colon"',
    lines: ['Warning of a program'],
    read: false,
    curl: false,
    chromium: true,
    why: STRICT_LINE,
  },
  {
    name: 'a bare CR',
    source: 'RFC 9112, section 2.2',
    lines: ['X-A: b\rX-B: c'],
    read: false,
    curl: true,
    chromium: true,
    why: STRICT_LINE,
  },
  { name: 'a NUL', source: 'RFC 9110, section 5.5', lines: ['X-A: b\0'], read: false, curl: false, chromium: false },
  {
    name: 'a length with a blank before its colon',
    source: 'RFC 9112, section 5.1',
    bare: true,
    lines: [`Content-Length : ${PAGE.length}`],
    read: false,
    curl: true,
    chromium: true,
    why: STRICT_FRAMING,
  },
  { name: 'no reason', source: 'RFC 9112, section 4', start: 'HTTP/1.1 200', lines: [], ...all },
  {
    name: 'a reason in UTF-8',
    source: 'kind of webrecorder/warcio#88',
    start: 'HTTP/1.1 200 Gewährt',
    lines: [],
    ...all,
  },
  {
    name: 'HTTP/2 in text',
    source: 'RFC 9112, section 2.3',
    start: 'HTTP/2 200',
    lines: [],
    read: false,
    curl: true,
    chromium: true,
    why: 'Nothing that speaks HTTP/2 sends it in text: a head of which the first line is doubtful.',
  },
]
