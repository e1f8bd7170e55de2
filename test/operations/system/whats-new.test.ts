import { afterEach, expect, test } from 'bun:test'
import { manualTexts } from '../../../docs/manual/texts.ts'
import { changesForAgencies } from '../../../src/features/releases/changelog.ts'
import { noteProgram } from '../../../src/kernel/environment/program.ts'
import { browserOf } from '../../views/browser.ts'
import { CAST, type World, world } from '../../world.ts'

let w: World
afterEach(() => w.close())

const CHANGELOG =
  '# Changelog\n\n## 0.2.0\n\n### Upgrade notes\n\n- Stop the server.\n\n### For agencies\n\n- Open Today.\n\n### Added\n\n- A flag.\n\n## 0.1.0\n\nThe first.\n'
const PAGE = `/app/w/${CAST.ada.tenant_id}/whats-new`

test('the lines for agencies are those below their heading alone, and are read by people who push', async () => {
  w = world({ version: '0.2.0', changelog: () => CHANGELOG })
  expect(await w.call('ada', 'get_whats_new')).toEqual({
    news: null,
    versions: [{ version: '0.2.0', is_new: false, notes: '- Open Today.' }],
  })
  await expect(w.call('vera', 'get_whats_new')).rejects.toThrow()
})

test('a dot in the menu leads there after an update, until the page was opened', async () => {
  w = world({ version: '0.2.0', changelog: () => CHANGELOG })
  const browser = browserOf(w)
  const dots = async (who: 'ada' | 'vera') =>
    (await browser.visit(who, `/app/w/${CAST[who].tenant_id}/account`)).html.includes('class="unseen"')
  expect(await dots('ada')).toBe(false)
  for (const version of ['0.1.0', '0.2.0']) noteProgram({ ...w.app, version })
  expect([await dots('ada'), await dots('vera')]).toEqual([true, false])
  const page = await browser.visit('ada', PAGE)
  expect([page.main.includes('Open Today'), page.main.includes('Stop the server')]).toEqual([true, false])
  browser.cookies.set('ada', `${browser.cookies.get('ada')}; ${page.headers.get('set-cookie')!.split(';')[0]}`)
  expect(await dots('ada')).toBe(false)
})

test('the lines for agencies in the changelog name neither the product nor its upkeep', () => {
  const found = changesForAgencies({ changelog: () => manualTexts.changelog! }, null)
  expect(found.length).toBeGreaterThan(0)
  for (const { notes } of found) {
    expect(notes).not.toMatch(/signalpost|operator|upgrade|server|`/i)
    expect(notes.split('\n').every((line) => /^(- | {2})/.test(line))).toBe(true)
  }
})
