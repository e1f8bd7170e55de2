/** Suppliers compared on the results by what stays in the index, for the operator alone. */
import { afterAll, expect, test } from 'bun:test'
import { pushing, urls } from '../../pushing.ts'
import { browserOf } from '../../views/browser.ts'
import { CAST } from '../../world.ts'

const office = await pushing(100)
afterAll(() => office.close())
const BASE = `/app/w/${CAST.ada.tenant_id}`

/** Links of a client by a supplier: at risk and dropped at days 14, 30 and 60. */
function steps(tenant_id: string, adapter: string, lives: readonly (readonly [number, number])[]): void {
  office.db.write((tx) => {
    for (const [at, [at_risk, dropped]] of lives.entries())
      tx.run(
        `insert into retention_steps (tenant_id, week, host, adapter, step, at_risk, dropped)
         values (?, '2026-08-03', 'bakery.example', ?, ?, ?, ?)`,
        ...[tenant_id, adapter, at + 1, at_risk, dropped],
      )
    return null
  })
}

test('suppliers have their shares after 30 and 60 days, counts below 20 links, and drops beside the expected ones', async () => {
  await office.call('ada', 'submit_index_job', { urls: urls(3, 'bread'), preflight: false })
  for (const day of [0, 1]) await office.day(day)
  // The better site has the better supplier: within each client, both keep links alike.
  for (const adapter of ['speedyindex', 'rapidurlindexer'])
    steps('ten_bakery', adapter, [
      [100, 0],
      [100, 10],
      [90, 0],
    ])
  steps('ten_northwind', 'speedyindex', [
    [300, 0],
    [300, 0],
    [300, 0],
  ])
  steps('ten_northwind', 'indexmenow', [
    [15, 0],
    [15, 3],
    [12, 0],
  ])
  const { main } = await browserOf(office).visit('pat', `${BASE}/cohorts?by=supplier`)
  const rows = [...main.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)]
    .map(([, row]) =>
      row!
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((row) => /^(SpeedyIndex|Rapid|IndexMeNow)/.test(row))
  expect(rows).toEqual([
    'SpeedyIndex 400 98% 98% – 10, 13',
    'Rapid URL Indexer 100 90% 90% – 10, 10',
    'IndexMeNow 15 12 of 15 12 of 12 – 3, 0 (differs)',
  ])
  expect(main).toContain(`href="${BASE}/still-there?by=supplier"`)
  const by_client = (await browserOf(office).visit('pat', `${BASE}/cohorts`)).main
  expect(by_client).not.toContain('compared within each client')
  const owner = (await browserOf(office).visit('ada', `${BASE}/cohorts?by=supplier`)).main
  expect(owner).not.toContain('compared within each client')
  expect(owner).not.toContain('SpeedyIndex')
})
