/** Before a dangerous act: the form that asks for a proof, and goes on with what was sent. */
import { contentSecurityPolicy } from '../../src/doors/headers.ts'
import { type Call, HELD, htmlResponse, type ProofAsked, waitHeaders } from '../../src/doors/pages/web.ts'
import type { Fault } from '../../src/kernel/operation/fault.ts'
import { Field } from '../parts/forms/field.tsx'
import { ONCE } from '../parts/hx.ts'
import { Panel } from '../parts/page/plain.tsx'
import { publicPageOf } from '../shell.tsx'

const TITLE = 'Confirm that it is you'

export async function proofPage(call: Call, asked: ProofAsked, fault: Fault) {
  const { pathname, search } = new URL(call.request.url)
  const page = publicPageOf(call, TITLE, <Proof {...asked} action={pathname + search} />)
  const leads_to = asked.leads_to
  const policy: Record<string, string> = leads_to
    ? { 'content-security-policy': contentSecurityPolicy(`'self' ${leads_to}`) }
    : {}
  return htmlResponse(page, fault.status, { ...waitHeaders(fault), ...policy })
}

export const Proof = ({ action, held, email, methods, error }: ProofAsked & { action: string }) => (
  <Panel title={TITLE} text="This act needs a recent sign-in. Nothing you entered is lost.">
    <form method="post" action={action} class="form" {...ONCE} novalidate={error !== undefined}>
      <input type="hidden" name={HELD} value={held} />
      <input type="text" name="username" value={email} autocomplete="username" hidden readonly />
      {methods.includes('password') ? (
        <Field name="password" label="Password" error={error}>
          {(control) => <input class="input" type="password" autocomplete="current-password" required {...control} />}
        </Field>
      ) : (
        <Field name="code" label="Code of your authenticator app" error={error}>
          {(control) => (
            <input class="input" type="text" inputmode="numeric" autocomplete="one-time-code" required {...control} />
          )}
        </Field>
      )}
      <button type="submit" class="btn primary wide">
        Confirm and continue
      </button>
    </form>
  </Panel>
)
