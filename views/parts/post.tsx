import type { Child } from '../jsx/elements.ts'
import { ONCE } from './hx.ts'

type PostProps = {
  action: string
  fields?: Readonly<Record<string, string | readonly string[]>>
  class?: string
  children?: Child
}

/** One act that needs no question first: a form that is a button. */
export const Post = ({ action, fields = {}, class: kind = 'btn', children }: PostProps) => (
  <form method="post" action={action} {...ONCE}>
    {Object.entries(fields).flatMap(([name, values]) =>
      [values].flat().map((value) => <input type="hidden" name={name} value={value} />),
    )}
    <button type="submit" class={kind}>
      {children}
    </button>
  </form>
)
