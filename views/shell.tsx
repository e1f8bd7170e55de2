/** Puts a screen's content into its shell: navigation, balances, the words left by the page before. */
import { storedEmail } from '../src/domains/mail/index.ts'
import { type Call, type Markup, SIGN_OUT, type SignedInCall } from '../src/doors/pages/web.ts'
import { forbidden } from '../src/kernel/operation/fault.ts'
import { type AnswerOf, type AnyOperation, mayCall } from '../src/kernel/operation/operation.ts'
import { getShell } from '../src/operations/account/get-shell.ts'
import { createApiKey } from '../src/operations/api-keys/create-api-key.ts'
import { putBranding } from '../src/operations/branding/put-branding.ts'
import { allocateCredits } from '../src/operations/credits/allocate-credits.ts'
import { createCreditRequest } from '../src/operations/credits/create-credit-request.ts'
import { listEmails } from '../src/operations/emails/list-emails.ts'
import { submitIndexJob } from '../src/operations/jobs/submit-index-job.ts'
import { addMember } from '../src/operations/members/add-member.ts'
import { brandFor, brandOfDomain, domainOfCall } from './branding.ts'
import { type Brand, preferencesFrom } from './document.tsx'
import { undoOf } from './jobs/undo.tsx'
import type { Child } from './jsx/elements.ts'
import { AppPage, type NavItem, type NavSection, PublicPage, type Shell } from './layout.tsx'
import { Banner } from './parts/card.tsx'
import { ConfirmForm, type Question } from './parts/dialogs.tsx'
import { zoneIn } from './parts/format.ts'
import { type Crumb, PageHead } from './parts/page-head.tsx'
import type { Fields } from './parts/post.tsx'
import type { Runner } from './parts/runner.tsx'
import type { ToastData } from './parts/toast.tsx'
import { ViewBanner } from './view-as/banner.tsx'

export const preferencesOf = (call: Call) =>
  preferencesFrom({
    theme: call.cookies('theme') ?? undefined,
    density: call.cookies('density') ?? undefined,
    keys: call.cookies('keys') ?? undefined,
  })

/** Whether the visitor may do it: what they may not is not offered. */
export const may = ({ caller }: SignedInCall, operation: AnyOperation): boolean => mayCall(operation, caller)

/** Whether the visitor may push, cancel, share. A viewer sees no control that writes. */
export const mayWrite = (call: SignedInCall): boolean => may(call, submitIndexJob)

/** A page that only asks before it is done: for those who may do it. */
export function requireMay(call: SignedInCall, operation: AnyOperation): void {
  if (!may(call, operation)) throw forbidden('Your role in this workspace does not include this.')
}

/** The zone of the visitor's times, the language of their dates, and when they read. */
export const zoneOf = ({ visitor: { user }, app }: SignedInCall): string =>
  zoneIn(user.time_zone, user.locale, app.clock.now())

/** Who runs this install, by the sender of its letters; on an own domain, and before there is a sender, nobody is named. */
export function runnerOf(call: Call): Runner | null {
  if (domainOfCall(call)) return null
  const { from_address, from_name } = call.app.db.read(storedEmail)
  return from_address ? { name: from_name ?? 'Signalpost', email: from_address } : null
}

/** A page of the app. */
export async function appPage(call: SignedInCall, title: string, children: Child): Promise<Markup> {
  return (
    <AppPage shell={await shellOf(call)} title={title} banner={<Banners call={call} />}>
      {children}
    </AppPage>
  )
}

/** What stands above every page: whom one looks at, and what one waits for. */
const Banners = ({ call }: { call: SignedInCall }) => (
  <>
    {call.visitor.viewing && <ViewBanner view={call.visitor.viewing} zone={zoneOf(call)} />}
    {!call.caller.approved && <Waits />}
  </>
)

const Waits = () => (
  <Banner>
    <b>Your account awaits approval.</b> You can look around; we write to you when it is open.
  </Banner>
)

/** A page of the whole install, for platform admins: told apart from those of a workspace by name and tint. */
export async function installPage(call: SignedInCall, title: string, children: Child): Promise<Markup> {
  const { nav: _, tabs: __, credits: ___, install, ...around } = await shellOf(call)
  const home = { label: 'Back', icon: 'layout-dashboard', href: around.home } as const
  const sections = installSections(call, install!)
  const shell: Shell = {
    ...around,
    home: '/app/platform',
    workspace: { name: 'Platform', line: 'This install' },
    platform: true,
    nav: [{ items: [home] }, ...sections],
    tabs: [home, ...sections.flatMap(({ items }) => items).filter(({ label }) => AT_HAND.includes(label))],
  }
  return (
    <AppPage shell={shell} title={title}>
      {children}
    </AppPage>
  )
}

/** In the bar of a phone; the rest is in the menu. */
const AT_HAND = ['Overview', 'Users', 'Workspaces', 'System']

type Waiting = NonNullable<AnswerOf<typeof getShell>['install']>

/** The pages of the whole install, with how many wait for a decision. */
function installSections(call: SignedInCall, waiting: Waiting): NavSection[] {
  const path = new URL(call.request.url).pathname
  const item = (label: string, icon: NavItem['icon'], under: string, count?: number): NavItem => {
    const href = `/app/platform${under}`
    return { label, icon, href, count, current: under === '' ? path === href : path.startsWith(href) }
  }
  const people = [
    item('Users', 'users', '/users', waiting.pending_users),
    item('Invites', 'send', '/invites'),
    item('Waitlist', 'clock', '/waitlist', waiting.waitlist),
    item('Workspaces', 'rows-3', '/workspaces'),
    item('Access', 'lock', '/access'),
  ]
  const money = [
    item('Margin', 'scale', '/margin'),
    item('Billing', 'rows-3', '/billing'),
    item('Pack requests', 'coins', '/pack-requests', waiting.pack_requests),
    item('Plans', 'grid-3x3', '/plans'),
  ]
  const watched = [
    item('Audit', 'shield-check', '/audit'),
    item('Errors', 'triangle-alert', '/errors', waiting.open_errors),
    item('Free checks', 'scan-search', '/free-checks'),
    item('IndexNow, own', 'globe', '/indexnow'),
    item('System', 'layout-dashboard', '/system'),
    item('Backups', 'download', '/backups'),
    item('E-mail', 'bell', '/email'),
  ]
  return [
    { items: [item('Overview', 'layout-dashboard', '')] },
    { section: 'People', items: people },
    {
      section: 'Supply',
      items: [
        item('Providers', 'wallet', '/providers'),
        item('Suppliers', 'send', '/suppliers'),
        item('Check engines', 'scan-search', '/engines'),
      ],
    },
    { section: 'Money', items: money },
    { section: 'Watch', items: watched },
  ]
}

/** A question as a page of its own, for a browser without JavaScript. */
export const confirmPage = (
  call: SignedInCall,
  question: Question,
  { crumbs, sub, ...form }: { href: string; back: string; crumbs: Crumb[]; sub?: string; fields?: Fields },
  draw = appPage,
): Promise<Markup> =>
  draw(
    call,
    question.title,
    <>
      <PageHead title={question.title} sub={sub} crumbs={crumbs} />
      <ConfirmForm {...question} {...form} />
    </>,
  )

/** A page for somebody who is not signed in. */
export function publicPageOf(
  call: Call,
  title: string,
  children: Child,
  width?: 'narrow' | 'middle' | 'wide' | 'docs',
  bare = false,
  brand: Brand = brandOfDomain(call),
): Markup {
  return (
    <PublicPage
      title={title}
      brand={brand}
      preferences={preferencesOf(call)}
      width={width}
      bare={bare}
      toasts={call.flash ? [{ ...call.flash, undo: null }] : []}
    >
      {children}
    </PublicPage>
  )
}

/** Entries of the menu, by where they lead below the workspace. */
function itemsOf({ base, request }: SignedInCall): Item {
  const path = new URL(request.url).pathname
  return (label, icon, under, more = {}) => {
    const href = `${base}${under}`
    return { label, icon, href, current: under === '' ? path === base : path.startsWith(href), ...more }
  }
}

async function shellOf(call: SignedInCall): Promise<Shell & Pick<AnswerOf<typeof getShell>, 'install'>> {
  const { base, caller, visitor } = call
  const { workspace, others, install } = await call.call(getShell, {})
  const tenant = workspace!
  const item = itemsOf(call)
  const push = mayWrite(call) ? [item('New push', 'send', '/push', { key: 'n' })] : []
  const jobs = item('Jobs', 'rows-3', '/jobs', { count: tenant.open_jobs, key: 'g j' })
  const drafts =
    tenant.waiting_drafts > 0 ? [item('To approve', 'check', '/drafts', { count: tenant.waiting_drafts })] : []
  const packs = may(call, createCreditRequest) ? [item('Packs', 'coins', '/packs')] : []
  const clients = tenant.kind === 'client' ? [] : [item('Clients', 'users', '/clients', { key: 'g c' })]
  const credits = item('Credits', 'coins', '/credits', { key: 'g l' })
  const funds = tenant.kind !== 'client' && may(call, allocateCredits)
  const money = funds ? [item('Money', 'wallet', '/money')] : []
  const people = may(call, addMember) ? [item('Members', 'circle-user', '/members')] : []
  const branding = may(call, putBranding) ? [item('Branding', 'palette', '/branding')] : []
  const plan = tenant.parent_id === null ? [item('Plan', 'coins', '/plan'), ...packs] : packs
  const agency = {
    section: tenant.kind === 'client' ? 'Client' : 'Agency',
    items: [...clients, credits, ...money, ...people, ...branding, ...plan, ...lettersIn(call, item)],
  }
  // MCP is at the install's address alone.
  const apps = domainOfCall(call) ? [] : [item('AI apps', 'plug-zap', '/connect')]
  const keys = may(call, createApiKey) ? [item('API keys', 'key-round', '/keys', { key: 'g k' })] : []
  const connect = { section: 'Connect', items: [...apps, ...keys] }
  const account = item('Account', 'circle-user', '/account')
  const reports = item('Reports', 'share-2', '/reports')
  const sites = item('IndexNow sites', 'globe', '/indexnow', { key: 'g i' })
  const dashboard = item('Dashboard', 'layout-dashboard', '', { key: 'g d' })
  return {
    brand: brandFor(call, caller.tenant_id),
    preferences: preferencesOf(call),
    home: base,
    palette_href: `${base}/palette`,
    workspace: { name: tenant.name, line: tenant.plan },
    workspaces: others
      .map(({ id, name }) => ({ name, href: `/app/w/${id}`, above: id === tenant.parent_id }))
      .toSorted((a, b) => Number(b.above) - Number(a.above)),
    clients_href: clients[0]?.href,
    user: {
      name: visitor.user.name,
      email: visitor.user.email,
      profile_href: account.href,
      sign_out: SIGN_OUT,
      view_as: caller.platform ? `/app/platform/view/${caller.tenant_id}` : undefined,
    },
    nav: [
      { items: [dashboard, ...push, jobs, ...looksAndLinks(item), reports, sites, ...drafts] },
      ...(agency.items.length ? [agency] : []),
      ...(connect.items.length ? [connect] : []),
      ...(install
        ? [{ section: 'Platform', items: installSections(call, install).flatMap(({ items }) => items) }]
        : []),
    ],
    tabs: [
      { ...dashboard, label: 'Home' },
      jobs,
      ...push.map((one) => ({ ...one, label: 'Push' })),
      ...clients,
      credits,
    ],
    credits: { ...tenant.available, href: credits.href },
    toasts: await toastsOf(call),
    install,
  }
}

/** The word left by the page before, with what of it can still be taken back. */
async function toastsOf(call: SignedInCall): Promise<ToastData[]> {
  const { flash } = call
  return flash ? [{ ...flash, undo: flash.undo ? await undoOf(call, flash.undo, mayWrite(call)) : null }] : []
}

type Item = (label: string, icon: NavItem['icon'], under: string, more?: Partial<NavItem>) => NavItem

/** What was only looked at, and every link across jobs. */
const looksAndLinks = (item: Item): NavItem[] => [
  item('Checks', 'scan-search', '/checks'),
  item('Links', 'link-2', '/links', { key: 'g u' }),
  item('Cohorts', 'grid-3x3', '/cohorts'),
]

/** Who is told what, and what was sent. */
const lettersIn = (call: SignedInCall, item: Item): NavItem[] => [
  item('Notifications', 'bell', '/notifications'),
  ...(may(call, listEmails) ? [item('E-mail log', 'rows-3', '/emails')] : []),
]
