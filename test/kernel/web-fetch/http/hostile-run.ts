/** Runs the client against the hostile server and measures what each answer costs everybody else. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseNetworks } from '../../../../src/kernel/web-fetch/addresses.ts'
import { unattendedConnections } from '../../../../src/kernel/web-fetch/http/connection.ts'
import { createSafeFetch } from '../../../../src/kernel/web-fetch/safe-fetch.ts'

export const LIMITS = { unattended: 0, wait_ms: 50, memory_mb: 32 }
export type Cost = { index: number; unattended: number; wait_ms: number; memory_mb: number }

export async function hostileServer() {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'hostile-server.ts')], { stdout: 'pipe' })
  const { value } = await child.stdout.getReader().read()
  return { origin: `http://127.0.0.2:${Number(new TextDecoder().decode(value))}`, stop: () => child.kill() }
}

export const fetchHostile = createSafeFetch({
  allow_networks: parseNetworks('127.0.0.0/8'),
  user_agent: 'Signalpost-test',
})

/** Asks for `count` answers, so many side by side, and returns what each lot cost and how often each outcome came. */
export async function hostileRun(origin: string, seed: number, count: number, side_by_side: number) {
  const costs: Cost[] = []
  const outcomes: Record<string, number> = {}
  for (let index = 0; index < count; index += side_by_side) {
    const probe = startProbe()
    const lot = Array.from({ length: Math.min(side_by_side, count - index) }, (_, nth) =>
      outcome(`${origin}/${seed}/${index + nth}/0`),
    )
    for (const what of await Promise.all(lot)) outcomes[what] = (outcomes[what] ?? 0) + 1
    // Sockets report their end in the next turn of the loop.
    await Bun.sleep(5)
    costs.push({ index, unattended: unattendedConnections(), ...probe() })
  }
  return { costs, outcomes }
}

function outcome(url: string): Promise<string> {
  const limits = { max_body: 256 << 10, hop_timeout_ms: 150, total_timeout_ms: 400 }
  return fetchHostile(url, limits).then(
    ({ status }) => String(status),
    ({ code, message }) => code ?? `bug: ${message}`,
  )
}

/** Measures the longest turn of the event loop and the growth of memory until it is called. */
function startProbe(): () => Pick<Cost, 'wait_ms' | 'memory_mb'> {
  const before = process.memoryUsage.rss()
  let [wait, most] = [0, before]
  let [last, last_used] = [performance.now(), mainThreadMs()]
  const look = () => {
    const [now, used] = [performance.now(), mainThreadMs()]
    // A busy machine lets this process wait, too. Only time that the thread worked is ours.
    wait = Math.max(wait, Math.min(now - last, used - last_used))
    most = Math.max(most, process.memoryUsage.rss())
    ;[last, last_used] = [now, used]
  }
  const timer = setInterval(look, 2)
  return () => {
    clearInterval(timer)
    look()
    return { wait_ms: wait, memory_mb: (most - before) / 2 ** 20 }
  }
}

/** Processor time of the thread that runs the event loop, or the time where the system does not count it. */
function mainThreadMs(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6
  } catch {
    return performance.now()
  }
}
