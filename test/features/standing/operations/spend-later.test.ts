import { expect, test } from 'bun:test'
import { refusal } from '../../../refusal.ts'
import { callerOf, world } from '../../../world.ts'
import { seedExamples as seedStanding } from '../seed.ts'

const LIMITS = [{ daily_credit_cap: 5 }, { approval_above: 5 }]

test('a key with a limit sets up nothing that spends later, and may still stop what does', async () => {
  const w = world()
  w.db.write((tx) => seedStanding(tx))
  for (const limit of LIMITS) {
    const key = { ...callerOf('ada', 'key'), ...limit }
    for (const [name, input] of [
      ['create_standing_push', { address: 'https://bakery.example/sitemap.xml' }],
      ['update_standing_push', { id: 'stp_bakery', rules: { cap_day: 900 } }],
      ['update_standing_push', { id: 'stp_bakery', paused: false }],
      ['run_standing_push', { id: 'stp_bakery' }],
      ['release_held_urls', { id: 'stp_bakery', run_id: 'str_bakery', act: 'push' }],
      ['create_deploy_hook', { name: 'Deploys', mode: 'address', hosts: ['bakery.example'] }],
      ['rotate_deploy_hook', { id: 'dph_bakery' }],
      ['update_deploy_hook', { id: 'dph_bakery', hosts: ['bakery.example'] }],
      ['update_deploy_hook', { id: 'dph_bakery', paused: true, cap_day: null }],
      ['update_deploy_hook', { id: 'dph_bakery', paused: true, hosts: ['bakery.example'] }],
      ['update_standing_push', { id: 'stp_bakery', interval_minutes: 60 }],
      ['update_standing_push', { id: 'stp_bakery', paused: true, name: 'Another' }],
      ['update_standing_push', { id: 'stp_bakery', authorization: 'Basic YnJlYWQ=' }],
      ['change_plan', { plan: 'agency_pro' }],
      ['open_billing_portal', {}],
    ] as const)
      expect([name, (await refusal(w.call(key, name, input))).code]).toEqual([name, 'forbidden'])
    await w.call(key, 'update_standing_push', { id: 'stp_bakery', paused: true })
    await w.call(key, 'update_deploy_hook', { id: 'dph_bakery', paused: true })
  }
  w.close()
})
