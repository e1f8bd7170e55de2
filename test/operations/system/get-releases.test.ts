import { afterEach, expect, test } from 'bun:test'
import { manualTexts } from '../../../docs/manual/texts.ts'
import { noteProgram } from '../../../src/kernel/environment/program.ts'
import { DAY } from '../../../src/kernel/time/clock.ts'
import { browserOf } from '../../views/browser.ts'
import { type World, world } from '../../world.ts'

let w: World
afterEach(() => w.close())

const RELEASES = '/app/platform/system/releases'
type Releases = { previous_version: string | null; releases: { version: string; is_new: boolean; notes: string }[] }
const releases = () => w.call<Releases>('pat', 'get_releases')
/** The program of this version runs on data that another one wrote. */
function updatedFrom(version: string): void {
  for (const one of [version, w.app.version]) noteProgram({ ...w.app, version: one })
}

test('what came with the last update is new, the newest first, with its upgrade notes on top', async () => {
  w = world({ version: '0.2.0', changelog: () => manualTexts.changelog! })
  expect((await releases()).releases.filter(({ is_new }) => is_new)).toEqual([])
  updatedFrom('0.1.0')
  const { previous_version, releases: found } = await releases()
  expect(previous_version).toBe('0.1.0')
  const names = found.map(({ version }) => version)
  expect(names.slice(-2)).toEqual(['0.2.0', '0.1.0'])
  expect(found.filter(({ is_new }) => !is_new).map(({ version }) => version)).toEqual(['0.1.0'])
  for (const { version, is_new, notes } of found)
    if (is_new) expect([version, notes.slice(0, 17)]).toEqual([version, '### Upgrade notes'])
})

test('a band leads the operator there after an update, until it was read, and for a month', async () => {
  w = world({ version: '0.2.0', changelog: () => manualTexts.changelog! })
  const browser = browserOf(w)
  const isTold = ({ html }: { html: string }) => html.includes('Signalpost was updated to 0.2.0')
  const band = async () => isTold(await browser.visit('pat', '/app/platform/errors'))
  expect(await band()).toBe(false)
  updatedFrom('0.1.0')
  expect(await band()).toBe(true)
  const page = await browser.visit('pat', RELEASES)
  expect([page.status, isTold(page), page.html.includes('What is new: 0.2.0')]).toEqual([200, false, true])
  expect((await browser.visit('ada', RELEASES)).status).toBe(404)
  const session = browser.cookies.get('pat')!
  browser.cookies.set('pat', `${session}; ${page.headers.get('set-cookie')!.split(';')[0]}`)
  expect(await band()).toBe(false)
  browser.cookies.set('pat', session)
  expect(await band()).toBe(true)
  w.clock.turn(31 * DAY)
  browser.cookies.delete('pat')
  expect(await band()).toBe(false)
})
