/** The letter about links that dropped or came back. */
import type { LetterKinds, LetterSection } from '../../src/domains/mail/index.ts'
import type { DropLine } from '../../src/features/retention/drops/drop-letters.ts'
import { CAUSES } from '../../src/features/retention/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { noticeOf } from '../mail/letters.ts'
import { many } from '../parts/text/format.ts'
import { betweenDays, hostOf } from './words.ts'

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
    words: ({ workspace, site, dropped, returned, lines = '[]', more }, href, to) => {
      const all = JSON.parse(lines) as DropLine[]
      const section = (title: string, is_back: number): LetterSection => ({
        title,
        lines: all
          .filter((line) => line.is_back === is_back)
          .map((line) => ({ text: inWords(line, to), href: at(line) })),
      })
      const at = ({ tenant_id, id }: DropLine) => `${site}/app/w/${tenant_id}/still-there/${id}`
      const [out, back] = [Number(dropped), Number(returned)]
      const sections = [
        section(`${many(out, 'link')} dropped`, 0),
        section(`${many(back, 'link')} came back`, 1),
      ].filter((one) => one.lines.length > 0)
      return {
        subject: `${workspace}: ${out > 0 ? `${many(out, 'link')} dropped out of Google` : `${many(back, 'link')} came back to Google`}`,
        paragraphs: [
          ...(out > 0
            ? ['Several checks in a row, a day or more apart, missed these links. Credits and guarantee do not change.']
            : []),
          ...(Number(more) > 0 ? [`The page has ${more} more groups of links.`] : []),
        ],
        sections,
        button: { label: out > 0 ? 'See the drops' : 'Open Still there?', href },
        footer: noticeOf(workspace),
      }
    },
  },
}

/** `Bakery: 34 links of bakery.example, between 9 and 12 Nov. The page forbids indexing.` */
function inWords(line: DropLine, to: Reader): string {
  const what = `${line.tenant_name}: ${many(line.links, 'link')} of ${hostOf(line)}`
  return line.is_back ? what : `${what}, ${betweenDays(line, to)}. ${CAUSES[line.cause].title}.`
}
