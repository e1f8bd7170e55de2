/** Asks for a proof before a dangerous act, and then continues with the sent form. */
import { contentSecurityPolicy } from '../../src/doors/headers.ts'
import { type Call, HELD, htmlResponse, type ProofPrompt, waitHeaders } from '../../src/doors/pages/web.ts'
import type { Fault } from '../../src/kernel/operation/fault.ts'
import { Button } from '../parts/button.tsx'
import { Field, FormAlert } from '../parts/forms/field.tsx'
import { ONCE } from '../parts/hx.ts'
import { Panel } from '../parts/page/plain.tsx'
import { PasskeyForm } from '../parts/passkey.tsx'
import { publicPageOf } from '../shell.tsx'

const TITLE = 'Confirm that it is you'

export async function proofPage(call: Call, asked: ProofPrompt, fault: Fault) {
  const { pathname, search } = new URL(call.request.url)
  const page = publicPageOf(call, TITLE, <Proof {...asked} action={pathname + search} />)
  const leads_to = asked.leads_to
  const policy: Record<string, string> = leads_to
    ? { 'content-security-policy': contentSecurityPolicy(`'self' ${leads_to}`) }
    : {}
  return htmlResponse(page, fault.status, { ...waitHeaders(fault), ...policy })
}

type ProofProps = ProofPrompt & { action: string }

const Proof = (props: ProofProps) => (
  <Panel title={TITLE} text="This act needs a recent sign-in. Nothing you entered is lost.">
    {props.methods.includes('provider') && <AtProvider {...props} />}
    {props.methods.some((method) => method === 'password' || method === 'code') && <Typed {...props} />}
    {props.passkey && (
      <PasskeyForm
        does="prove"
        action={props.action}
        options={props.passkey}
        fields={{ [HELD]: props.held }}
        class={props.methods.length === 1 ? 'btn primary wide' : 'btn wide'}
        verb="Confirm with your passkey"
      />
    )}
    {props.methods.length === 1 && props.methods[0] === 'passkey' && <PasskeyOnly {...props} />}
  </Panel>
)

/** Proof at the identity provider, in another tab. This form keeps the entered values meanwhile. */
const AtProvider = ({ action, held, provider, error }: ProofProps) => (
  <form method="post" action={action} class="form" {...ONCE}>
    <input type="hidden" name={HELD} value={held} />
    <FormAlert error={error} />
    {provider && (
      <a class="btn wide" href={provider.href} target="_blank" rel="noopener">
        {`Confirm at ${provider.name}`}
      </a>
    )}
    <Button class="btn primary wide" label="Continue" />
  </form>
)

/** Proof by password or by the code of an app. */
const Typed = ({ action, held, email, methods, error }: ProofProps) => (
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
    <Button class="btn primary wide" label="Confirm and continue" />
  </form>
)

/** Advice when the passkey is refused or cannot be used. */
const PasskeyOnly = ({ error, passkey }: ProofProps) => (
  <>
    <FormAlert error={error} />
    {passkey ? (
      <noscript>
        <p>A passkey needs JavaScript. {SIGN_IN_AGAIN}</p>
      </noscript>
    ) : (
      <p>You have no passkey for this address. {SIGN_IN_AGAIN}</p>
    )}
  </>
)

const SIGN_IN_AGAIN = 'Sign out and in again with a recovery code: it counts for 15 minutes.'
