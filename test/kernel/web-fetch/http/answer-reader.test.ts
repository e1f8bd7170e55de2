import { describe, expect, test } from 'bun:test'
import { AnswerReader } from '../../../../src/kernel/web-fetch/http/answer-reader.ts'
import { ANSWERS, MALFORMED, type Written } from './answers.ts'

/** Reads an answer that comes in these segments, and then ends. The reader may overwrite a segment, so it gets copies. */
function read(segments: Buffer[], method = 'GET') {
  const data: Buffer[] = []
  const reader = new AnswerReader(method, { onHead: () => {}, onData: (piece) => data.push(Buffer.from(piece)) })
  let used = 0
  for (const segment of segments) if (!reader.done) used += reader.read(Buffer.from(segment))
  reader.end()
  const { status, headers } = reader.head!
  return { status, headers, body: String(Buffer.concat(data)), used }
}

const splitAt = (bytes: Buffer, places: number[]): Buffer[] =>
  [0, ...places].map((from, at) => Buffer.from(bytes.subarray(from, places[at] ?? bytes.length)))

const said = ({ text, status, body, left = '' }: Written) => ({ status, body, used: text.length - left.length })

describe('an answer', () => {
  test.each(ANSWERS)('with $name is read the same wherever its segments are split', (answer) => {
    const bytes = Buffer.from(answer.text, 'latin1')
    const splits = [...bytes.keys()].slice(1)
    for (const places of [
      [],
      splits,
      ...splits.map((at) => [at]),
      ...splits.map((at) => [at, Math.min(at + 1, bytes.length - 1)]),
    ]) {
      const { headers: _, ...got } = read(splitAt(bytes, [...new Set(places)]), answer.method)
      expect(got).toEqual(said(answer))
    }
  })

  test('without a length goes on until the connection ends', () => {
    const { body } = read([Buffer.from('HTTP/1.0 200 OK\r\n\r\nhel'), Buffer.from('lo')])
    expect(body).toBe('hello')
  })

  test('keeps its header lines apart, names in small letters, values without white space around them', () => {
    const { headers } = read([
      Buffer.from(
        'HTTP/1.1 200 OK\r\nX-Robots-Tag: otherbot: noindex\r\nX-ROBOTS-TAG:\t noindex \t\r\nX-Long: one\r\n  two\r\nContent-Length: 0\r\n\r\n',
      ),
    ])
    expect(headers.all('x-robots-tag')).toEqual(['otherbot: noindex', 'noindex'])
    expect(headers.get('x-robots-tag')).toBe('otherbot: noindex, noindex')
    expect(headers.get('x-long')).toBe('one two')
    expect(headers.get('x-other')).toBeNull()
  })

  test.each(MALFORMED)('with %s is refused, in one segment and in one for each octet', (_, text, told) => {
    const bytes = Buffer.from(text, 'latin1')
    expect(() => read([bytes])).toThrow(told)
    expect(() => read(splitAt(bytes, [...bytes.keys()].slice(1)))).toThrow(told)
  })

  test('that breaks off is refused wherever it does', () => {
    for (const { text, method, left = '' } of ANSWERS) {
      const whole = Buffer.from(text.slice(0, text.length - left.length), 'latin1')
      for (let to = 0; to < whole.length; to++) {
        // Of a body that nobody told the end of, any part is the whole.
        expect(() => read([whole.subarray(0, to)], method)).toThrow(/closed before|breaks off/)
      }
    }
  })

  test('says whether its connection may be used again', () => {
    const keeps = (head: string, method = 'GET') => {
      const reader = new AnswerReader(method, { onHead: () => {}, onData: () => {} })
      reader.read(Buffer.from(`${head}\r\n\r\n`))
      return reader.head!.keeps_alive
    }
    expect(keeps('HTTP/1.1 200 OK\r\nContent-Length: 0')).toBeTrue()
    expect(keeps('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked')).toBeTrue()
    expect(keeps('HTTP/1.0 200 OK\r\nContent-Length: 0\r\nConnection: Keep-Alive')).toBeTrue()
    expect(keeps('HTTP/1.1 200 OK', 'HEAD')).toBeTrue()
    for (const head of [
      'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: x, Close',
      'HTTP/1.0 200 OK\r\nContent-Length: 0',
      'HTTP/1.1 200 OK',
      'HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: keep-alive',
    ])
      expect([head, keeps(head)]).toEqual([head, false])
  })
})
