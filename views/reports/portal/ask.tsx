/** "Ask your agency": sends a question about a page from a portal or a report to the agency's Today. */

import { type Call, publicAction, publicPage, type Screen } from '../../../src/doors/pages/web.ts'
import { QuestionForm } from '../../../src/features/reports/index.ts'
import { readerFor } from '../../../src/features/reports/months/visitors.ts'
import { type AskedWorkspace, ask, askedWorkspace } from '../../../src/features/reports/portal/visitors.ts'
import type { Reader } from '../../../src/kernel/language/reader.ts'
import { say } from '../../../src/kernel/language/say.ts'
import type { Fault } from '../../../src/kernel/operation/fault.ts'
import { brandFor } from '../../branding.ts'
import { issuesIn } from '../../form-refusal.ts'
import type { Child } from '../../jsx/elements.ts'
import { LinkButton } from '../../parts/button.tsx'
import { Form, type Issue } from '../../parts/forms/form.tsx'
import { framed } from './frame.tsx'

const screensAt = (at: string): Screen[] => [
  publicPage(`${at}/ask`, (call) => form(call, { url: (call.query.u ?? '').slice(0, 2048) })),
  publicAction(`${at}/ask`, submit),
]

export const askScreens: readonly Screen[] = [...screensAt('/portal/:token'), ...screensAt('/r/:token')]

function form(call: Call, values: Record<string, string | undefined>, issues?: readonly Issue[], status = 200) {
  const asked = askedFor(call)
  const { to, agency } = asked
  const title = say(to, 'Ask {agency}', { agency })
  const content = (
    <>
      <h1>{title}</h1>
      <p class="lede2">{say(to, '{agency} answers by e-mail.', { agency })}</p>
      <Form
        id="ask"
        to={to}
        action={new URL(call.request.url).pathname}
        schema={QuestionForm}
        values={values}
        issues={issues}
        labels={{ url: say(to, 'Page'), text: say(to, 'Question'), email: say(to, 'Your e-mail') }}
        inputs={{ email: { type: 'email', autocomplete: 'email' } }}
        verb={say(to, 'Send question')}
      />
    </>
  )
  return answer(call, asked, title, content, status)
}

function submit(call: Call) {
  const asked = askedFor(call)
  const { to, agency } = asked
  try {
    ask(call, asked.of)
  } catch (error) {
    return form(call, call.form, issuesIn(error, ['rate_limited', 'conflict'], to), (error as Fault).status)
  }
  const title = say(to, 'Question sent')
  const email = call.form.email?.trim() ?? ''
  const content = (
    <>
      <h1>{title}</h1>
      <p class="lede2">{say(to, '{agency} has your question and answers to {email}.', { agency, email })}</p>
      <p>
        <LinkButton href={new URL(call.request.url).pathname.replace(/\/ask$/, '')} label={say(to, 'Back')} />
      </p>
    </>
  )
  return answer(call, asked, title, content, 200)
}

type Asked = { of: AskedWorkspace; to: Reader; agency: string }

function askedFor(call: Call): Asked {
  const of = askedWorkspace(call)
  return { of, to: readerFor(call, of.tenant_id), agency: brandFor(call, of.tenant_id).name }
}

function answer(call: Call, { of, to }: Asked, title: string, content: Child, status: number) {
  const foot = say(to, 'Your e-mail address is kept until the question is answered.')
  return framed(call, of, { to, title, foot, referrer: 'same-origin', status }, content)
}
