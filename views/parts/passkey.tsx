import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import { href } from '../../static/index.ts'
import type { Child } from '../jsx/elements.ts'
import { type Fields, Hidden } from './forms/post.tsx'

type PasskeyProps = {
  to?: Reader
  /** `enter` also offers passkeys among the suggestions of an e-mail field. */
  does: 'add' | 'enter' | 'prove'
  action: string
  /** The options as JSON, or the address that returns them. */
  options?: string | undefined
  from?: string
  fields?: Fields
  class?: string
  verb: string
  children?: Child
}

/** A form that `static/passkey.js` sends with the answer of a passkey. Hidden in browsers without passkeys. */
export const PasskeyForm = ({ to = ENGLISH, does, fields = {}, class: kind = 'btn wide', ...rest }: PasskeyProps) => (
  <form
    method="post"
    action={rest.action}
    class="form"
    data-passkey={does}
    data-options={rest.options}
    data-from={rest.from}
    data-script={href('passkey.js')}
    data-known={say(to, 'This device has a passkey for you already.')}
    data-unused={say(to, 'No passkey was used. Try again.')}
    hidden
  >
    <Hidden fields={{ ...fields, response: '' }} />
    {rest.children}
    <button type="submit" class={kind}>
      {rest.verb}
    </button>
  </form>
)
