/** CSV files as Excel and crawlers meet them, with the report that shows it. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type House, house } from '../doors/house.ts'

let h: House
beforeAll(() => {
  h = house()
})
afterAll(() => h.close())

test.each([
  ['/api/v1/links/csv', 'swisstopo/swissgeol-boreholes-suite#2811'],
  ['/api/v1/audit/csv', 'directus/directus PR#26005'],
  ['/api/v1/admin/free-checks/csv', 'cds-snc/platform-forms-client#3877'],
])('%s begins with the mark of UTF-8 (%s)', async (path) => {
  const response = await h.ask('pat', path)
  expect(response.status).toBe(200)
  const bytes = await response.bytes()
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(bytes[3]).not.toBe(0xef)
  expect(response.headers.get('x-robots-tag')).toBe('noindex')
})
