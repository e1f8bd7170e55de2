/** The icon of a client in its menu: fetched again, or removed. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { CAST, type World, world } from '../../world.ts'
import { browserOf, wordIn } from '../browser.ts'

const CLIENT = `/app/w/${CAST.ada.tenant_id}/clients/ten_bakery`
let w: World
let browser: ReturnType<typeof browserOf>
beforeEach(() => {
  w = world()
  browser = browserOf(w)
})
afterEach(() => w.close())

const state = () => w.db.read((tx) => tx.row<{ state: string }>('select state from site_icons')?.state)
const keep = () =>
  w.db.write((tx) =>
    tx.run("update site_icons set state = 'kept', hash = '0123456789abcdef', body = x'00', next_at = null"),
  )

test('a client without a host has no icon to fetch, and the menu says so', async () => {
  const { status, headers } = await browser.send('ada', `${CLIENT}/icon`)
  expect([status, wordIn(w, headers)]).toEqual([303, expect.stringContaining('no host yet')])
})

test('the tile is before the name, and the menu removes it and fetches it again', async () => {
  await w.call('ada', 'add_indexnow_site', { host: 'bakery.example', tenant_id: 'ten_bakery' })
  expect((await browser.visit('ada', CLIENT)).html).not.toContain('Remove icon')
  keep()
  const { html } = await browser.visit('ada', CLIENT)
  expect(html).toMatch(/<h1[^>]*>\s*<img class="avatar" src="[^"]*\/icon\/0123456789abcdef\.png"/)
  expect(html).toContain('Remove icon')
  await browser.send('ada', `${CLIENT}/icon/remove`)
  expect(state()).toBe('removed')
  expect((await browser.visit('ada', CLIENT)).html).not.toContain('/icon/0123456789abcdef.png')
  const { headers } = await browser.send('ada', `${CLIENT}/icon`)
  expect(wordIn(w, headers)).toContain('bakery.example')
  expect(state()).toBe('due')
  expect((await browser.send('ben', `${CLIENT}/icon/remove`)).status).toBe(403)
})
