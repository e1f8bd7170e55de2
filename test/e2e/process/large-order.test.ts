import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { chance } from '../../upstreams/misfortune.ts'
import { type Agency, agency, expectBooksToBalance, type Job, type Link } from '../agency.ts'
import { CAN_TURN, until } from '../appliance.ts'
import { tally } from '../tally.ts'

setDefaultTimeout(600_000)

const LIVES = Number(process.env.E2E_LIVES ?? 5)
const LINKS = 5000
const LONGEST_LIFE_MS = 120

const seed = Number(process.env.E2E_SEED ?? 20_261_128)
const { upTo } = chance(seed)

let one: Agency
beforeAll(async () => {
  one = await agency()
})
afterAll(() => one.close())

test.skipIf(!CAN_TURN)('kill -9 while a large push is written leaves all of its links, or no push', async () => {
  console.info(`E2E_SEED=${seed}`)
  let [whole, cut] = [0, 0]
  for (let life = 0; life < LIVES; life++) {
    const urls = Array.from({ length: LINKS }, (_, i) => `https://bakery.example/${life}-${i}`)
    const order = { name: `push ${life}`, urls, preflight: false, delay_s: 600 }
    const answer = one.ask('POST', '/jobs', order).then(
      ({ status }) => status,
      () => null,
    )
    await Bun.sleep(upTo(LONGEST_LIFE_MS))
    await one.kill()
    const acknowledged = (await answer) === 200
    await one.start()
    const job = (await one.all<Job>('/jobs')).find(({ name }) => name === order.name)
    expect(job !== undefined || !acknowledged).toBe(true)
    if (!job) continue
    whole++
    const read = () => one.all<Link>(`/jobs/${job.id}/urls`)
    if ((await read()).length < LINKS) cut++
    const links = await until('its links', async () => {
      const found = await read()
      return found.length === LINKS && found
    })
    expect(links.map(({ url }) => url)).toEqual(urls)
    await expectBooksToBalance(one)
    expect(await one.post<object>(`/jobs/${job.id}/cancel`)).toMatchObject({ status: 'cancelled' })
  }
  tally({ large_kills: LIVES, large_pushes: whole, cut_off: cut })
})

test.skipIf(!CAN_TURN)('kill -9 while a large retry is written leaves all of its links waiting, or none', async () => {
  one.crawler.fail({ status: 200, body: { code: 2, message: 'rejected' } }, LINKS, /create/)
  const urls = Array.from({ length: LINKS }, (_, i) => `https://bakery.example/rejected-${i}`)
  const { id } = await one.push(urls, { preflight: false })
  const rows = async (state: string) => (await one.links(id)).filter((link) => link.state === state).length
  const allAre = (state: string) => until(`all to be ${state}`, async () => (await rows(state)) === LINKS)
  await allAre('failed')
  one.crawler.heal()
  let [retries, cut] = [0, 0]
  for (let life = 0; life < LIVES / 2; life++) {
    const answer = one.ask('POST', `/jobs/${id}/retry`, { delay_s: 600 }).catch(() => null)
    await Bun.sleep(upTo(LONGEST_LIFE_MS))
    await one.kill()
    const acknowledged = (await answer)?.status === 200
    await one.start()
    const { states } = (await one.job(id)).outcome
    expect(states.failed === 0 || !acknowledged).toBe(true)
    if (states.failed === LINKS) continue
    retries++
    if ((await rows('failed')) > 0) cut++
    await allAre('scheduled')
    await expectBooksToBalance(one)
    expect(await one.post<object>(`/jobs/${id}/cancel`)).toMatchObject({ cancelled: LINKS })
    await allAre('failed')
    await expectBooksToBalance(one)
  }
  tally({ large_retries: retries, retries_cut_off: cut })
})
