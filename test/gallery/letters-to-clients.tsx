/** The form of a letter to a client: with people of all kinds, with none, refused, and without a mail server. */
import { LetterForm, type LetterProps } from '../../views/letters/letter-form.tsx'
import { aboutBlocked } from '../../views/letters/words.ts'
import { inPage } from './frames.tsx'
import { at, NASTY } from './samples.ts'

const person = (email: string, more: object = {}) => ({
  email,
  name: '',
  as: 'member' as const,
  refused: false,
  ...more,
})
const PEOPLE = [
  person('vera@bakery.example', { name: 'Vera' }),
  person(`${'long-'.repeat(12)}name@bakery.example`, { name: NASTY }),
  person('anna@bakery.example', { name: 'مخبز الحي القديم', as: 'reader' as const }),
  person('gone@bakery.example', { as: 'reader' as const, refused: true }),
  person('olive@bakery.example', { as: 'asker' as const }),
]
const RECIPIENTS = { tenant_id: 'ten_bakery', tenant_name: NASTY, configured: true, people: PEOPLE, others_left: 9 }
const LINKS = ['rye', 'spelt', 'x'.repeat(400)].map((path, i) => ({
  url: `https://bakery.example/${path}`,
  flags: i === 0 ? ['http_4xx'] : ['noindex'],
  http_status: i === 0 ? 404 : 200,
  fix: i === 0 ? 'Restore the page.' : 'Remove the noindex tag.',
}))

const letter = (more: Partial<LetterProps> = {}) =>
  inPage(
    'Tell the client',
    'jobs',
    <LetterForm
      action={at('/write')}
      recipients={RECIPIENTS as LetterProps['recipients']}
      to={['vera@bakery.example']}
      others=""
      {...aboutBlocked(LINKS, 3, 'Ada')}
      about={{ id: 'ten_bakery', about: 'blocked', ref: 'job_1' }}
      from="From Northwind. Answers go to ada@northwind.example."
      setup={null}
      {...more}
    />,
  )

const refused = [
  { path: 'to', message: 'has addresses that are of no person: stranger@elsewhere.example' },
  { path: 'text', message: 'is required' },
]

export const clientLetterGallery = [
  { name: 'letter-to-client', page: () => letter() },
  {
    name: 'letter-to-nobody',
    page: () =>
      letter({ to: [], recipients: { ...RECIPIENTS, people: [], others_left: 0 } as LetterProps['recipients'] }),
  },
  { name: 'letter-refused', page: () => letter({ issues: refused, others: 'stranger@elsewhere.example' }) },
  {
    name: 'letter-by-hand',
    page: () =>
      letter({
        recipients: { ...RECIPIENTS, configured: false } as LetterProps['recipients'],
        setup: '/app/platform/email',
      }),
  },
]
