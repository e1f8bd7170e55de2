/** E-mails about free checks. */
import type { LetterKinds } from '../../src/domains/mail/index.ts'

export const FREE_CHECK_MAILS: LetterKinds = {
  free_check_report: {
    sent_when: 'Every morning about the free checks of the day before (to the platform admins), or by hand',
    sample: {
      day: '2026-11-01',
      checks: '41 free checks',
      refused: '3',
      spent: '0.12',
      kinds: 'xray 30, lens 11',
      countries: 'AT (20), DE (9)',
      domains: 'bakery.example (4)',
      ips: '198.51.100.7 (9)',
      networks: '198.51.100.0/24 (9)',
    },
    words: ({ day, checks, refused, spent, kinds, ...most }, href) => ({
      subject: `Free checks of ${day}: ${checks}`,
      paragraphs: [
        `On ${day} (UTC) visitors ran ${checks}${kinds ? ` (${kinds})` : ''}; ${refused} were rejected. Live searches cost ${spent} USD.`,
        ...MOST.flatMap(([name, label]) => (most[name] ? [`${label}: ${most[name]}.`] : [])),
      ],
      button: { label: 'Open free checks', href },
      footer: 'You receive this because you administer this installation. Turn it off on the page Free checks.',
    }),
  },
}

/** Titles of the lists in the report, by the name of the fact. */
const MOST = [
  ['domains', 'Most checked domains'],
  ['countries', 'Top countries'],
  ['ips', 'Top IP addresses'],
  ['networks', 'Top networks'],
] as const
