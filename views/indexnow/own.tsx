/** Submissions of this install's own public pages. */
import { getOwnIndexnow } from '../../src/operations/indexnow/sites.ts'
import { listScreen } from '../screens/list-screen.tsx'
import { submissions } from './sites.tsx'

export const OWN = '/app/platform/indexnow'

export const ownList = listScreen({
  at: '/indexnow',
  operator: true,
  operation: getOwnIndexnow,
  title: 'IndexNow',
  sub: (_, { host }) =>
    `Submissions of the pages on ${host}. “Check and send” verifies all key files and sends waiting links.`,
  kind: 'settings',
  act: () => ({ label: 'Check and send now', href: `${OWN}/tick`, post: true }),
  columns: ({ zone }) => submissions(zone),
  empty: {
    icon: 'globe',
    text: (_, { host }) => `No submission of ${host} yet. Push one of its pages to see it here.`,
  },
})
