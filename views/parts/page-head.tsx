import type { Child } from '../jsx/elements.ts'

export type Crumb = { label: string; href?: string }

/** The page's one h1, what it is about, and its actions. */
export const PageHead = (props: { title: string; crumbs?: Crumb[]; sub?: Child; actions?: Child }) => (
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
    {props.actions && <div class="actions">{props.actions}</div>}
  </header>
)
