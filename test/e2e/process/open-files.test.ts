/** An install that may open only a few files, and more connections than that. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import type { Socket } from 'bun'
import { type Appliance, appliance, until } from '../appliance.ts'

setDefaultTimeout(600_000)

let one: Appliance
beforeAll(async () => {
  one = await appliance({ SIGNALPOST_PASSIVE: '1' })
})
afterAll(() => one.close())

test('out of files it does not spin, answers what has begun, and takes connections again when some are closed', async () => {
  await one.stop()
  await one.startIn('ulimit -n 96;')
  const { hostname, port } = new URL(one.address())
  const caller = () => begunRequest(hostname, Number(port))
  const early = await caller()
  const crowd = await Promise.all(Array.from({ length: 150 }, caller))
  await until('the place is closed', async () => one.log().includes('the limit of open files is reached'))
  const before = processorTime(one.pid())
  await Bun.sleep(2000)
  // Spinning, it would be some 200 ticks of 10 ms.
  expect(processorTime(one.pid()) - before).toBeLessThan(60)
  expect(await early.finish()).toContain('200 OK')
  for (const { end } of crowd) end()
  await until('the place is open', async () => one.log().includes('new connections are taken again'))
  expect((await one.ask('GET', '/me')).status).toBe(200)
  expect(await one.stop()).toBe(0)
})

test('connections that wait for another request are closed before new ones are refused', async () => {
  await one.start()
  await one.stop()
  await one.startIn('ulimit -n 96;')
  const { hostname, port } = new URL(one.address())
  let ended = 0
  const idle = await Promise.all(
    Array.from({ length: 90 }, async () => {
      const socket = await Bun.connect({
        hostname,
        port: Number(port),
        socket: { data() {}, error() {}, close: () => void ended++ },
      })
      socket.write('GET /healthz HTTP/1.1\r\nHost: push.northwind.example\r\n\r\n')
      return socket
    }),
  )
  await until('idle ones are closed', async () => ended > 20)
  expect((await one.ask('GET', '/me')).status).toBe(200)
  expect(one.log()).not.toContain('the limit of open files is reached')
  for (const socket of idle) socket.terminate()
  expect(await one.stop()).toBe(0)
})

/** A connection with half a request on it; `finish` sends the rest and gives the head of the answer. */
async function begunRequest(hostname: string, port: number) {
  const { promise, resolve } = Promise.withResolvers<string>()
  const socket: Socket = await Bun.connect({
    hostname,
    port,
    socket: { data: (_, data) => resolve(data.toString()), error() {}, close: () => resolve('closed') },
  })
  socket.write('GET /healthz HTTP/1.1\r\n')
  const finish = () => {
    socket.write('Host: push.northwind.example\r\n\r\n')
    return promise
  }
  return { finish, end: () => socket.terminate() }
}

/** Of user and system together, in ticks (proc(5), 14 and 15; the name in brackets may hold spaces). */
function processorTime(pid: number): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 13)
  return Number(user) + Number(system)
}
