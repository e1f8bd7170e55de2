import { afterEach, beforeEach, expect, test } from 'bun:test'
import dgram from 'node:dgram'
import { once } from 'node:events'
import { createTxtLookUp } from '../../src/upstream/dns-txt.ts'

/** A name server on loopback: TXT records by name; what it does not know does not exist, or (empty) has no such record. */
let records: Record<string, string[][]>
let server: dgram.Socket
let address: string
beforeEach(async () => {
  records = {}
  server = dgram.createSocket('udp4', (query, from) => void server.send(answerTo(query), from.port, from.address))
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  address = `127.0.0.1:${server.address().port}`
})
afterEach(() => server.close())

function answerTo(query: Buffer): Buffer {
  const labels: string[] = []
  let at = 12
  for (; query[at]; at += query[at]! + 1) labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!))
  const question = query.subarray(12, at + 5)
  const found = records[labels.join('.').toLowerCase()]
  const head = Buffer.from(query.subarray(0, 12))
  head.writeUInt16BE(found ? 0x8180 : 0x8183, 2)
  for (const [offset, count] of [1, found?.length ?? 0, 0, 0].entries()) head.writeUInt16BE(count, 4 + 2 * offset)
  return Buffer.concat([head, question, ...(found ?? []).map(recordOf)])
}

function recordOf(parts: string[]): Buffer {
  const data = Buffer.concat(parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])))
  const fixed = Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 255])
  return Buffer.concat([fixed, data])
}

const signal = new AbortController().signal

test('all records of a name are told', async () => {
  records['_signalpost.seo.northwind.example'] = [['v=spf1 -all'], ['signalpost-domain=abc']]
  const found = await createTxtLookUp([address])('_signalpost.seo.northwind.example', signal)
  expect(found.toSorted()).toEqual(['signalpost-domain=abc', 'v=spf1 -all'])
})

test('a name that does not exist, or has no such record, is an answer', async () => {
  records['bare.example'] = []
  const lookUp = createTxtLookUp([address])
  expect([await lookUp('nowhere.example', signal), await lookUp('bare.example', signal)]).toEqual([[], []])
})

test('a server that cannot answer is a failure, not an answer', async () => {
  server.removeAllListeners('message')
  server.on('message', (query, from) => {
    const refused = Buffer.from(query)
    refused.writeUInt16BE(0x8182, 2)
    server.send(refused, from.port, from.address)
  })
  const failed = await createTxtLookUp([address])('seo.northwind.example', signal).catch((error: Error) => error)
  expect(failed).toBeInstanceOf(Error)
})
