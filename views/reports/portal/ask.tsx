/** "Ask your agency": sends a question about a page from a portal or a report to the agency's Today. */

import { type Call, publicAction, publicPage, type Screen } from '../../../src/doors/pages/web.ts'
import { QuestionForm } from '../../../src/features/reports/index.ts'
import { type AskedWorkspace, ask, askedWorkspace } from '../../../src/features/reports/portal/visitors.ts'
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
  const of = askedWorkspace(call)
  const agency = brandFor(call, of.tenant_id).name
  const content = (
    <>
      <h1>{`Ask ${agency}`}</h1>
      <p class="lede2">{`${agency} answers by e-mail.`}</p>
      <Form
        id="ask"
        action={new URL(call.request.url).pathname}
        schema={QuestionForm}
        values={values}
        issues={issues}
        inputs={{ email: { type: 'email', autocomplete: 'email' } }}
        verb="Send question"
      />
    </>
  )
  return answer(call, of, `Ask ${agency}`, content, status)
}

function submit(call: Call) {
  const of = askedWorkspace(call)
  try {
    ask(call, of)
  } catch (error) {
    return form(call, call.form, issuesIn(error, ['rate_limited', 'conflict']), (error as Fault).status)
  }
  const agency = brandFor(call, of.tenant_id).name
  const content = (
    <>
      <h1>Question sent</h1>
      <p class="lede2">{`${agency} has your question and answers to ${call.form.email?.trim()}.`}</p>
      <p>
        <LinkButton href={new URL(call.request.url).pathname.replace(/\/ask$/, '')} label="Back" />
      </p>
    </>
  )
  return answer(call, of, 'Question sent', content, 200)
}

const answer = (call: Call, of: AskedWorkspace, title: string, content: Child, status: number) =>
  framed(call, of, { title, foot: FOOT, referrer: 'same-origin', status }, content)

const FOOT = 'Your e-mail address is kept until the question is answered.'
