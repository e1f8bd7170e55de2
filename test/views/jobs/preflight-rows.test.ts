import { expect, test } from 'bun:test'
import { PreflightRows } from '../../../views/push/preflight-rows.tsx'

test('what the bill calls ready is one group, with those that are warned of at its top', () => {
  const row = (url: string, ...warnings: string[]) =>
    ({ url, flags: [], status: 200, fix: null, chain: [], final_url: null, canonical: null, warnings }) as never
  const rows = [row('https://bakery.example/well'), row('https://bakery.example/thin', 'The page is thin.')]
  const preflight = { rows, dropped: [], duplicates: 0, pending: [], slow: [] }
  const html = String(PreflightRows({ preflight, values: { push_anyway: [], anyway_flag: [] } }))
  const groups = [...html.matchAll(/<summary>(.*?)<\/summary>/gs)].map(([, says]) => says!.replace(/<[^>]+>/g, ''))
  expect(groups.map((says) => says.trim())).toEqual(['Ready to push1 with a warning2 links'])
  expect(html.indexOf('The page is thin.')).toBeLessThan(html.indexOf('/well'))
})
