/** Pages with job postings, which Google's Indexing API takes, of an account whose owner allows it. */
import { goTo, type SignedInCall } from '../../src/doors/pages/web.ts'
import { listJobPostings, publishJobPosting } from '../../src/features/evidence/operations/indexing.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { Child } from '../jsx/elements.ts'
import { Section } from '../kit/fold.tsx'
import { type Column, DataTable, Named } from '../parts/lists/table.tsx'
import { many, splitUrl } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import { formScreen, type Redraw, type RefusedForm } from '../screens/form-screen.tsx'
import { zoneOf } from '../shell.tsx'
import type { Account } from './props.ts'

type Posting = AnswerOf<typeof listJobPostings>['items'][number]

const TYPES = { URL_UPDATED: 'New or changed', URL_DELETED: 'Gone' }

export const postingForm = (page: Redraw) =>
  formScreen({
    at: '/engines/:id/postings',
    operation: publishJobPosting,
    fields: ['urls', 'type'],
    hints: {
      urls: 'Google takes pages with JobPosting, or with a live video, and no others: each is read first.',
      type: 'A page that is gone answers 404 or 410, or says noindex.',
    },
    words: { type: TYPES },
    given: ({ form }) => ({ tenant_id: form.tenant_id }),
    verb: 'Publish',
    tone: 'plain',
    faults: ['conflict', 'upstream_unavailable'],
    page,
    done: (call, { results }) => {
      const count = (wanted: Posting['state']) => results.filter(({ state }) => state === wanted).length
      const parts = [
        `Google took ${many(count('published'), 'page')}`,
        count('queued') > 0 && `${many(count('queued'), 'waits', 'wait')} for its next day`,
        count('refused') > 0 && `${many(count('refused'), 'is', 'are')} refused`,
      ]
      return goTo(`${call.base}/engines/${call.params.id}`, { text: `${parts.filter(Boolean).join('; ')}.` })
    },
  })

const WORDS: Record<Posting['state'], string> = {
  queued: 'waits for the next day of Google',
  sending: 'no answer yet',
  published: 'published',
  refused: 'refused',
}

/** Begins a reason that programs tell from others. */
const CODE = /^not_allowed_by_google: /

const columns = (zone: string): Column<Posting>[] => [
  {
    label: 'Page',
    cell: ({ url, state, why }) => {
      const { host, path } = splitUrl(url)
      return <Named name={path} sub={`${host}: ${why?.replace(CODE, '') ?? WORDS[state]}`} />
    },
  },
  { label: 'Type', class: 'wide-only', cell: ({ type }) => TYPES[type] },
  { label: 'Asked', class: 'num when', cell: ({ asked_at }) => <When time={asked_at} zone={zone} /> },
]

type PostingProps = { postings: readonly Posting[]; form: Child; zone: string }

export const Postings = ({ postings, form, zone }: PostingProps) => (
  <Section title="Job postings" note="200 a day for all workspaces of this install">
    {form}
    {postings.length > 0 && <DataTable caption="Job postings" columns={columns(zone)} rows={postings} lines />}
  </Section>
)

type Drawn = ReturnType<typeof postingForm>

export async function postingsOf(call: SignedInCall, { id, tenant_id }: Account, form: Drawn, refused?: RefusedForm) {
  const { items } = await call.call(listJobPostings, { tenant_id, page_size: 20 })
  const drawn = form.form(`${call.base}/engines/${id}/postings`, {}, { hidden: { tenant_id } }, refused)
  return <Postings postings={items} zone={zoneOf(call)} form={drawn} />
}
