/** The letter about links that dropped or came back. */
import type { LetterKinds, LetterSection } from '../../src/domains/mail/index.ts'
import type { DropLine } from '../../src/features/retention/drops/drop-letters.ts'
import { CAUSES } from '../../src/features/retention/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import { noticeOf } from '../mail/notice-letters.ts'
import { day } from '../parts/text/format.ts'

const SAMPLE: DropLine[] = [
  {
    ...{ id: 'drop', tenant_id: 'bakery', tenant_name: 'Bakery', host: 'bakery.example', cause: 'noindex' },
    ...{ is_back: 0, links: 34, last_yes_at: '2026-11-09T06:00:00.000Z', first_no_at: '2026-11-12T06:00:00.000Z' },
  },
  {
    ...{ id: 'back', tenant_id: 'inn', tenant_name: 'Harbour Inn', host: 'inn.example', cause: 'engine_choice' },
    ...{ is_back: 1, links: 2, last_yes_at: '2026-11-20T06:00:00.000Z', first_no_at: null },
  },
]

export const DROP_MAILS: LetterKinds = {
  links_dropped: {
    sent_when: 'Watched links dropped out of the index or came back (once a day at most)',
    sample: {
      ...{ workspace: 'Northwind', site: 'https://push.example', dropped: '34', returned: '2', more: '0' },
      lines: JSON.stringify(SAMPLE),
    },
    words: ({ workspace = '', site, dropped, returned, lines = '[]', more }, href, to) => {
      const all = JSON.parse(lines) as DropLine[]
      const linesOf = (is_back: number): LetterSection['lines'] =>
        all.filter((line) => line.is_back === is_back).map((line) => ({ text: inWords(line, to), href: at(line) }))
      const at = ({ tenant_id, id }: DropLine) => `${site}/app/w/${tenant_id}/still-there/${id}`
      const [out, back] = [Number(dropped), Number(returned)]
      const sections = [
        { title: say(to, '{links, plural, one {# link} other {# links}} dropped', { links: out }), lines: linesOf(0) },
        {
          title: say(to, '{links, plural, one {# link} other {# links}} came back', { links: back }),
          lines: linesOf(1),
        },
      ].filter((one) => one.lines.length > 0)
      return {
        subject:
          out > 0
            ? say(to, '{workspace}: {links, plural, one {# link} other {# links}} dropped out of Google', {
                ...{ workspace, links: out },
              })
            : say(to, '{workspace}: {links, plural, one {# link} other {# links}} came back to Google', {
                ...{ workspace, links: back },
              }),
        paragraphs: [
          ...(out > 0
            ? [
                say(
                  to,
                  'Several checks in a row, a day or more apart, missed these links. Credits and guarantee do not change.',
                ),
              ]
            : []),
          ...(Number(more) > 0 ? [say(to, 'The page has {more} more groups of links.', { more: Number(more) })] : []),
        ],
        sections,
        button: { label: out > 0 ? say(to, 'See the drops') : say(to, 'Open Still there?'), href },
        footer: noticeOf(to, workspace),
      }
    },
  },
}

/** `Bakery: 34 links of bakery.example, between 9 and 12 Nov. The page forbids indexing.` */
function inWords(line: DropLine, to: Reader): string {
  const { tenant_name: client, links, last_yes_at, first_no_at } = line
  const host = line.host || say(to, 'several hosts')
  if (line.is_back)
    return say(to, '{client}: {links, plural, one {# link} other {# links}} of {host}', { client, links, host })
  const when =
    first_no_at === null
      ? '–'
      : say(to, 'between {from} and {to}', { from: day(last_yes_at, to), to: day(first_no_at, to) })
  return say(to, '{client}: {links, plural, one {# link} other {# links}} of {host}, {when}. {cause}.', {
    ...{ client, links, host, when, cause: say(to, CAUSES[line.cause].title) },
  })
}
