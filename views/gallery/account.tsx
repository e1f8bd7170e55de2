/** Somebody's own account, as it is and with a refused password. */
import { DAY, HOUR, plus } from '../../src/kernel/clock.ts'
import { Account, type AccountProps } from '../account/account.tsx'
import { inApp } from './frames.tsx'
import { at, NASTY, NOW } from './samples.ts'

const here = {
  id: 'a',
  current: true,
  ip: '192.0.2.4',
  device: 'Firefox on Linux',
  created_at: plus(NOW, -HOUR),
  last_seen_at: NOW,
  expires_at: plus(NOW, DAY),
}
const SESSIONS = [here, { ...here, id: 'b', current: false, ip: null, device: NASTY, last_seen_at: plus(NOW, -HOUR) }]

const accountPage = (more: Partial<AccountProps> = {}) =>
  inApp(
    'Your account',
    <Account
      user={{ name: NASTY, email: 'ada@northwind.example' }}
      sessions={{ items: SESSIONS, total: 2, page: 1, page_size: 50 }}
      self={at('/account')}
      {...more}
    />,
    '',
  )

export const accountGallery = [
  { name: 'account', page: () => accountPage() },
  {
    name: 'account-refused',
    page: () => accountPage({ issues: [{ path: 'new_password', message: 'must have at least 15 characters' }] }),
  },
]
