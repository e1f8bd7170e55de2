import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newSecret } from '../../../src/kernel/secrets/ids.ts'
import { type Agency, agency } from '../agency.ts'
import { textOf } from '../appliance.ts'

setDefaultTimeout(600_000)

let one: Agency
beforeEach(async () => {
  one = await agency()
})
afterEach(() => one.close())

const file = (name: string) => join(one.data_dir, name)
const key = () => readFileSync(file('secret.key'), 'utf8')

async function run(...words: string[]) {
  const process = one.run(...words)
  const [out, complaint] = await Promise.all([textOf(process.stdout), textOf(process.stderr)])
  return { code: await process.exited, out, complaint }
}

/** The crawl supplier answers only to its key, so a good balance shows that the stored one opens. */
const works = async () => (await one.post<{ ok: boolean }>('/settings/crawl/primary/test')).ok

/** What is sealed, as it lies in the files of the database. */
function sealedOnDisk(): string[] {
  const files = ['signalpost.db', 'signalpost.db-wal'].filter((name) => existsSync(file(name)))
  const text = files.map((name) => readFileSync(file(name), 'latin1')).join('\n')
  return [...new Set(text.match(/v1\.[\w-]{50}/g))]
}

test('rotate-key seals all that is stored with a new key, and the file holds nothing of the old one', async () => {
  expect((await run('rotate-key')).complaint).toContain('is in use by process')
  await one.stop()
  const before = { key: key(), sealed: sealedOnDisk() }
  expect(before.sealed.length).toBeGreaterThan(0)
  const { code, out } = await run('rotate-key')
  expect([code, out]).toEqual([0, expect.stringMatching(/^[1-9]\d* stored values are resealed/)])
  expect(key().endsWith(before.key)).toBe(true)
  for (const secret of key().trim().split('\n')) expect(out).not.toContain(secret)
  const left = new Set(sealedOnDisk())
  expect(before.sealed.filter((sealed) => left.has(sealed))).toEqual([])
  writeFileSync(file('secret.key'), key().replace(before.key, ''))
  await one.start()
  expect(await works()).toBe(true)
})

test('a kill at any moment of a rotation leaves an install that starts and opens its secrets', async () => {
  await one.stop()
  for (const ms of [5, 15, 25, 35, 50, 70, 90]) {
    const rotating = one.run('rotate-key')
    await Bun.sleep(ms)
    rotating.kill('SIGKILL')
    await rotating.exited
    await one.start()
    expect(await works()).toBe(true)
    await one.kill()
  }
})

test('a wrong key stops the start, the doctor says so too, and rotate-key --lost goes on without it', async () => {
  await one.stop()
  const before = key()
  writeFileSync(file('secret.key'), `${newSecret('spx')}\n`)
  const wanted = 'crawl:primary:api_key'
  const started = await run('serve')
  expect([started.code, started.complaint]).toEqual([1, expect.stringContaining(wanted)])
  expect((await run('doctor')).out).toContain(wanted)
  expect((await run('rotate-key')).complaint).toContain(wanted)

  writeFileSync(file('secret.key'), key() + before)
  await one.start()
  expect(await works()).toBe(true)
  await one.stop()

  writeFileSync(file('secret.key'), `${newSecret('spx')}\n`)
  const lost = await run('rotate-key', '--lost')
  expect([lost.code, lost.out]).toEqual([0, expect.stringContaining(wanted)])
  await one.start()
  expect(await works()).toBe(false)
  await one.put('/settings/crawl', { routes: { primary: { api_key: 'the key of the crawl supplier' } } })
  expect(await works()).toBe(true)
})
