import { askHref, SameAs } from '../../same-as/same-as.tsx'
import { type ButtonWords, Words } from '../button.tsx'
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

type PostProps = ButtonWords & {
  action: string
  fields?: Fields
  class?: string
  /** The key that presses it while its row has the focus. */
  rowKey?: string
}

/** One act that needs no question first: a form that is a button, and beside it how a program does it. */
export const Post = ({ action, fields = {}, class: kind = 'btn', rowKey, ...words }: PostProps) => (
  <form method="post" action={action} class={askHref(action) ? 'post' : undefined} {...ONCE}>
    <Hidden fields={fields} />
    <button type="submit" class={kind} data-row-key={rowKey}>
      <Words {...words} />
    </button>
    <SameAs of={action} short />
  </form>
)
