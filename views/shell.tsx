/** Puts a page into its shell: navigation, balances and the notice of the page before. */
import { operatorOf } from '../src/doors/pages/branding.ts'
import { type Call, filled, type Markup, type SignedInCall } from '../src/doors/pages/web.ts'
import { ENGLISH, type Reader } from '../src/kernel/language/reader.ts'
import { say, sayStored } from '../src/kernel/language/say.ts'
import { forbidden } from '../src/kernel/operation/fault.ts'
import type { AnyOperation } from '../src/kernel/operation/operation.ts'
import { brandOfDomain, domainOfCall, type Face } from './branding.ts'
import { withManual } from './docs/manual-of.tsx'
import { operatorShell, shellOf } from './frame/build-shell.ts'
import { zoneOf } from './frame/reader.ts'
import type { Shell } from './frame/shell.ts'
import { may, mayWrite, preferencesOf } from './frame/visitor.ts'
import type { Child } from './jsx/elements.ts'
import { type Act, ActMenu, type PrimaryAct, ShowApi } from './kit/menu.tsx'
import { AppPage, PublicPage } from './layout.tsx'
import { LinkButton } from './parts/button.tsx'
import { ConfirmForm, ConfirmLink, type Question } from './parts/forms/dialogs.tsx'
import { type Fields, Post } from './parts/forms/post.tsx'
import { Icon } from './parts/icon.tsx'
import { Banner } from './parts/page/card.tsx'
import { type Crumb, PageHead } from './parts/page/page-head.tsx'
import type { Runner } from './parts/text/runner.tsx'
import { Say } from './parts/text/say.tsx'
import { SampleBanner } from './sample/sample.tsx'
import { ViewBanner } from './view-as/banner.tsx'

export { may, mayWrite, preferencesOf, zoneOf }

declare module '../src/doors/pages/screens.ts' {
  interface Slots {
    /** The first page of a visitor, in the place of Today; null: Today. */
    home(call: SignedInCall): Promise<Markup | null>
    /** Above the pages of the operator. */
    operator_banner(call: SignedInCall, shell: Pick<Shell, 'updated_to'>): Child
  }
}

/** For a page that asks first: only visitors who may do the act see it. */
export function assertMay(call: SignedInCall, operation: AnyOperation): void {
  if (!may(call, operation)) throw forbidden('Your role in this workspace does not include this.')
}

/** The operator, by the sender of the install's letters; null on an own domain and before there is a sender. */
export const runnerOf = (call: Call): Runner | null => (domainOfCall(call) ? null : operatorOf(call.app))

export type PageSpec = {
  title: string
  /** Heading of the page, when it differs from the title of the tab. */
  heading?: string
  sub?: Child
  /** Address of a picture before the title. */
  tile?: string | null
  crumbs?: Crumb[]
  act?: PrimaryAct | null
  /** The "…" menu: rename, CSV, and destructive acts last. The API equivalent is added. */
  menu?: readonly (Act | null)[]
  /** One item of a list: its crumbs lead back, and the section's tabs are left out. */
  detail?: true
  /** Class of main, for the page's own styles. */
  kind?: string
  /** The operator's page, not one of a workspace. */
  operator?: boolean
  /** The client of the page: shows the tabs of its pages, with `under` as the current one. */
  client?: { id: string; name: string; archived?: boolean; under?: string } | undefined
}

/** A page: its head, the tabs of its section, and the content. */
export async function drawPage(call: SignedInCall, spec: PageSpec, children: Child): Promise<Markup> {
  const shell = await (spec.operator ? operatorShell(call) : shellOf(call, spec.client))
  const own = shell.is_clients
    ? shell.tabs?.find(({ current, href }) => current && href !== shell.home && isAt(call, href))
    : undefined
  const named = own ? { ...spec, title: own.title, heading: own.title, sub: undefined } : spec
  return (
    <AppPage
      shell={spec.detail ? { ...shell, tabs: [] } : shell}
      title={named.title}
      kind={spec.kind}
      banner={
        spec.operator ? filled(call, 'operator_banner').map((draw) => draw(call, shell)) : <Banners call={call} />
      }
      head={
        <HeadOf
          to={shell.to}
          {...named}
          sub={spec.operator ? withManual(new URL(call.request.url).pathname, spec.sub) : named.sub}
        />
      }
    >
      {children}
    </AppPage>
  )
}

const isAt = (call: SignedInCall, href: string): boolean => new URL(call.request.url).pathname === href

/** Title, menu and primary act. */
export const HeadOf = ({ to, title, heading = title, sub, tile, crumbs, act, menu }: { to?: Reader } & PageSpec) => (
  <PageHead {...{ to, title: heading, sub, tile, crumbs }} actions={<HeadActs {...{ to, act, menu }} />} />
)

export const HeadActs = ({ to = ENGLISH, act, menu = [] }: { to?: Reader } & Pick<PageSpec, 'act' | 'menu'>) => (
  <>
    <ActMenu to={to} id="page-menu" label={say(to, 'More')} acts={menu}>
      <ShowApi to={to} />
    </ActMenu>
    {act && <Primary to={to} {...act} />}
  </>
)

function Primary({ to, label, icon, href, file, post, fields, question }: PrimaryAct & { to: Reader }) {
  if (file) return <LinkButton class="btn" href={href} download="" data-key="e" icon={icon} label={label} />
  if (post) return <Post to={to} action={href} fields={fields} class="btn primary" icon={icon} label={label} />
  if (!question) return <LinkButton class="btn primary" href={href} icon={icon} label={label} />
  return (
    <ConfirmLink href={href} {...question} class="btn primary">
      {icon && <Icon name={icon} />}
      {label}
    </ConfirmLink>
  )
}

/** A page of the app whose content has its own head. Its crumbs lead back, so the section's tabs are left out. */
export async function appPage(
  call: SignedInCall,
  title: string,
  children: Child,
  to: Reader = zoneOf(call),
): Promise<Markup> {
  return (
    <AppPage
      shell={{ ...(await shellOf(call, undefined, to)), tabs: [] }}
      title={title}
      banner={<Banners call={call} />}
    >
      {children}
    </AppPage>
  )
}

/** Shown above every page: the person viewed as, and a missing approval of the account. */
const Banners = ({ call }: { call: SignedInCall }) => (
  <>
    {call.visitor.viewing && <ViewBanner view={call.visitor.viewing} zone={zoneOf(call)} />}
    {call.visitor.sample_for && <SampleBanner home={call.visitor.sample_for} />}
    {!call.caller.approved && <Waits to={zoneOf(call)} />}
  </>
)

const Waits = ({ to }: { to: Reader }) => (
  <Banner>
    <Say to={to} text="<b>Your account awaits approval.</b> You can look around; we write to you when it is open." />
  </Banner>
)

/** A page about the whole install, for platform admins: marked by a word and a blue line. */
export const installPage = async (call: SignedInCall, title: string, children: Child): Promise<Markup> => (
  <AppPage shell={{ ...(await operatorShell(call)), tabs: [] }} title={title}>
    {children}
  </AppPage>
)

/** A question as a page, for a browser without JavaScript. */
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
      <PageHead to={zoneOf(call)} title={question.title} sub={sub} crumbs={crumbs} />
      <ConfirmForm to={zoneOf(call)} {...question} {...form} />
    </>,
  )

/** A page for a visitor who is not signed in. By default it is in English. */
export function publicPageOf(
  call: Call,
  title: string,
  children: Child,
  { to = ENGLISH, brand = brandOfDomain(call) }: Partial<Face> = {},
  width?: 'docs',
): Markup {
  return (
    <PublicPage
      to={to}
      title={title}
      brand={brand}
      preferences={preferencesOf(call)}
      width={width}
      toasts={call.flash ? [{ ...call.flash, text: sayStored(to, call.flash.text), undo: null }] : []}
    >
      {children}
    </PublicPage>
  )
}
