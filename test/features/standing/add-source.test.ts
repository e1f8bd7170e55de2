/** The page that adds a source: rules as a sentence, and a first run that only learns, or pushes what the button names. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { runStandingPushesTask } from '../../../src/features/standing/tasks.ts'
import { pushing } from '../../pushing.ts'
import { browserOf } from '../../views/browser.ts'
import { CAST } from '../../world.ts'

const NEW = `/app/w/${CAST.ada.tenant_id}/standing`

let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
const site = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request) {
    const { pathname, origin } = new URL(request.url)
    const pages = ['/a', '/b', '/blog/c'].map((path) => `<url><loc>${origin}${path}</loc></url>`)
    return pathname.endsWith('.xml')
      ? new Response(`<urlset>${pages.join('')}</urlset>`)
      : new Response('', { status: 404 })
  },
})
beforeAll(async () => {
  office = await pushing(1000, 1000, { env: { SIGNALPOST_ALLOW_NETWORKS: '127.0.0.0/8' } })
  browser = browserOf(office)
})
afterAll(async () => {
  office.close()
  await site.stop(true)
})

const address = (name: string) => `http://127.0.0.1:${site.port}/${name}.xml`
const RULES = { name: 'Shop', interval: '1440', only: 'new_and_changed', changed_by: 'lastmod', again_after_days: '7' }
const form = (name: string) => ({
  ...RULES,
  address: address(name),
  routes: 'both',
  smart: 'false',
  announce_gone: 'false',
})
const stored = () =>
  office.call<{ items: { name: string; rules: { include: string[]; cap_day: number | null } }[] }>(
    'ada',
    'list_standing_pushes',
  )
const links = () => office.db.read((tx) => tx.number('select count(*) from links'))

test('the form reads as a sentence, and its second button names what it pushes', async () => {
  const { html } = await browser.send('ada', `${NEW}/new`, { address: address('read') })
  expect(html).toMatch(/Every <span class="nw"><span class="f"><select[^>]*name="interval"/)
  expect(html).toMatch(/name="first_run" value="3"/)
})

test('without that button the first run only learns', async () => {
  expect((await browser.send('ada', NEW, { ...form('learn'), cap_day: '50' })).status).toBe(303)
  await office.run(runStandingPushesTask)
  expect([(await stored()).items.length, links()]).toEqual([1, 0])
})

test('a number that the rules no longer give is refused, with the new one on the button', async () => {
  const refused = await browser.send('ada', NEW, { ...form('now'), include: '/blog/**', first_run: '3' })
  expect(refused.text).toContain('The first run would push 1 link.')
  expect(refused.html).toMatch(/name="first_run" value="1"/)
  expect((await stored()).items).toHaveLength(1)
  expect((await browser.send('ada', NEW, { ...form('now'), include: '/blog/**', first_run: '1' })).status).toBe(303)
  await office.run(runStandingPushesTask)
  expect([(await stored()).items.length, links()]).toEqual([2, 1])
})
