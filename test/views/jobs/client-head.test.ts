/** A push that was begun on the page of a client stays there while its form is sent. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type World, world } from '../../world.ts'
import { browserOf } from '../browser.ts'

let w: World
let browser: ReturnType<typeof browserOf>
beforeAll(() => {
  w = world()
  browser = browserOf(w)
})
afterAll(() => w.close())

const TABS = /aria-current="page">Pushes/
const URLS = 'https://bakery.example/cakes'

test('the form keeps the tabs of the client while it is for this client', async () => {
  const { main } = await browser.visit('ada', '/app/w/ten_northwind/push?tenant_id=ten_bakery')
  expect(main).toMatch(TABS)
  const action = /<form method="post" action="([^"]+)"/.exec(main)![1]!.replaceAll('&amp;', '&')
  const sent = (client: string) => browser.send('ada', action, { step: 'review', urls: URLS, client })
  expect((await sent('Bakery')).main).toMatch(TABS)
  expect((await sent('Northwind')).main).not.toMatch(TABS)
})
