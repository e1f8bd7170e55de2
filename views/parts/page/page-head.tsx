import { ENGLISH, type Reader } from '../../../src/kernel/language/reader.ts'
import { say } from '../../../src/kernel/language/say.ts'
import type { Child } from '../../jsx/elements.ts'
import { Name } from '../text/name.tsx'

export type Crumb = { label: string; href?: string }

type PageHeadProps = {
  to?: Reader | undefined
  title: string
  crumbs?: Crumb[]
  sub?: Child
  /** Address of a picture before the title. */
  tile?: string | null | undefined
  /** Menu, file and primary act. */
  actions?: Child
}

/** The page's h1, its subtitle and its acts. */
export const PageHead = (props: PageHeadProps) => (
  <header class="head" id="head">
    <div>
      {props.crumbs && (
        <nav class="crumbs" aria-label={say(props.to ?? ENGLISH, 'Breadcrumb')}>
          {props.crumbs.map((crumb, at) => (
            <>
              {at > 0 && ' / '}
              {crumb.href ? (
                <a href={crumb.href}>
                  <Name of={crumb.label} />
                </a>
              ) : (
                <span class="id">
                  <Name of={crumb.label} />
                </span>
              )}
            </>
          ))}
        </nav>
      )}
      <h1 title={props.title.length > 60 ? props.title : undefined}>
        {props.tile && <img class="avatar" src={props.tile} alt="" width="32" height="32" />}
        {breakable(props.title)}
      </h1>
      {props.sub && <div class="sub">{props.sub}</div>}
    </div>
    {props.actions && (
      <div class="actions" id="page-acts">
        {props.actions}
      </div>
    )}
  </header>
)

/** Long hosts and paths break after a dot or a slash, not within a word. */
const breakable = (title: string): Child[] =>
  title.length < 16
    ? [title]
    : title.split(/(?<=\w[./])(?=\w)/).flatMap((part, at) => (at > 0 ? [<wbr />, part] : [part]))
