import type { Reader } from '../../../src/kernel/language/reader.ts'
import { ApiEquivalent, askHref } from '../../api-equivalent/api-equivalent.tsx'
import { type ButtonWords, Words } from '../button.tsx'
import { ONCE } from '../hx.ts'

export type Fields = Readonly<Record<string, string | readonly string[]>>

export const Hidden = ({ fields }: { fields: Fields }) => (
  <>
    {Object.entries(fields).flatMap(([name, values]) =>
      [values].flat().map((value) => <input type="hidden" name={name} value={value} />),
    )}
  </>
)

type PostProps = ButtonWords & {
  to?: Reader | undefined
  action: string
  fields?: Fields
  class?: string
  /** Whether a switch is on. */
  pressed?: boolean
  title?: string
  /** Key that presses the button while its row has the focus. */
  rowKey?: string
  /** Where the answer goes, if it is no page. */
  hx?: Readonly<Record<string, string>> | undefined
}

/** One act without a question: a form with one button, and the API equivalent beside it. */
export const Post = ({
  to,
  action,
  fields = {},
  class: kind = 'btn',
  pressed,
  title,
  rowKey,
  hx,
  ...words
}: PostProps) => (
  <form method="post" action={action} class={askHref(action) ? 'post' : undefined} {...ONCE} {...hx}>
    <Hidden fields={fields} />
    <button
      type="submit"
      class={kind}
      title={title}
      aria-pressed={pressed === undefined ? undefined : String(pressed)}
      data-row-key={rowKey}
    >
      <Words {...words} />
    </button>
    <ApiEquivalent to={to} of={action} short />
  </form>
)
