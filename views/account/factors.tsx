/** The visitor's second factors: authenticator apps, passkeys and recovery codes. */
import { goTo, htmlResponse, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, type Text, text } from '../../src/kernel/language/say.ts'
import { Fault, notFound } from '../../src/kernel/operation/fault.ts'
import {
  addPasskey,
  beginPasskey,
  beginTotp,
  confirmTotp,
  deleteFactor,
  listFactors,
  makeRecoveryCodes,
  renameFactor,
} from '../../src/operations/account/factors.ts'
import { issuesIn, refusalFor } from '../form-refusal.ts'
import { Section } from '../kit/fold.tsx'
import { LinkButton } from '../parts/button.tsx'
import { CopyBlock, CopyField } from '../parts/forms/copy.tsx'
import { Field, FormAlert } from '../parts/forms/field.tsx'
import { Form, type Issue } from '../parts/forms/form.tsx'
import { PasskeyForm } from '../parts/passkey.tsx'
import { QrCode } from '../parts/qr.tsx'
import { act } from '../screens/act.ts'
import { type FormOf, formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { drawPage, zoneOf } from '../shell.tsx'
import { elsewhereOf } from './elsewhere.tsx'
import { FactorList } from './factor-list.tsx'

const listOf = ({ base }: SignedInCall): string => `${base}/account/factors`
const headOf = (call: SignedInCall, title: string) => ({
  title,
  crumbs: [
    { label: say(zoneOf(call), 'Account'), href: `${call.base}/account` },
    { label: say(zoneOf(call), 'Second factor'), href: listOf(call) },
  ],
  kind: 'settings',
})

async function factorsPage(call: SignedInCall) {
  const found = await call.call(listFactors, {})
  const head = {
    title: say(zoneOf(call), 'Second factor'),
    sub: say(zoneOf(call), 'A code after your password, or a passkey in place of both.'),
    crumbs: [{ label: say(zoneOf(call), 'Account'), href: `${call.base}/account` }],
    kind: 'settings',
  }
  return drawPage(
    call,
    head,
    <FactorList {...found} self={listOf(call)} elsewhere={elsewhereOf(call)} zone={zoneOf(call)} />,
  )
}

const renameForm: FormOf = formScreen({
  at: '/account/factors/:id',
  operation: renameFactor,
  fields: ['name'],
  verb: text('Save name'),
  page: (call, refused) => namePage(call, refused),
  done: (call) => goTo(listOf(call), { text: say(zoneOf(call), 'Saved.') }),
})

async function namePage(call: SignedInCall, refused?: RefusedForm) {
  const { id } = call.params
  const { factors } = await call.call(listFactors, {})
  const factor = factors.find((one) => one.id === id)
  if (!factor) throw notFound('factor')
  return drawPage(
    call,
    headOf(call, factor.name),
    <Section title={say(zoneOf(call), 'Name')}>
      {renameForm.form(`${listOf(call)}/${id}`, { name: factor.name }, { to: zoneOf(call) }, refused)}
    </Section>,
  )
}

type NewAppProps = { to: Reader; action: string; uri: string; issues?: readonly Issue[] }

/** The QR code and the secret, then the first code of the app. */
const NewApp = ({ to, action, uri, issues = [] }: NewAppProps) => (
  <Section title={say(to, 'Scan, then confirm')}>
    <p>{say(to, 'Scan this with an authenticator app, such as the one of your password manager.')}</p>
    <QrCode value={uri} label={say(to, 'QR code for your authenticator app')} />
    <CopyField
      to={to}
      id="secret"
      label={say(to, 'Or type this key')}
      value={secretIn(uri)}
      hint={say(to, 'Time-based, 6 digits, 30 seconds.')}
    />
    <Form
      to={to}
      action={action}
      schema={confirmTotp.input}
      fields={['code']}
      inputs={{ code: { type: 'text', inputmode: 'numeric', autocomplete: 'one-time-code' } }}
      hidden={{ uri }}
      issues={issues}
      verb={text('Confirm')}
    />
  </Section>
)

const secretIn = (uri: string): string =>
  (URL.parse(uri)?.searchParams.get('secret') ?? '').replace(/(.{4})(?=.)/g, '$1 ')

const newApp = (call: SignedInCall, id: string, uri: string, issues?: readonly Issue[]) =>
  drawPage(
    call,
    headOf(call, say(zoneOf(call), 'New authenticator app')),
    <NewApp to={zoneOf(call)} action={`${listOf(call)}/totp/${id}`} uri={uri} issues={issues} />,
  )

async function codeRefused(call: SignedInCall, error: unknown) {
  const { uri = '' } = call.form
  const shown = uri.startsWith('otpauth://totp/') ? uri : 'otpauth://totp/'
  return htmlResponse(await newApp(call, call.params.id!, shown, issuesIn(error, [], zoneOf(call))), 422)
}

/** The first factor comes with recovery codes. */
const added = (title: Text) => (call: SignedInCall, codes: { recovery_codes: readonly string[] | null }) =>
  codes.recovery_codes
    ? codesPage(call, title, codes.recovery_codes)
    : goTo(listOf(call), { text: say(zoneOf(call), 'Added. Your other sessions are signed out.') })

const codesPage = (call: SignedInCall, title: Text, codes: readonly string[]) =>
  drawPage(call, headOf(call, say(zoneOf(call), title)), <Codes to={zoneOf(call)} codes={codes} back={listOf(call)} />)

const Codes = ({ to, codes, back }: { to: Reader; codes: readonly string[]; back: string }) => (
  <Section title={say(to, 'Recovery codes')}>
    <p>{say(to, 'Store these away from your phone. Each signs you in once, and they are shown this once.')}</p>
    <CopyBlock to={to} id="codes" label={say(to, 'Recovery codes')} value={codes.join('\n')} />
    <div class="acts">
      <LinkButton class="btn primary" href={back} label={say(to, 'I stored them')} />
      <a class="btn" href={`data:text/plain,${encodeURIComponent(codes.join('\n'))}`} download="recovery-codes.txt">
        {say(to, 'Save as file')}
      </a>
    </div>
  </Section>
)

type NewPasskeyProps = {
  to: Reader
  action: string
  options: string
  name?: string | undefined
  error?: string | undefined
}

/** The name comes first, because the answer of the browser sends the form. */
const NewPasskey = ({ to, action, options, name = say(to, 'Passkey'), error }: NewPasskeyProps) => (
  <Section title={say(to, 'Name it, then confirm')}>
    <FormAlert error={error} />
    <PasskeyForm
      to={to}
      does="add"
      action={action}
      options={options}
      class="btn primary"
      verb={say(to, 'Create passkey')}
    >
      <Field
        name="name"
        label={say(to, 'Name')}
        hint={say(to, 'Such as the device or the password manager that keeps it.')}
      >
        {(control) => <input class="input" type="text" required maxlength="60" value={name} {...control} />}
      </Field>
    </PasskeyForm>
    <p class="hint">
      {say(to, 'Your browser must support passkeys and allow JavaScript. An authenticator app works without.')}
    </p>
  </Section>
)

function newPasskey(call: SignedInCall, options: string, again: Pick<NewPasskeyProps, 'name' | 'error'> = {}) {
  const form = <NewPasskey to={zoneOf(call)} action={`${listOf(call)}/passkeys/add`} options={options} {...again} />
  return drawPage(call, headOf(call, say(zoneOf(call), 'New passkey')), form)
}

async function passkeyRefused(call: SignedInCall, error: unknown) {
  if (!(error instanceof Fault) || !['validation_failed', 'conflict'].includes(error.code)) throw error
  const { options } = await call.call(beginPasskey, {})
  const again = { name: call.form.name, error: refusalFor(zoneOf(call), error) }
  return htmlResponse(await newPasskey(call, options, again), error.status)
}

export const factorScreens: readonly Screen[] = [
  page('/account/factors', factorsPage),
  act('/account/factors/passkeys', beginPasskey, (call, { options }) => newPasskey(call, options)),
  act(
    '/account/factors/passkeys/add',
    addPasskey,
    added(text('Your passkey is added')),
    {},
    { refused: passkeyRefused },
  ),
  page('/account/factors/:id', (call) => namePage(call)),
  ...renameForm.screens,
  act('/account/factors/totp', beginTotp, (call, { id, uri }) => newApp(call, id, uri)),
  act(
    '/account/factors/totp/:id',
    confirmTotp,
    added(text('Your authenticator app is added')),
    {},
    { refused: codeRefused },
  ),
  act('/account/factors/codes', makeRecoveryCodes, (call, { recovery_codes }) =>
    codesPage(call, text('New recovery codes'), recovery_codes),
  ),
  act('/account/factors/:id/remove', deleteFactor, (call) =>
    goTo(listOf(call), { text: say(zoneOf(call), 'Removed. Your other sessions are signed out.') }),
  ),
]
