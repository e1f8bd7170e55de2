/**
 * Until it is told to stop: one small request after another to a process on this machine. Prints the longest waits, in
 * milliseconds, as they would be on a machine with nothing else to do: what either of the two waited for a processor
 * (/proc/…/schedstat) is taken off.
 */
import { readFileSync } from 'node:fs'

const [port, pid] = process.argv.slice(2) as [string, string]
const request = `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`

/** Milliseconds that the main threads of both have waited for a processor so far. */
const queued = (): number => waitOf(pid) + waitOf('self')
const waitOf = (of: string): number => Number(readFileSync(`/proc/${of}/schedstat`, 'utf8').split(' ')[1]) / 1e6

let [slowest, over, asked, sent, queuedBefore, stopped] = [0, 0, 0, 0, 0, false]
process.on('SIGTERM', () => {
  stopped = true
})
const socket = await Bun.connect({
  hostname: '127.0.0.1',
  port: Number(port),
  socket: { data: () => answered(), close: () => tell() },
})
const ask = () => {
  queuedBefore = queued()
  sent = performance.now()
  socket.write(request)
}
ask()

function answered(): void {
  const ms = performance.now() - sent - (queued() - queuedBefore)
  // The first ones pay for the start of this process.
  if (asked++ > 20) {
    slowest = Math.max(slowest, ms)
    if (ms > 20) over++
  }
  if (stopped) tell()
  else setTimeout(ask, 1)
}

function tell(): void {
  process.stdout.write(JSON.stringify({ longest_ms: slowest, over, asked }))
  process.exit(0)
}
