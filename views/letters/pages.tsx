/** Writes a letter to people of a client: unfolded on the page that it is about, and a page of its own. */

import { TAKE_BACK } from '../../src/domains/accounts/index.ts'
import { goTo, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { newId } from '../../src/kernel/secrets/ids.ts'
import { SECOND } from '../../src/kernel/time/clock.ts'
import { takeBackEmail } from '../../src/operations/emails/log.ts'
import { updateEmailSettings } from '../../src/operations/emails/settings.ts'
import { getEmailRecipients, sendEmail } from '../../src/operations/tenants/letters.ts'
import { brandFor } from '../branding.ts'
import { conflictAt } from '../form-refusal.ts'
import { many } from '../parts/text/format.ts'
import { Name } from '../parts/text/name.tsx'
import { act } from '../screens/act.ts'
import { formAction, type RefusedForm } from '../screens/form-screen.tsx'
import { assertMay, drawPage, may } from '../shell.tsx'
import { backOf, draftOf } from './drafts.ts'
import { addressesIn, LetterForm } from './letter-form.tsx'

/** Addresses that an e-mail takes. */
const MOST = 10

async function write(call: SignedInCall, refused?: RefusedForm) {
  assertMay(call, sendEmail)
  const { base, visitor, all } = call
  const { about, ref = '', of } = refused ? call.form : call.query
  const draft = await draftOf(call, about, ref)
  const recipients = await call.call(getEmailRecipients, { id: draft.id })
  const back = backOf(call, about, ref, of)
  const reached = recipients.people.filter(({ as, refused }) => as !== 'asker' && !refused).map(({ email }) => email)
  const unknown = all('to').filter((to) => !recipients.people.some(({ email }) => email === to))
  return drawPage(
    call,
    {
      title: draft.title,
      sub: <Name of={recipients.tenant_name} />,
      crumbs: [{ label: 'Back', href: back }, { label: draft.title }],
      detail: true,
    },
    <LetterForm
      action={`${base}/write`}
      recipients={recipients}
      to={refused ? all('to') : (draft.to ?? reached.slice(0, MOST))}
      others={call.form.others ?? unknown.join(', ')}
      subject={call.form.subject ?? draft.subject}
      text={call.form.text ?? draft.text}
      about={{ id: draft.id, about: about!, ref, ...(of ? { of } : {}), idempotency_key: newId() }}
      from={`From ${brandFor(call, draft.id).name}. Answers go to ${visitor.user.email}.`}
      setup={may(call, updateEmailSettings) ? '/app/platform/email' : null}
      issues={refused?.issues}
    />,
  )
}

/** The page of a letter that was taken back, with its words. */
const writeAgain = (call: SignedInCall, { to, ...words }: AnswerOf<typeof takeBackEmail>) =>
  write(
    {
      ...call,
      flash: { text: 'Taken back: nobody gets it.' },
      form: { ...call.form, ...words },
      all: (name) => (name === 'to' ? to : []),
    },
    { values: {}, issues: [] },
  )

export const letterScreens: readonly Screen[] = [
  page('/write', (call) => write(call)),
  formAction({
    at: '/write',
    operation: sendEmail,
    fields: ['subject', 'text'],
    given: ({ form, all }) => ({
      id: form.id,
      to: [...all('to'), ...addressesIn(form.others ?? '')],
      ...(form.about === 'question' ? { question_id: form.ref } : {}),
      ...(form.about === 'report' ? { job_id: form.ref } : {}),
      ...(form.about === 'month' ? { month: form.ref } : {}),
    }),
    once: true,
    faults: ['rate_limited', 'forbidden'],
    page: write,
    done: (call, { emails }) => {
      const { about, ref = '', of } = call.form
      return goTo(backOf(call, about, ref, of), {
        text: sentWords(emails),
        letter: { id: emails[0]!.id, about: about!, ref, ...(of ? { of } : {}) },
      })
    },
  }),
  act('/write/:id/take-back', takeBackEmail, writeAgain, {}, { refused: ({ base }, error) => conflictAt(error, base) }),
]

function sentWords(emails: AnswerOf<typeof sendEmail>['emails']): string {
  const [first, ...others] = emails
  const to = others.length === 0 ? first!.to : `${first!.to} and ${many(others.length, 'other')}`
  return first!.status === 'suppressed'
    ? `Kept for ${to}: no mail server is set up.`
    : `It goes to ${to} in ${TAKE_BACK / SECOND} seconds.`
}
