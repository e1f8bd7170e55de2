import { expect, test } from 'bun:test'
import { patched } from '../../../src/kernel/database/settings.ts'

test('what is given takes the place of what was: null clears, what is left out stays, the unknown is ignored', () => {
  const was = { adapter: 'serper', daily_cap: 5 as number | null, base_url: null as string | null }
  const given = { daily_cap: null, base_url: undefined, api_key: 'secret' }
  expect(patched(was, given)).toEqual({ adapter: 'serper', daily_cap: null, base_url: null })
  expect(was.daily_cap).toBe(5)
})
