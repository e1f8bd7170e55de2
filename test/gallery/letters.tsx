/** Every letter, as mail programs draw it, with names that carry markup. */
import {
  inFacts,
  type LetterFacts,
  type LetterKinds,
  stopsOf,
  TEMPLATES,
  type Template,
} from '../../src/domains/mail/index.ts'
import { sampleOf } from '../../src/domains/mail/templates.ts'
import { features } from '../../src/features/index.ts'
import { LANGUAGES } from '../../src/kernel/language/catalogue.ts'
import { lettersWith } from '../../views/mail/letters.ts'
import { NASTY } from './samples.ts'

const FACTS: LetterFacts = {
  name: NASTY,
  made: `on 2026-11-02 by ${NASTY}`,
  by: NASTY,
  workspace: NASTY,
  email: 'ada@elsewhere.example',
  role: 'member',
  status: 'pending',
  pack: 'boost',
  note: NASTY,
  jobs: '2',
  day: '2026-11-02',
  since: '2026-11-01T07:00:00.000Z',
  kind: 'index',
  left: '12',
  threshold: '20',
  host: 'bakery.example',
  why: 'The key file answered 404.',
  plan: 'Agency Scale',
  until: '2026-11-09',
  period: '2026-10',
  due: '2026-11-04T09:00:00.000Z',
  expires: '2026-11-14T09:00:00.000Z',
  held: '412',
  pushed: '60',
  visible: '52',
  gained: '49',
  client: NASTY,
  comment: NASTY,
  contact: NASTY,
  subject: NASTY,
  text: `${NASTY}\nin two lines`,
  report: 'yes',
  answer: NASTY,
  correction: NASTY,
  at: '2026-11-04T08:00:00.000Z',
  news: JSON.stringify({ engine: 'Google', ordered: 62, pages: { total: 60, visible: 52, before: 3, gained: 49 } }),
  summary: JSON.stringify({
    ...{ pushed: 60, visible: 52, gained: 49, blocked: 3, refunded: 5 },
    before: { pushed: 40, visible: 31, gained: 29, blocked: 4, refunded: 7 },
  }),
  sections: inFacts([
    {
      title: '42 links were indexed',
      lines: [
        { text: `${NASTY}: 30 links`, href: 'https://signal.northwind.example/1?a=1&b=2' },
        {
          text: 'A name that is so long that it does not fit into one line of any program for letters: 12 links',
          href: 'https://signal.northwind.example/2',
        },
      ],
      more: 'and 12 more',
    },
    { title: '1 thing needs attention', lines: [{ text: NASTY, href: 'https://signal.northwind.example/3' }] },
  ]),
}

const kinds: LetterKinds = Object.assign({}, ...features.map((one) => one.letters))
const letters = lettersWith(kinds)
const BRAND = { name: NASTY, accent: '#c2316b', logo: null }
const STOP = 'https://signal.northwind.example/unsubscribe?token=v1.sealed'

const drawn = (template: Template, facts: LetterFacts): string =>
  letters(template, BRAND, facts, 'https://signal.northwind.example/app?a=1&b=2', stopsOf(template) ? STOP : undefined)
    .html

/** Letters with counts, dates and stored sentences, in each language. */
const SPOKEN: readonly Template[] = ['daily_digest', 'job_finished', 'links_dropped', 'indexnow_site_failing']

export const letterGallery = [
  ...TEMPLATES.map((template) => ({ name: `letter-${template}`, page: () => drawn(template, FACTS) })),
  ...['qps', ...LANGUAGES].flatMap((language) =>
    SPOKEN.map((template) => ({
      name: `letter-${template}-${language}`,
      page: () => drawn(template, { ...sampleOf({ letter_kinds: kinds }, template), language }),
    })),
  ),
]
