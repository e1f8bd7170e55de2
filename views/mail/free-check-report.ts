import type { Facts } from '../../src/domains/mail/index.ts'
import type { Words } from './letter.tsx'

/** What strangers tried on the public pages in a day. */
export const freeCheckReport = (facts: Facts, href: string): Words => {
  const { day, checks, refused, spent, kinds } = facts
  return {
    subject: `Free checks of ${day}: ${checks}`,
    paragraphs: [
      `On ${day} (UTC) there were ${checks}${kinds ? ` (${kinds})` : ''}; ${refused} were refused. Live searches cost ${spent} USD.`,
      ...MOST.flatMap(([name, label]) => (facts[name] ? [`${label}: ${facts[name]}.`] : [])),
    ],
    button: { label: 'See the free checks', href },
    footer: 'Sent because you administer this installation. The page of the free checks turns it off.',
  }
}

const MOST = [
  ['domains', 'Looked at most'],
  ['countries', 'Most from'],
  ['ips', 'Most by'],
  ['networks', 'Networks'],
] as const
