import { afterEach, setDefaultTimeout, test } from 'bun:test'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { largeSitemap } from './large-sitemap.ts'
import { type Watching, watching } from './watching.ts'
import { longTurns } from '../../turns.ts'
setDefaultTimeout(6 * 3_600_000)
let w: Watching
afterEach(() => w.stop())
test('x', async () => {
  w = await watching()
  await using sender = await largeSitemap(Number(process.env.F ?? 40), 50_000)
  const push = w.create({}, { address: sender.address })
  const slow: Record<string, number[]> = {}
  const note = (name: string, ms: number) => { (slow[name] ??= []).push(ms) }
  const wrap = (o: any, k: string, name: (a: any[]) => string) => { const f = o[k]; o[k] = function (...a: any[]) { const t = performance.now(); try { return f.apply(this, a) } finally { note(name(a), performance.now() - t) } } }
  const db = w.app.db as any
  for (const k of ['write', 'read']) wrap(db, k, (a) => k + ' ' + String(a[0]).slice(0, 90).replace(/\s+/g, ' '))
  wrap(db, 'forgetPages', () => 'forgetPages')
  wrap(BigUint64Array.prototype, 'sort', () => 'sort')
  const turns = longTurns()
  const t0 = performance.now()
  await w.run()
  const { longest, over } = turns.end()
  console.log('run', Math.round(performance.now() - t0), 'ms; over', over, 'longest', longest)
  for (const [k, v] of Object.entries(slow)) { v.sort((a, b) => a - b); console.log(k, 'n', v.length, 'p50', v[v.length >> 1]!.toFixed(1), 'p99', v[Math.floor(v.length * .99)]!.toFixed(1), 'max', v.at(-1)!.toFixed(1), 'over10', v.filter((x) => x > 10).length) }
})
