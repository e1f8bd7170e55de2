/** Answers of a hostile server, made from a grammar: the same seed and number make the same answer. */
import zlib from 'node:zlib'

export type Answer = {
  /** What is sent, with a pause of a few milliseconds before each piece but the first. */
  pieces: Buffer[]
  /** What the server does afterwards; `endless` repeats the last piece until the client leaves. */
  after: 'wait' | 'close' | 'reset' | 'endless'
  /** What is unusual, for the list of known differences. */
  traits: Set<string>
}

type Random = (below: number) => number
type Making = { random: Random; traits: Set<string>; head: string[]; status: number; at: string }

export function answerOf(seed: number, index: number, hop: number): Answer {
  const random = numbers(seed * 1_000_003 + index * 31 + hop)
  const traits = new Set<string>()
  const making: Making = { random, traits, head: [], status: 200, at: `/${seed}/${index}/${hop + 1}` }
  const start = startOf(making)
  fieldsOf(making)
  const framed = framedBody(making)
  const eol = oneIn(random, 25) && traits.add('bare LF') ? '\n' : '\r\n'
  const head = Buffer.from(`${start}${making.head.join(eol)}${eol}${eol}`, 'latin1')
  return deliver(making, Buffer.concat([head, framed]), head.length)
}

function startOf(making: Making): string {
  const { random, traits, head } = making
  const [status, trait] = pick(random, STATUSES)
  making.status = status
  if (trait) traits.add(trait)
  const version = oneIn(random, 15) && traits.add('HTTP/1.0') ? '1.0' : '1.1'
  let line = `HTTP/${version} ${status}${pick(random, [' OK', '', ' ', ' Not so good'])}`
  if (oneIn(random, 40) && traits.add('bad start')) line = pick(random, BAD_STARTS)
  head.push(line)
  const interim = oneIn(random, 12) ? pick(random, [1, 2, 10, 11, 300]) : 0
  if (interim) traits.add(interim > 10 ? 'many interim' : 'interim')
  const early = pick(random, ['HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n'])
  return early.repeat(interim)
}

const STATUSES: [number, string?][] = [
  ...Array.from({ length: 12 }, (): [number] => [200]),
  [404],
  [500],
  [204, 'no body'],
  [304, 'no body'],
  [302, 'redirect'],
  [301, 'redirect'],
  [307, 'redirect'],
  [101, 'switch'],
]
const BAD_STARTS = [
  'HTTP/2 200',
  'HTTP/1.1  200 OK',
  'SSH-2.0-OpenSSH_9.2',
  'HTTP/1.1 20 OK',
  'HTTP/1.1 2000 OK',
  'http/1.1 200 OK',
  '',
]

function fieldsOf({ random, traits, head, at }: Making): void {
  if (traits.has('redirect'))
    head.push(`Location: ${pick(random, [at, at, `http://127.0.0.1:1${at}`, '//', `${at}${'x'.repeat(3000)}`])}`)
  for (let lines = random(6); lines > 0; lines--)
    head.push(`X-${'ab'[random(2)]}:${' '.repeat(random(3))}v${random(99)}`)
  if (oneIn(random, 12)) {
    const [trait, line] = pick(random, ODD_FIELDS)
    traits.add(trait)
    head.push(line)
  }
  if (oneIn(random, 10)) {
    head.push(pick(random, ['Connection: close', 'Connection: keep-alive', 'Connection: x, Close']))
    traits.add('connection')
  }
}

const ODD_FIELDS: [string, string][] = [
  ['odd field', 'X-Folded: one\r\n two'],
  ['odd field', 'X-Space : one'],
  ['odd field', ': no name'],
  ['odd field', 'no colon'],
  ['odd field', 'X-Nul: a\0b'],
  ['odd field', 'X-Cr: a\rb'],
  ['odd field', 'X-\xfc: a'],
  ['many fields', Array.from({ length: 300 }, () => 'X-A: b').join('\r\n')],
  ['large head', `X-Large: ${'x'.repeat(70_000)}`],
  ['field', `X-Large: ${'x'.repeat(7_000)}`],
  ['field', 'X-Latin: caf\xe9'],
  ['upgrade', 'Upgrade: h2c'],
]

/** The body in its coding and its framing; the lines that say so go into the head. */
function framedBody(making: Making): Buffer {
  const { random, traits, head } = making
  const body = encoded(making, Buffer.alloc(pick(random, SIZES), 'Fresh bread every morning. '))
  const kind = pick(random, ['length', 'length', 'length', 'chunked', 'chunked', 'chunked', 'close', 'odd'] as const)
  traits.add(kind)
  if (kind === 'length') head.push(`Content-Length: ${body.length}`)
  if (kind === 'chunked') head.push('Transfer-Encoding: chunked')
  if (kind !== 'odd') return kind === 'chunked' ? chunked(making, body) : body
  const [trait, lines] = pick(random, ODD_FRAMINGS)
  traits.add(trait)
  head.push(...lines.map((line) => line.replaceAll('{n}', `${body.length}`)))
  return lines.some((line) => /chunked/i.test(line)) ? chunked(making, body) : body
}

const SIZES = [0, 1, 27, 27, 2_000, 2_000, 2_000, 70_000, 70_000, 400_000]
const ODD_FRAMINGS: [string, string[]][] = [
  ['both', ['Content-Length: {n}', 'Transfer-Encoding: chunked']],
  ['both', ['Transfer-Encoding: chunked', 'Content-Length: 5']],
  ['both', ['Transfer-Encoding: identity', 'Content-Length: {n}']],
  ['lengths', ['Content-Length: {n}', 'Content-Length: {n}']],
  ['lengths', ['Content-Length: {n}, {n}']],
  ['lengths', ['Content-Length: {n}', 'Content-Length: 7']],
  ['bad length', ['Content-Length: -1']],
  ['bad length', ['Content-Length: 0x10']],
  ['bad length', ['Content-Length: ']],
  ['bad length', ['Content-Length: 99999999999999999999']],
  ['short', ['Content-Length: 999999']],
  ['more behind', ['Content-Length: 0']],
  ['coding', ['Transfer-Encoding: gzip, chunked']],
  ['coding', ['Transfer-Encoding: chunked, chunked']],
  ['coding', ['Transfer-Encoding: identity']],
  ['coding', ['Transfer-Encoding: xchunked']],
  ['case', ['Transfer-Encoding:\tCHUNKED ']],
]

/** The body behind a Content-Encoding that may lie. */
function encoded({ random, traits, head }: Making, body: Buffer): Buffer {
  if (!oneIn(random, 3)) return body
  const [name, encode] = pick(random, ENCODINGS)
  head.push(`Content-Encoding: ${name}`)
  traits.add(name)
  const bytes = encode(body)
  const flaw = random(10)
  if (flaw > 4) return bytes
  traits.add('flawed coding')
  if (flaw === 0) return body
  if (flaw === 1) return bytes.subarray(0, random(bytes.length))
  if (flaw === 2) return Buffer.concat([bytes, bytes])
  if (flaw === 3) return Buffer.concat([bytes, Buffer.alloc(1 + random(3000))])
  if (bytes.length) bytes[random(bytes.length)]! ^= 1 << random(8)
  return bytes
}

/** Stored blocks of deflate that hold nothing. */
const EMPTY_BLOCKS = Buffer.alloc(1_500_000, Buffer.from([0, 0, 0, 0xff, 0xff]))
const BOMB = zlib.gzipSync(Buffer.alloc(32 << 20), { level: 9 })
const ENCODINGS: [string, (body: Buffer) => Buffer][] = [
  ['gzip', (body) => zlib.gzipSync(body)],
  ['gzip', (body) => zlib.gzipSync(body)],
  ['x-gzip', (body) => zlib.gzipSync(body)],
  ['deflate', (body) => zlib.deflateSync(body)],
  ['deflate', (body) => zlib.deflateRawSync(body)],
  ['br', (body) => zlib.brotliCompressSync(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ['identity', (body) => Buffer.from(body)],
  ['unknown', (body) => Buffer.from(body)],
  ['gzip, gzip', (body) => zlib.gzipSync(zlib.gzipSync(body))],
  ['gzip', () => Buffer.from(BOMB)],
  ['deflate', () => Buffer.concat([Buffer.from([0x78, 0x9c]), EMPTY_BLOCKS])],
]

function chunked({ random, traits }: Making, body: Buffer): Buffer {
  const size = pick(random, body.length > 100_000 ? [16, 1000, 4096, 65_536] : [1, 2, 3, 16, 1000, 4096])
  if (size < 16 && body.length > 2000) traits.add('small chunks')
  const extension =
    oneIn(random, 6) && traits.add('extension')
      ? pick(random, [';a', ' ; a="b"', `;${'x'.repeat(Math.min(3000, size * 4))}`])
      : ''
  const line = Buffer.from(`${size.toString(16)}${extension}\r\n`)
  const whole = body.length - (body.length % size)
  const out = Buffer.alloc((whole / size) * (line.length + size + 2), '\r\n')
  for (let at = 0, to = 0; at < whole; at += size, to += 2) {
    to += line.copy(out, to)
    to += body.copy(out, to, at, at + size)
    out.write('\r\n', to)
  }
  const rest = body.subarray(whole)
  const parts = rest.length ? [out, Buffer.from(`${rest.length.toString(16)}\r\n`), rest, Buffer.from('\r\n')] : [out]
  const last = pick(random, ['0\r\n\r\n', '0\r\n\r\n', '0\r\n\r\n', '0000\r\nX-Sum: 1\r\nX-B:\r\n\r\n', ...FLAWED_ENDS])
  if (FLAWED_ENDS.includes(last)) traits.add('flawed chunks')
  return Buffer.concat([...parts, Buffer.from(last)])
}

const FLAWED_ENDS = [
  '',
  '0\r\n',
  '0\r\nGET / HTTP/1.1\r\n\r\n',
  'zz\r\n\r\n',
  '-1\r\nx\r\n',
  'fffffffffffff\r\n',
  '5\r\nhello world\r\n0\r\n\r\n',
  '0\n\n',
  `0\r\n${'X-A: b\r\n'.repeat(9000)}\r\n`,
  ' 0\r\n\r\n',
  '0x0\r\n\r\n',
]

/** How the octets come: at once, split, drop by drop, cut, followed by others; and what the server does afterwards. */
function deliver({ random, traits }: Making, whole: Buffer, head_size: number): Answer {
  const way = pick(random, [
    'at once',
    'at once',
    'at once',
    'split',
    'split',
    'drops',
    'cut',
    'cut in head',
    'followed',
    'endless',
  ] as const)
  traits.add(way)
  const open = traits.has('close') || traits.has('coding')
  const end = pick(random, ['close', 'close', 'wait', 'reset'] as const)
  const after = open && way !== 'cut' && way !== 'cut in head' && !oneIn(random, 6) ? 'close' : end
  traits.add(after)
  if (way === 'at once') return { pieces: [whole], after, traits }
  if (way === 'split') return { pieces: split(whole, random, 1 + random(5)), after, traits }
  if (way === 'drops')
    return { pieces: [...split(whole.subarray(0, 40), random, 12), whole.subarray(40)], after, traits }
  if (way === 'cut')
    return { pieces: [whole.subarray(0, head_size + random(whole.length - head_size + 1))], after, traits }
  if (way === 'cut in head') return { pieces: [whole.subarray(0, random(head_size))], after, traits }
  const more = pick(random, [
    Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil'),
    Buffer.alloc(5000, 'x'),
    Buffer.alloc(6000, '1\r\nx\r\n'),
  ])
  return { pieces: [whole, more], after: way === 'endless' ? 'endless' : after, traits }
}

function split(whole: Buffer, random: Random, count: number): Buffer[] {
  const places = [0, ...Array.from({ length: count }, () => random(whole.length + 1)), whole.length].toSorted(
    (a, b) => a - b,
  )
  return places.slice(1).map((to, at) => whole.subarray(places[at], to))
}

const oneIn = (random: Random, n: number): boolean => random(n) === 0
const pick = <T>(random: Random, list: readonly T[]): T => list[random(list.length)]!

/** Numbers that are the same in every run. */
function numbers(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}
