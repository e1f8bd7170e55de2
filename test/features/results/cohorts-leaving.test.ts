/** A cell over many pushes goes through the newest of them, each in a turn of its own; the others follow. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { expectBooksToBalance } from '../../books.ts'
import { pushing, urls } from '../../pushing.ts'
import { browserOf } from '../../views/browser.ts'
import { CAST } from '../../world.ts'

const BASE = `/app/w/${CAST.ada.tenant_id}/cohorts`
let office: Awaited<ReturnType<typeof pushing>>

beforeAll(async () => {
  office = await pushing(500, 0)
  for (let n = 0; n < 52; n++)
    await office.call('ada', 'submit_index_job', { urls: urls(2, `of-${n}`), preflight: false, drip_days: 2 })
  await office.work()
})
afterAll(() => office.close())

test('of 52 pushes, 50 are gone through at once, and the act stops just what it told of', async () => {
  const { visit, send } = browserOf(office)
  const cell = `${BASE}/links?by=week&key=2026-11-02&day=1`
  const fields = { by: 'week', key: '2026-11-02', day: '1' }
  const seen = await visit('ada', cell)
  expect(seen.text).toContain('Stop pushing these 50')
  expect(seen.text).toContain('2 older pushes may have more')
  const asked = await send('ada', `${BASE}/links/stop`, fields)
  expect(asked.text).toContain('50 links of 50 pushes will not be sent, and 50 index credits are refunded.')
  await send('ada', `${BASE}/links/call-off`, { ...fields, promised: '50' })
  expectBooksToBalance(office.db)
  const rest = await visit('ada', cell)
  expect(rest.text).toContain('Stop pushing these 2')
  expect(rest.text).not.toContain('may have more')
})
