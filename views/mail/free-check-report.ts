import type { Facts } from '../../src/domains/mail/index.ts'
import type { Words } from './letter.tsx'

/** The daily report on free checks by anonymous visitors. */
export const freeCheckReport = (facts: Facts, href: string): Words => {
  const { day, checks, refused, spent, kinds } = facts
  return {
    subject: `Free checks of ${day}: ${checks}`,
    paragraphs: [
      `On ${day} (UTC) visitors ran ${checks}${kinds ? ` (${kinds})` : ''}; ${refused} were rejected. Live searches cost ${spent} USD.`,
      ...MOST.flatMap(([name, label]) => (facts[name] ? [`${label}: ${facts[name]}.`] : [])),
    ],
    button: { label: 'Open free checks', href },
    footer: 'You receive this because you administer this installation. Turn it off on the page Free checks.',
  }
}

const MOST = [
  ['domains', 'Most checked domains'],
  ['countries', 'Top countries'],
  ['ips', 'Top IP addresses'],
  ['networks', 'Top networks'],
] as const
