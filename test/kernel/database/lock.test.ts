import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const LOCK = resolve(import.meta.dir, '../../../src/kernel/database/lock.ts')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalpost-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A process that takes the folder, says so, and holds it until it is ended. */
function holder() {
  const script = `
    const { lockFolder } = await import(${JSON.stringify(LOCK)})
    try { lockFolder(${JSON.stringify(folder)}) } catch (error) { console.log(error.message); process.exit(1) }
    for (let i = 0; i < 50; i++) new ArrayBuffer(1 << 20)
    Bun.gc(true)
    console.log('held')
    setInterval(() => {}, 1000)`
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'inherit' })
  const said = (async () => {
    for await (const bytes of child.stdout) return new TextDecoder().decode(bytes).trim()
    return ''
  })()
  return { child, said }
}

test('a second process is refused, and told which one holds the folder; it is free once that has been killed', async () => {
  const first = holder()
  expect(await first.said).toBe('held')
  const second = holder()
  expect(await second.said).toContain(`is in use by process ${first.child.pid};`)
  expect(await second.child.exited).toBe(1)
  first.child.kill('SIGKILL')
  await first.child.exited
  const third = holder()
  expect(await third.said).toBe('held')
  third.child.kill()
  await third.child.exited
})
