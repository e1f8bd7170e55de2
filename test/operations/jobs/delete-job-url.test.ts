import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createJob } from '../../../src/domains/jobs/index.ts'
import { callerOf, type Person, type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

type Links = { items: { uid: number; url: string }[]; total: number }

const push = (who: Person, tenant_id: string, ...urls: string[]): string =>
  w.db.write((tx) =>
    createJob(
      tx,
      callerOf(who),
      { tenant_id, type: 'index', name: 'Push', status: 'done' },
      { urls, state: 'indexed', credit: null },
    ),
  )

test('the number of a removed link is never given to another, so a job never shows the link of a stranger', async () => {
  const id = push('ada', 'ten_bakery', 'https://bakery.example/bread', 'https://bakery.example/cake')
  const { items } = await w.call<Links>('ada', 'list_job_urls', { id })
  await w.call('ada', 'delete_job_url', { id, uid: items[1]!.uid })
  push('rita', 'ten_rival', 'https://rival.example/secret')
  const after = await w.call<Links>('ada', 'list_job_urls', { id })
  expect(after).toMatchObject({ total: 1, items: [{ url: 'https://bakery.example/bread' }] })
  const { urls } = await w.call<{ urls: { url: string }[] }>('ada', 'get_job_status', { id })
  expect(urls.map(({ url }) => url)).toEqual(['https://bakery.example/bread'])
})
