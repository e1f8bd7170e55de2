/** Answers as servers write them, and what they say. */
export type Written = { name: string; text: string; method?: string; status: number; body: string; left?: string }

/** Whole answers; `left` is what stands behind one and belongs to nobody. */
export const ANSWERS: Written[] = [
  { name: 'a length', text: 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello', status: 200, body: 'hello' },
  { name: 'no reason', text: 'HTTP/1.1 404\r\nContent-Length: 2\r\n\r\nno', status: 404, body: 'no' },
  { name: 'bare LF', text: 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok', status: 200, body: 'ok' },
  {
    name: 'a repeated length',
    text: 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok',
    status: 200,
    body: 'ok',
  },
  { name: 'lengths in a list', text: 'HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\nok', status: 200, body: 'ok' },
  {
    name: 'chunks',
    text: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nA ; a="b;\r\n0123456789\r\n0\r\n\r\n',
    status: 200,
    body: 'hello0123456789',
  },
  {
    name: 'chunks and a length, which does not count',
    text: 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n',
    status: 200,
    body: 'body',
  },
  {
    name: 'chunks with trailers',
    text: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n1\r\n\n\r\n00000\r\nX-Sum: 1\r\nX-More:\r\n\r\n',
    status: 200,
    body: '\n',
  },
  {
    name: 'interim answers',
    text: 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
    status: 200,
    body: 'ok',
  },
  { name: 'HEAD', method: 'HEAD', text: 'HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n', status: 200, body: '' },
  { name: '204', text: 'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n', status: 204, body: '' },
  { name: '304', text: 'HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n', status: 304, body: '' },
  {
    name: 'more than it says',
    text: 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil',
    status: 200,
    body: 'ok',
    left: 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil',
  },
  {
    name: 'a folded line',
    text: 'HTTP/1.1 200 OK\r\nX-Long: one\r\n two\r\n\tthree\r\nContent-Length: 0\r\n\r\n',
    status: 200,
    body: '',
  },
]

/** Answers that are none, and what is told of them. */
export const MALFORMED: [string, string, RegExp][] = [
  ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n\r\n', /status line/],
  ['HTTP/2 in text', 'HTTP/2 200\r\n\r\n', /status line/],
  ['an empty line first', '\r\nHTTP/1.1 200 OK\r\n\r\n', /status line/],
  ['two spaces', 'HTTP/1.1  200 OK\r\n\r\n', /status line/],
  ['a short status', 'HTTP/1.1 20 OK\r\n\r\n', /status line/],
  ['a status below 100', 'HTTP/1.1 099 Odd\r\n\r\n', /status line/],
  ['a line without a colon', 'HTTP/1.1 200 OK\r\nnonsense\r\n\r\n', /header line/],
  ['a space before the colon', 'HTTP/1.1 200 OK\r\nContent-Length : 5\r\n\r\n', /header line/],
  ['no name', 'HTTP/1.1 200 OK\r\n: x\r\n\r\n', /header line/],
  ['a folded first line', 'HTTP/1.1 200 OK\r\n X-A: b\r\n\r\n', /header line/],
  ['a bare CR', 'HTTP/1.1 200 OK\r\nX-A: b\rX-B: c\r\n\r\n', /header line/],
  ['a NUL', 'HTTP/1.1 200 OK\r\nX-A: b\0\r\n\r\n', /header line/],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello', /Content-Length/],
  ['a negative length', 'HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello', /Content-Length/],
  ['a length in words', 'HTTP/1.1 200 OK\r\nContent-Length: 1e1\r\n\r\n0123456789', /Content-Length/],
  ['an empty length', 'HTTP/1.1 200 OK\r\nContent-Length: \r\n\r\n', /Content-Length/],
  ['a length beyond numbers', `HTTP/1.1 200 OK\r\nContent-Length: ${'9'.repeat(20)}\r\n\r\n`, /Content-Length/],
  ['another coding', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n', /Transfer-Encoding/],
  [
    'chunked twice',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n',
    /Transfer-Encoding/,
  ],
  ['switched protocols', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n', /nobody asked/],
  ['endless interim answers', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(11), /nobody asked/],
  ...['zz', '-1', '0x5', '5 5', '', `${'f'.repeat(13)}`, '5\n'].map((size): [string, string, RegExp] => [
    `a chunk of size "${size}"`,
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${size}\r\nhello\r\n0\r\n\r\n`,
    /chunked body/,
  ]),
  [
    'a chunk that goes on',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello!\r\n0\r\n\r\n',
    /longer than it says/,
  ],
  [
    'a chunk line without end',
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;${'x'.repeat(66_000)}`,
    /mostly framing/,
  ],
  [
    'endless trailers',
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n${'X-A: b\r\n'.repeat(9000)}`,
    /mostly framing/,
  ],
  [
    'a trailer that is none',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nGET / HTTP/1.1\r\n\r\n',
    /trailers/,
  ],
  [
    'chunks of one octet',
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(30_000)}0\r\n\r\n`,
    /mostly framing/,
  ],
  ['a head without end', `HTTP/1.1 200 OK\r\nX-A: ${'x'.repeat(70_000)}`, /bytes of headers/],
  ['too many lines', `HTTP/1.1 200 OK\r\n${'X-A: b\r\n'.repeat(300)}\r\n`, /lines of headers/],
]
