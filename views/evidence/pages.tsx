/** Search engines of a workspace: accounts, properties, and the way to connect one. */
import { action, goTo, type PlannedCall, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import {
  connectGoogle,
  disconnectGoogle,
  getGoogleCoverage,
  listGoogleAccounts,
  listGoogleProperties,
  updateGoogleProperty,
  withdrawGoogleInvites,
} from '../../src/features/evidence/operations/google.ts'
import { getGoogleQuota } from '../../src/features/evidence/operations/quota.ts'
import { beginConsent } from '../../src/features/evidence/visitors.ts'
import { Fault, notFound } from '../../src/kernel/operation/fault.ts'
import { issuesIn } from '../form-refusal.ts'
import { leadTo } from '../lead-to.tsx'
import { CopyField } from '../parts/forms/copy.tsx'
import { many } from '../parts/text/format.ts'
import { act } from '../screens/act.ts'
import { askScreen } from '../screens/ask-screen.ts'
import type { RefusedForm } from '../screens/form-screen.tsx'
import { drawPage, zoneOf } from '../shell.tsx'
import { bingAccount, bingForm, bingQuotaScreen } from './bing.tsx'
import { Choose } from './choose.tsx'
import { Engines } from './engines.tsx'
import { postingForm, postingsOf } from './postings.tsx'
import type { Account, Property } from './props.ts'
import { sitemapForm, sitemapsOf } from './sitemaps.tsx'

export const enginesOf = ({ base }: SignedInCall): string => `${base}/engines`
const MOST = 200
const SUB = 'Google answers for your clients’ own pages, free of check credits.'

const connected = async (call: SignedInCall) =>
  (await call.call(listGoogleAccounts, { page_size: MOST }, { here: true })).items

async function enginesPage(call: SignedInCall, refused?: RefusedForm) {
  const [coverage, accounts, properties, quota] = await Promise.all([
    call.call(getGoogleCoverage, {}, { here: true }),
    connected(call),
    call.call(listGoogleProperties, { page_size: MOST }, { here: true }),
    call.call(getGoogleQuota, { tenant_id: call.params.ws }, { here: true }),
  ])
  const self = enginesOf(call)
  const connect = { label: 'Connect Google', icon: 'plus' as const, href: `${self}/connect`, post: true as const }
  const props = { coverage, accounts, properties: properties.items, quotas: quota.properties, self, zone: zoneOf(call) }
  return drawPage(
    call,
    { title: 'Search engines', sub: SUB, kind: 'settings', act: coverage.closed ? null : connect },
    <Engines {...props} operator={call.caller.platform} bing={await bingAccount(call, bing, refused)} />,
  )
}

const asked = ({ params, form }: SignedInCall) => ({
  tenant_id: form.tenant_id ?? params.ws,
  ...(form.sitemaps !== undefined && { sitemaps: form.sitemaps }),
  ...(form.indexing !== undefined && { indexing: form.indexing }),
})

/** A signed-in person goes to Google at once, with an invitation of their own. */
async function connect(call: SignedInCall) {
  const { url } = await call.call(connectGoogle, asked(call))
  const token = new URL(url).searchParams.get('invite')!
  const { url: google, cookie } = beginConsent(call, token, call.visitor)
  return leadTo(call, {
    title: 'Connect Google',
    verb: 'Go on to Google',
    url: google,
    cookies: [cookie],
    stay: enginesOf(call),
  })
}

const CRUMB = 'Search engines'

const invited = (call: SignedInCall, { url }: { url: string }) =>
  drawPage(
    call,
    {
      title: 'Invitation to connect',
      crumbs: [{ label: CRUMB, href: enginesOf(call) }, { label: 'Invitation' }],
      kind: 'settings',
    },
    <CopyField
      id="invitation"
      label="Send this address to the person who manages the site in Search Console"
      value={url}
      hint="It works once, within 14 days, and needs no account here."
    />,
  )

async function accountOf(call: SignedInCall) {
  const account = (await connected(call)).find(({ id }) => id === call.params.id)
  if (!account) throw notFound('Google account')
  return account
}

const propertiesOf = async (call: SignedInCall) =>
  (await call.call(listGoogleProperties, { account_id: call.params.id, page_size: MOST }, { here: true })).items

type State = { issues?: readonly { path: string; message: string }[]; refused?: RefusedForm; posting?: RefusedForm }

async function choosePage(call: SignedInCall, { issues = [], refused, posting }: State = {}) {
  const account = await accountOf(call)
  const self = enginesOf(call)
  const head = {
    title: `Connect Google for ${account.workspace}`,
    sub: `${account.email} gives ${rightsOf(account)}. Choose what may be used.`,
    crumbs: [{ label: CRUMB, href: self }, { label: account.email }],
    kind: 'settings',
    detail: true as const,
    menu: [{ label: 'Disconnect', icon: 'trash-2' as const, href: `${self}/${account.id}/disconnect`, danger: true }],
  }
  const properties = await propertiesOf(call)
  const submits = account.state !== 'lost' && account.may_submit_sitemaps && properties.some((one) => one.sitemaps)
  const publishes = account.state !== 'lost' && account.may_publish_jobs && properties.some((one) => one.indexing)
  const props = {
    account,
    properties,
    sitemaps: submits && (await sitemapsOf(call, account, sitemaps, refused)),
    postings: publishes && (await postingsOf(call, account, postings, posting)),
    again: `${self}/connect`,
    coverage: await call.call(
      getGoogleCoverage,
      account.tenant_id === call.params.ws ? {} : { tenant_id: account.tenant_id },
      { here: true },
    ),
    schema: updateGoogleProperty.input,
    action: `${self}/${account.id}/use`,
    issues,
  }
  return drawPage(call, head, <Choose {...props} />)
}

function rightsOf({ may_submit_sitemaps, may_publish_jobs }: Account): string {
  const more = [may_submit_sitemaps && 'to submit sitemaps', may_publish_jobs && 'to publish job postings']
  return ['the right to read', ...more.filter(Boolean)].join(' and ')
}

const ASKED = ['inspect', 'impressions', 'sitemaps', 'indexing', 'reserve_pct'] as const

/** One change for each property that the form means. A property that serves chosen workspaces keeps them. */
async function changes(call: SignedInCall): Promise<PlannedCall[]> {
  const { workspace: _, tenant_id } = await accountOf(call)
  const ticked = new Set(call.all('use'))
  const given = Object.fromEntries(
    ASKED.filter((name) => call.form[name] !== undefined).map((name) => [name, call.form[name]]),
  )
  const changeOf = ({ id, tenant_ids }: Property) => {
    if (!ticked.has(id)) return { id, tenant_ids: [] }
    return { id, ...given, ...(tenant_ids.length === 0 && { tenant_ids: [tenant_id] }) }
  }
  const meant = (await propertiesOf(call)).filter(({ id, tenant_ids }) => ticked.has(id) || tenant_ids.length > 0)
  return meant.map((one) => ({ operation: updateGoogleProperty, input: changeOf(one) }))
}

async function use(call: SignedInCall) {
  try {
    const planned = await changes(call)
    for (const { input } of planned) await call.call(updateGoogleProperty, input as { id: string } as never)
    const n = planned.filter(({ input }) => !Array.isArray(input.tenant_ids) || input.tenant_ids.length > 0).length
    return goTo(enginesOf(call), {
      text: n === 0 ? 'No property is used.' : `${many(n, 'property', 'properties')} in use.`,
    })
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return choosePage(call, { issues: issuesIn(error, ['conflict']) })
  }
}

const sitemaps = sitemapForm((call, refused) => choosePage(call, { refused }))

const postings = postingForm((call, posting) => choosePage(call, { posting }))

const bing = bingForm((call, refused) => enginesPage(call, refused))

export const engineScreens: readonly Screen[] = [
  page('/engines', (call) => enginesPage(call)),
  bingQuotaScreen,
  ...bing.screens,
  { ...action('/engines/connect', connect), calls: (call) => [{ operation: connectGoogle, input: asked(call) }] },
  act('/engines/invite', connectGoogle, invited),
  act(
    '/engines/withdraw',
    withdrawGoogleInvites,
    (call, { withdrawn }) => goTo(enginesOf(call), { text: `${many(withdrawn, 'invitation')} withdrawn.` }),
    ({ params }) => ({ tenant_id: params.ws }),
  ),
  page('/engines/:id', (call) => choosePage(call)),
  { ...action('/engines/:id/use', use), calls: changes },
  ...sitemaps.screens,
  ...postings.screens,
  ...askScreen({
    at: '/engines/:id/disconnect',
    operation: disconnectGoogle,
    of: accountOf,
    question: ({ email }) => ({
      title: `Disconnect ${email}?`,
      points: [
        'Its consent is withdrawn at Google.',
        'Its properties leave this page.',
        'Checks of these pages cost credits again.',
      ],
      body: 'It can be connected again at any time.',
      verb: 'Disconnect',
    }),
    crumbs: (call, { id, email }) => [
      { label: CRUMB, href: enginesOf(call) },
      { label: email, href: `${enginesOf(call)}/${id}` },
    ],
    done: (call, { revoked }) =>
      goTo(enginesOf(call), {
        text: revoked
          ? 'Disconnected, and withdrawn at Google.'
          : 'Disconnected here. Withdraw the consent in the Google account too.',
      }),
  }),
]
