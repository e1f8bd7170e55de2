import { ENGLISH, type Reader } from '../../../src/kernel/language/reader.ts'
import { say } from '../../../src/kernel/language/say.ts'
import { LinkButton } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { inPlace, type ListPage, listHref, type Query } from './list.ts'
import { Separators } from './separators.tsx'

/** The rows of all pages, filtered and sorted. It is inside the list, so that it is replaced with it. */
export const ListFile = ({ to = ENGLISH, href }: { to?: Reader | undefined; href: string }) => (
  <span class="row file">
    <a class="btn small" href={href} download="" data-key="e">
      <Icon name="download" />
      {say(to, 'Export CSV')}
    </a>
    <Separators to={to} id="separators" href={href} />
  </span>
)

type PagerProps = { to?: Reader | undefined; list: ListPage<unknown>; href: string; query: Query }

/** Position in the list, and links to the other pages. */
export function Pager({ to = ENGLISH, list, href, query }: PagerProps) {
  const { total, total_is_exact: exact = true, page, page_size } = list
  const pages = Math.max(1, Math.ceil(total / page_size))
  const first = total === 0 ? 0 : (page - 1) * page_size + 1
  const at = (other: number) => inPlace(listHref(href, query, { page: String(other) }))
  const shown = { first, last: Math.min(page * page_size, total), total }
  return (
    <>
      <span>
        {exact ? say(to, '{first}–{last} of {total}', shown) : say(to, '{first}–{last} of more than {total}', shown)}
      </span>
      {pages > 1 && (
        <nav class="row" aria-label={say(to, 'Pages')}>
          <Turn rel="prev" label={say(to, 'Previous')} at={page > 1 ? at(page - 1) : null} />
          <span>{exact ? say(to, 'Page {page} of {pages}', { page, pages }) : say(to, 'Page {page}', { page })}</span>
          <Turn rel="next" label={say(to, 'Next')} at={page < pages || !exact ? at(page + 1) : null} />
        </nav>
      )}
    </>
  )
}

const Turn = ({ rel, label, at }: { rel: string; label: string; at: ReturnType<typeof inPlace> | null }) =>
  at ? (
    <LinkButton class="btn small" rel={rel} id={`page-${rel}`} {...at} label={label} />
  ) : (
    <span class="btn small" aria-disabled="true">
      {label}
    </span>
  )
