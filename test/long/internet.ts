/** As much of the internet as a first push needs, at one address: each name leads to it, and each page answers. */
import dgram from 'node:dgram'

const address = process.argv[2]!
const html = { headers: { 'content-type': 'text/html; charset=utf-8' } }
Bun.serve({ hostname: address, port: 80, fetch: () => new Response('<!doctype html><p>Bread', html) })

const names = dgram.createSocket('udp4')
names.on('message', (query, { port, address: asker }) => {
  // The question is 12 bytes in: a name, which ends with 0, its type and class.
  const end = query.indexOf(0, 12) + 5
  const isIpv4 = query.readUInt16BE(end - 4) === 1
  const head = Buffer.from([query[0]!, query[1]!, 0x81, 0x80, 0, 1, 0, isIpv4 ? 1 : 0, 0, 0, 0, 0])
  const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)])
  names.send(Buffer.concat([head, query.subarray(12, end), ...(isIpv4 ? [answer] : [])]), port, asker)
})
names.bind(53, address)
