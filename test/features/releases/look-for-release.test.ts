import { afterEach, expect, test } from 'bun:test'
import { MANIFEST, type Manifest, NOTES, SIGNATURE } from '../../../src/features/releases/index.ts'
import { lookForReleaseTask } from '../../../src/features/releases/tasks.ts'
import { HOUR } from '../../../src/kernel/time/clock.ts'
import { type Files, KEYS, NOTES_TEXT, releaseFiles } from '../../commands/server/fake-release.ts'
import { type World, world } from '../../world.ts'

const URL_SET = 'https://releases.northwind.example/stable/'
let w: World
afterEach(() => w.close())

/** An install that may ask there, and what it asked for. */
function asking(address: string, files: () => Files = releaseFiles) {
  const asked: string[] = []
  async function* readRelease(base: string, name: string) {
    asked.push(new URL(name, base).href)
    yield Buffer.from(files()[name]!)
  }
  const env = { SIGNALPOST_UPDATE_URL: address, SIGNALPOST_UPDATE_KEYS: KEYS[0]! }
  w = world({ env, readRelease, version: '0.2.0' })
  return asked
}
const hours = async (n: number) => {
  for (let hour = 0; hour < n; hour++) {
    await w.run(lookForReleaseTask)
    w.clock.turn(HOUR)
  }
}
type System = { update: { error: string | null; newer: Record<string, unknown> | null } | null }
const shown = async () => (await w.call<System>('pat', 'get_system')).update
const letters = () =>
  w.db.read((tx) => tx.rows<{ n: number }>("select count(*) as n from mails where template = 'operator_alert'"))[0]!.n

test('without an address nothing is asked in 24 hours, and the page shows nothing', async () => {
  const asked = asking('')
  await hours(24)
  expect(asked).toEqual([])
  expect(await shown()).toBeNull()
})

test('with an address it is asked once a day, for the manifest, and the notes of a newer one', async () => {
  const asked = asking(URL_SET)
  await hours(24)
  expect(asked).toEqual([MANIFEST, SIGNATURE, NOTES].map((name) => `${URL_SET}${name}`))
  expect(await shown()).toMatchObject({ error: null, newer: { version: '0.3.0', security: false, notes: NOTES_TEXT } })
  await hours(24)
  expect(asked).toHaveLength(6)
  expect(letters()).toBe(0)
})

test('platform admins get one letter about a release that fixes security problems', async () => {
  asking(URL_SET, () => releaseFiles({ security: true }))
  await hours(48)
  expect(letters()).toBe(1)
})

test.each<[string, () => Files, string]>([
  ['expired', () => releaseFiles({ expires: '2026-02-01T00:00:00Z' }), 'no release was published since 2026-01-01'],
  ['is not signed', () => ({ ...releaseFiles(), [SIGNATURE]: '' }), 'no signature of minisign'],
])('what %s is told as a reason, never as a failure', async (_, files, why) => {
  asking(URL_SET, files)
  await hours(1)
  expect((await shown())?.error).toContain(why)
})

test('a release that is not newer is none', async () => {
  asking(URL_SET, () => releaseFiles({ version: '0.2.0', number: 200 } as Partial<Manifest>))
  await hours(1)
  expect((await shown())?.newer).toBeNull()
})
