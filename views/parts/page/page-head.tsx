import type { Child } from '../../jsx/elements.ts'
import { LinkButton } from '../button.tsx'
import type { IconName } from '../icon.tsx'

export type Crumb = { label: string; href?: string }

/** The one filled button of a page: a link, or with `post` an act that needs no question. */
export type PrimaryAct = {
  label: string
  icon?: IconName
  href: string
  post?: true
  fields?: Readonly<Record<string, string>>
}

type PageHeadProps = {
  title: string
  crumbs?: Crumb[]
  sub?: Child
  /** What can be done beside the primary act: a menu, a file. */
  actions?: Child
  act?: PrimaryAct | null
}

/** The page's one h1, what it is about, and its acts. */
export const PageHead = (props: PageHeadProps) => (
  <header class="head">
    <div>
      {props.crumbs && (
        <nav class="crumbs" aria-label="Breadcrumb">
          {props.crumbs.map((crumb, at) => (
            <>
              {at > 0 && ' / '}
              {crumb.href ? <a href={crumb.href}>{crumb.label}</a> : <span class="id">{crumb.label}</span>}
            </>
          ))}
        </nav>
      )}
      <h1>{props.title}</h1>
      {props.sub && <div class="sub">{props.sub}</div>}
    </div>
    {(props.actions || props.act) && (
      <div class="actions" id="page-acts">
        {props.actions}
        <Primary act={props.act} />
      </div>
    )}
  </header>
)

/** The filled button of a page as a link. */
export const Primary = ({ act }: { act: PrimaryAct | null | undefined }) => (
  <>{act && <LinkButton class="btn primary" href={act.href} icon={act.icon} label={act.label} />}</>
)
