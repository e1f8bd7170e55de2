import type { Child } from '../../jsx/elements.ts'
import { askHref, SameAs } from '../../same-as/same-as.tsx'
import { ONCE } from '../hx.ts'

export type Fields = Readonly<Record<string, string | readonly string[]>>

/** What goes along with a form unseen. */
export const Hidden = ({ fields }: { fields: Fields }) => (
  <>
    {Object.entries(fields).flatMap(([name, values]) =>
      [values].flat().map((value) => <input type="hidden" name={name} value={value} />),
    )}
  </>
)

type PostProps = {
  action: string
  fields?: Fields
  class?: string
  /** The key that presses it while its row has the focus. */
  rowKey?: string
  children?: Child
}

/** One act that needs no question first: a form that is a button, and beside it how a program does it. */
export const Post = ({ action, fields = {}, class: kind = 'btn', rowKey, children }: PostProps) => (
  <form method="post" action={action} class={askHref(action) ? 'post' : undefined} {...ONCE}>
    <Hidden fields={fields} />
    <button type="submit" class={kind} data-row-key={rowKey}>
      {children}
    </button>
    <SameAs of={action} short />
  </form>
)
