import { type Fields, Hidden } from './forms/post.tsx'
import type { Child } from '../jsx/elements.ts'

type PasskeyProps = {
  /** `enter` is hidden until a script finds that the browser has passkeys. */
  does: 'add' | 'enter' | 'prove'
  action: string
  /** The options, or where to ask for them. */
  options?: string
  from?: string
  fields?: Fields
  class?: string
  verb: string
  children?: Child
}

/** A form that `static/passkey.js` sends with the answer of a passkey. */
export const PasskeyForm = ({ does, action, options, from, fields = {}, verb, class: kind = 'btn wide', children }: PasskeyProps) => (
  <form method="post" action={action} class="form" data-passkey={does} data-options={options} data-from={from} hidden={does === 'enter'}>
    <Hidden fields={{ ...fields, response: '' }} />
    {children}
    <button type="submit" class={kind}>
      {verb}
    </button>
  </form>
)
