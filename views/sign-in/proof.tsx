/** Asks for a proof before a dangerous act, and then continues with the sent form. */
import { contentSecurityPolicy } from '../../src/doors/headers.ts'
import { type Call, HELD, htmlResponse, type ProofPrompt, waitHeaders } from '../../src/doors/pages/web.ts'
import { languageOf, type Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import type { Fault } from '../../src/kernel/operation/fault.ts'
import { issuesIn } from '../form-refusal.ts'
import { Button } from '../parts/button.tsx'
import { Field, FormAlert } from '../parts/forms/field.tsx'
import { ONCE } from '../parts/hx.ts'
import { Panel } from '../parts/page/plain.tsx'
import { PasskeyForm } from '../parts/passkey.tsx'
import { publicPageOf } from '../shell.tsx'

export async function proofPage(call: Call, asked: ProofPrompt, fault: Fault) {
  const { pathname, search } = new URL(call.request.url)
  const { to } = asked
  const props = { ...asked, error: asked.error && errorIn(to, asked.error, fault) }
  const title = say(to, 'Confirm that it is you')
  const page = publicPageOf(call, title, <Proof {...props} action={pathname + search} />, { to })
  const leads_to = asked.leads_to
  const policy: Record<string, string> = leads_to
    ? { 'content-security-policy': contentSecurityPolicy(`'self' ${leads_to}`) }
    : {}
  return htmlResponse(page, fault.status, { ...waitHeaders(fault), ...policy })
}

const errorIn = (to: Reader, error: string, fault: Fault): string | undefined =>
  languageOf(to) === 'en' ? error : issuesIn(fault, ['rate_limited', 'conflict'], to)[0]?.message

type ProofProps = ProofPrompt & { action: string }

const Proof = (props: ProofProps) => (
  <Panel
    title={say(props.to, 'Confirm that it is you')}
    text={say(props.to, 'This act needs a recent sign-in. Nothing you entered is lost.')}
  >
    {props.methods.includes('provider') && <AtProvider {...props} />}
    {props.methods.some((method) => method === 'password' || method === 'code') && <Typed {...props} />}
    {props.passkey && (
      <PasskeyForm
        to={props.to}
        does="prove"
        action={props.action}
        options={props.passkey}
        fields={{ [HELD]: props.held }}
        class={props.methods.length === 1 ? 'btn primary wide' : 'btn wide'}
        verb={say(props.to, 'Confirm with your passkey')}
      />
    )}
    {props.methods.length === 1 && props.methods[0] === 'passkey' && <PasskeyOnly {...props} />}
  </Panel>
)

/** Proof at the identity provider, in another tab. This form keeps the entered values meanwhile. */
const AtProvider = ({ to, action, held, provider, error }: ProofProps) => (
  <form method="post" action={action} class="form" {...ONCE}>
    <input type="hidden" name={HELD} value={held} />
    <FormAlert error={error} />
    {provider && (
      <a class="btn wide" href={provider.href} target="_blank" rel="noopener">
        {say(to, 'Confirm at {name}', { name: provider.name })}
      </a>
    )}
    <Button class="btn primary wide" label={say(to, 'Continue')} />
  </form>
)

/** Proof by password or by the code of an app. */
const Typed = ({ to, action, held, email, methods, error }: ProofProps) => (
  <form method="post" action={action} class="form" {...ONCE} novalidate={error !== undefined}>
    <input type="hidden" name={HELD} value={held} />
    <input type="text" name="username" value={email} autocomplete="username" hidden readonly />
    {methods.includes('password') ? (
      <Field name="password" label={say(to, 'Password')} error={error}>
        {(control) => <input class="input" type="password" autocomplete="current-password" required {...control} />}
      </Field>
    ) : (
      <Field name="code" label={say(to, 'Code of your authenticator app')} error={error}>
        {(control) => (
          <input class="input" type="text" inputmode="numeric" autocomplete="one-time-code" required {...control} />
        )}
      </Field>
    )}
    <Button class="btn primary wide" label={say(to, 'Confirm and continue')} />
  </form>
)

/** Advice when the passkey is refused or cannot be used. */
const PasskeyOnly = ({ to, error, passkey }: ProofProps) => (
  <>
    <FormAlert error={error} />
    {passkey ? (
      <noscript>
        <p>{`${say(to, 'A passkey needs JavaScript.')} ${signInAgain(to)}`}</p>
      </noscript>
    ) : (
      <p>{`${say(to, 'You have no passkey for this address.')} ${signInAgain(to)}`}</p>
    )}
  </>
)

const signInAgain = (to: Reader): string =>
  say(to, 'Sign out and in again with a recovery code: it counts for 15 minutes.')
