/** Somebody's second factors: an authenticator app, and the codes for when it is lost. */
import { action, goTo, htmlResponse, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { beginTotp } from '../../src/operations/account/begin-totp.ts'
import { confirmTotp } from '../../src/operations/account/confirm-totp.ts'
import { deleteFactor } from '../../src/operations/account/delete-factor.ts'
import { listFactors } from '../../src/operations/account/list-factors.ts'
import { makeRecoveryCodes } from '../../src/operations/account/make-recovery-codes.ts'
import { EmptyState, Section } from '../kit/fold.tsx'
import { CopyBlock, CopyField } from '../parts/forms/copy.tsx'
import { Form, type Issue } from '../parts/forms/form.tsx'
import { Post } from '../parts/forms/post.tsx'
import { type Column, DataTable } from '../parts/lists/table.tsx'
import { QrCode } from '../parts/qr.tsx'
import { many } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import { issuesIn } from '../refused.ts'
import { drawPage, zoneOf } from '../shell.tsx'

type Factors = AnswerOf<typeof listFactors>
type Factor = Factors['factors'][number]

const listOf = ({ base }: SignedInCall): string => `${base}/account/factors`
const headOf = (call: SignedInCall, title: string) => ({
  title,
  crumbs: [
    { label: 'Account', href: `${call.base}/account` },
    { label: 'Second factor', href: listOf(call) },
  ],
  kind: 'settings',
})

async function factorsPage(call: SignedInCall) {
  const found = await call.call(listFactors, {})
  const head = {
    title: 'Second factor',
    sub: 'Asked after your password when you sign in.',
    crumbs: [{ label: 'Account', href: `${call.base}/account` }],
    kind: 'settings',
  }
  return drawPage(call, head, <FactorList {...found} self={listOf(call)} zone={zoneOf(call)} />)
}

export function FactorList({ factors, recovery_codes, self, zone }: Factors & { self: string; zone: string }) {
  const confirmed = factors.filter((one) => one.confirmed)
  return (
    <>
      <Section title="Your factors">
        {confirmed.length > 0 ? (
          <DataTable caption="Your factors" columns={columnsOf(self, zone)} rows={confirmed} lines />
        ) : (
          <EmptyState icon="shield-check">No second factor. Your password alone signs you in.</EmptyState>
        )}
        <div class="actions">
          <Post action={`${self}/totp`} class="btn primary">
            Add authenticator app
          </Post>
        </div>
      </Section>
      {confirmed.length > 0 && (
        <Section title="Recovery codes">
          <p>{`${many(recovery_codes, 'code', 'codes')} left. Each signs you in once when the factor is lost.`}</p>
          <Post action={`${self}/codes`}>Make new codes</Post>
        </Section>
      )}
    </>
  )
}

const columnsOf = (self: string, zone: string): Column<Factor>[] => [
  {
    label: 'Factor',
    cell: (one) => (
      <>
        <span class="name">{one.name}</span>
        <small class="sub2">A code every 30 seconds</small>
      </>
    ),
  },
  { label: 'Added', class: 'num when wide-only', cell: (one) => <When time={one.created_at} zone={zone} /> },
  { label: 'Last used', class: 'num when', cell: (one) => <When time={one.last_used_at} zone={zone} /> },
  {
    label: 'Remove',
    class: 'end',
    cell: (one) => (
      <Post action={`${self}/${one.id}/remove`} class="btn small">
        Remove<span class="vh">{` ${one.name}`}</span>
      </Post>
    ),
  },
]

type Begun = { action: string; uri: string; issues?: readonly Issue[] }

/** The QR code and the secret, then the first code of the app. */
export const NewApp = ({ action: to, uri, issues = [] }: Begun) => (
  <Section title="Scan, then confirm">
    <p>Scan this with an authenticator app, such as the one of your password manager.</p>
    <QrCode value={uri} label="QR code for your authenticator app" />
    <CopyField id="secret" label="Or type this key" value={secretIn(uri)} hint="Time-based, 6 digits, 30 seconds." />
    <Form
      action={to}
      schema={confirmTotp.input}
      fields={['code']}
      inputs={{ code: { type: 'text', inputmode: 'numeric', autocomplete: 'one-time-code' } }}
      hidden={{ uri }}
      issues={issues}
      verb="Confirm"
    />
  </Section>
)

const secretIn = (uri: string): string =>
  (URL.parse(uri)?.searchParams.get('secret') ?? '').replace(/(.{4})(?=.)/g, '$1 ')

const newApp = (call: SignedInCall, id: string, uri: string, issues?: readonly Issue[]) =>
  drawPage(
    call,
    headOf(call, 'New authenticator app'),
    <NewApp action={`${listOf(call)}/totp/${id}`} uri={uri} issues={issues} />,
  )

async function confirm(call: SignedInCall) {
  const { id = '' } = call.params
  const { code, uri = '' } = call.form
  try {
    const { recovery_codes } = await call.call(confirmTotp, { id, code })
    if (!recovery_codes) return goTo(listOf(call), { text: 'Added. Your other sessions are signed out.' })
    return codesPage(call, 'Your authenticator app is added', recovery_codes)
  } catch (error) {
    const issues = issuesIn(error)
    return htmlResponse(
      await newApp(call, id, uri.startsWith('otpauth://totp/') ? uri : 'otpauth://totp/', issues),
      422,
    )
  }
}

const codesPage = (call: SignedInCall, title: string, codes: readonly string[]) =>
  drawPage(call, headOf(call, title), <Codes codes={codes} back={listOf(call)} />)

export const Codes = ({ codes, back }: { codes: readonly string[]; back: string }) => (
  <Section title="Recovery codes">
    <p>Store these away from your phone. Each signs you in once, and they are shown this once.</p>
    <CopyBlock id="codes" label="Recovery codes" value={codes.join('\n')} />
    <div class="actions">
      <a class="btn primary" href={back}>
        I stored them
      </a>
      <a class="btn" href={`data:text/plain,${encodeURIComponent(codes.join('\n'))}`} download="recovery-codes.txt">
        Save as file
      </a>
    </div>
  </Section>
)

export const factorScreens: readonly Screen[] = [
  page('/account/factors', factorsPage),
  action('/account/factors/totp', async (call) => {
    const { id, uri } = await call.call(beginTotp, {})
    return newApp(call, id, uri)
  }),
  action('/account/factors/totp/:id', confirm),
  action('/account/factors/codes', async (call) => {
    const { recovery_codes } = await call.call(makeRecoveryCodes, {})
    return codesPage(call, 'New recovery codes', recovery_codes)
  }),
  action('/account/factors/:id/remove', async (call) => {
    await call.call(deleteFactor, { id: call.params.id })
    return goTo(listOf(call), { text: 'Removed. Your other sessions are signed out.' })
  }),
]
