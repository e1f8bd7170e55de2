/** The API keys of a workspace in their conditions, and where a new one is shown. */
import { DAY, plus } from '../../src/kernel/time/clock.ts'
import { updateApiKey } from '../../src/operations/api-keys.ts'
import { editForm, KeyPage } from '../../views/api-keys/key.tsx'
import { type Key, keyList, NewSecret, newKey, withRoles } from '../../views/api-keys/keys.tsx'
import type { RefusedForm } from '../../views/screens/form-screen.tsx'
import { inApp, inPage, NO_ROWS } from './frames.tsx'
import { at, NASTY, NOW, nameOf, READER } from './samples.ts'

const key = (id: string, more: Partial<Key>): Key => ({
  id,
  tenant_id: 'ten_northwind',
  tenant_name: 'Northwind',
  name: 'Publishing script',
  prefix: `ipk_${id}`,
  role: 'member',
  acts_as: 'member',
  platform: false,
  rate_per_min: null,
  rate_per_day: null,
  daily_credit_cap: null,
  approval_above: null,
  created_by: 'ada@northwind.example',
  status: 'active',
  last_used_at: NOW,
  revoked_at: null,
  created_at: plus(NOW, -DAY),
  ...more,
})

const KEYS = [
  key('4c8f', {}),
  key('a201', { name: NASTY, tenant_name: NASTY, role: 'client_viewer', acts_as: 'client_viewer', last_used_at: null }),
  key('77be', { name: 'Nightly push', revoked_at: plus(NOW, DAY) }),
  key('c0d9', { name: 'Of somebody who lost rank', role: 'admin', acts_as: 'member' }),
  key('19fe', { name: 'Of an archived client', tenant_name: 'Bakery', acts_as: null }),
  key('e55a', { name: 'Old laptop', acts_as: null, status: 'revoked', revoked_at: NOW }),
]

const LIST = { items: KEYS, total: KEYS.length, page: 1, page_size: 50 }
const keysPage = (list: Parameters<typeof keyList.View>[0]['list'] = LIST, refused?: RefusedForm) =>
  inApp(
    'Integrations',
    <keyList.View
      list={list}
      query={{}}
      self={at('/keys')}
      zone={READER}
      below={newKey(at('/keys'), 'owner', refused)}
    />,
  )

const FULL = [{ path: '', message: 'Agency Starter allows 5 API keys. Agency Pro allows 20.' }]

const USED = { credits: 1240, calls: 318, shared: false }

const keyPage = (of: Key, refused?: RefusedForm, used_today = USED) => {
  const form = editForm.form(at(`/keys/${of.id}`), of, { schema: withRoles(updateApiKey.input, ['member']) }, refused)
  return inPage(
    'API key',
    'settings',
    <KeyPage of={{ ...of, used_today }} list={at('/keys')} form={form} names={nameOf} zone={READER} />,
  )
}
const TOO_MUCH = [{ path: 'rate_per_min', message: 'must be at most 600' }]

export const keyGallery = [
  { name: 'key', page: () => keyPage(key('4c8f', { daily_credit_cap: 2000, rate_per_min: 120 })) },
  { name: 'key-wrong', page: () => keyPage(KEYS[1]!, { values: { rate_per_min: '900' }, issues: TOO_MUCH }) },
  { name: 'key-revoked', page: () => keyPage(KEYS[5]!, undefined, { credits: 0, calls: 0, shared: true }) },
  { name: 'keys', page: () => keysPage() },
  { name: 'keys-none', page: () => keysPage(NO_ROWS) },
  { name: 'keys-full', page: () => keysPage(LIST, { values: { name: 'One more', role: 'admin' }, issues: FULL }) },
  {
    name: 'key-made',
    page: () =>
      inPage(
        'Store this key',
        'settings',
        <NewSecret
          secret="ipk_4c8f0example0000000000000000000"
          done_href={at('/keys')}
          site="https://push.northwind.example"
        />,
      ),
  },
]
