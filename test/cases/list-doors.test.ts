/** No order reserves a credit for an address that nobody wrote. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { pushing } from '../pushing.ts'

let w: Awaited<ReturnType<typeof pushing>>
beforeAll(async () => {
  w = await pushing()
})
afterAll(() => w.close())

const B = 'https://bakery.example'
type Ordered = { accepted: number; bill: { index_credits?: number }; reading?: string; id: string; invalid: unknown[] }

const ONE = [`${B}/1`, `${B}/2`]
test.each<[name: string, urls: string | string[], links: string[]]>([
  ['two lines in an entry (alexdillon/GroupMeClient PR#27)', [`${B}/1\n${B}/2`], ONE],
  ['a table in an entry (Gunz-cop/DescargasIA#50)', [`Top pages\tClicks\n${B}/1\t12\n${B}/2\t3`], ONE],
  ['a table as a text (Gunz-cop/DescargasIA#50)', `Top pages,Clicks\n${B}/1,12\n${B}/2,3`, ONE],
  ['a non-breaking space (Akuli/mantaray PR#309)', [`${B}/1\u00a0${B}/2`], ONE],
  ['two that ran into each other (the-moisrex/webpp#524)', [`${B}/1${B}/2`], ONE],
])('an order of %s has two links', async (_, urls, links) => {
  const job = (await w.call('ben', 'submit_index_job', { urls, preflight: false })) as Ordered
  const { items } = (await w.call('ben', 'list_job_urls', { id: job.id })) as { items: { url: string }[] }
  expect([job.accepted, items.map(({ url }) => url).sort()]).toEqual([2, links])
})

test('an entry with a blank, a tab or a line end inside that is no second address is refused by that reason', async () => {
  const refused = w.call('ben', 'submit_index_job', { urls: [`${B}/our menu`], preflight: false })
  await expect(refused).rejects.toMatchObject({
    details: {
      issues: expect.arrayContaining([{ path: 'urls', message: `${B}/our menu: contains a space: write it as %20` }]),
    },
  })
})

test('the check and the preview take the same lists', async () => {
  const urls = `Page;Title\n${B}/1;Bread\n${B}/2;Cake\nnone;`
  expect(await w.call('ben', 'check_index', { urls })).toMatchObject({ link_count: 2, dropped: { invalid: 1 } })
  expect(await w.call('ben', 'preview_indexnow', { urls })).toMatchObject({
    total: 2,
    reading: 'Column “Page” read; 1 other column ignored; 1 line without a link.',
  })
})
