import { afterEach, beforeEach, expect, test } from 'bun:test'
import { refusal } from '../../refusal.ts'
import { pages, type Setting, setting } from '../providers/setting.ts'

let one: Setting
let id: string
beforeEach(async () => {
  one = await setting()
  await one.call('pat', 'update_integrations', { engines: { scan_standard: { adapter: 'simulated' } } })
  id = (await one.push(pages(4))).id
  await one.work()
  await unseen(3)
})
afterEach(() => one.end())

/** That many links of the job were looked at to the end, and not seen. */
const unseen = async (n: number) =>
  one.db.write((tx) => {
    tx.run(
      `update links set looks = 3, indexed = 'no', checked_at = ?1 where id in (select id from links where job_id = ?2 order by id limit ?3)`,
      tx.now,
      id,
      n,
    )
    return null
  })

type Again = { id: string; accepted: number }
const again = () => one.call<Again>('ada', 'send_unindexed_to_indexer', { id })
const urlsOf = async (job: string) =>
  (await one.call<{ items: { url: string }[] }>('ada', 'list_job_urls', { id: job })).items.map(({ url }) => url)

test('links are pushed again once, whoever else asks meanwhile, and the refusal names the job that does it', async () => {
  const first = await again()
  expect(await urlsOf(first.id)).toEqual(pages(3))
  expect(await refusal(again())).toMatchObject({ code: 'conflict', details: { job_id: first.id } })
  await one.call('ada', 'cancel_job', { id: first.id })
  expect(await again()).toMatchObject({ accepted: 3 })
})

test('what was found unseen since is pushed again by itself', async () => {
  await again()
  await unseen(4)
  const second = await again()
  expect(await urlsOf(second.id)).toEqual(pages(4).slice(3))
})

test('a check of the same links, under way, keeps nothing from being pushed', async () => {
  await one.call('ada', 'check_index', { job_id: id })
  expect(await again()).toMatchObject({ accepted: 3 })
})
