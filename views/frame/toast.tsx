import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import { type Fields, Post } from '../parts/forms/post.tsx'
import { Icon } from '../parts/icon.tsx'
import { scriptWords } from './script-words.ts'

type Attributes = Readonly<Record<string, string>>
type ToastTone = 'ok' | 'info' | 'bad'
/** `undo`: the undo button, while seconds remain. `link`: the page that the message is about. */
export type ToastData = {
  text: string
  tone?: ToastTone
  undo?: UndoData | null
  link?: { href: string; label: string }
}
/**
 * `of`: name of the workspace, if it is not the one of the page. `what`: the undone act, for screen readers. `hx`: where
 * the answer goes, if it is no page.
 */
export type UndoData = {
  action: string
  seconds: number
  of?: string | null
  what?: string
  fields?: Fields
  hx?: Attributes
}

/** A short message. Errors stay until dismissed, others disappear after six seconds. */
const Toast = ({ to = ENGLISH, text, tone = 'ok', undo, link }: ToastData & { to?: Reader | undefined }) => (
  <div class={['toast', tone]} role={tone === 'bad' ? 'alert' : 'status'} data-undo={undo?.seconds}>
    <Icon name={tone === 'bad' ? 'triangle-alert' : tone === 'ok' ? 'check' : 'info'} />
    <p>{text}</p>
    {link && (
      <a class="btn small" href={link.href}>
        {link.label}
      </a>
    )}
    {undo && <UndoButton to={to} {...undo} small />}
    <button type="button" class="btn ghost square small" data-do="dismiss" aria-label={say(to, 'Dismiss')}>
      <Icon name="x" />
    </button>
  </div>
)

type UndoProps = UndoData & { to?: Reader; small?: boolean }

/** The script moves the focus to the button, counts the seconds down, then removes it. */
export const UndoButton = ({ to = ENGLISH, action, fields, seconds, what, hx, small }: UndoProps) => (
  <Post to={to} action={action} fields={fields} hx={hx} class={small ? 'btn small' : 'btn'}>
    <Icon name="undo-2" />
    {say(to, 'Undo')}
    <span class="vh"> {what ?? say(to, 'this push or check')}</span>
    <span>
      {' ('}
      <span data-seconds>{seconds}</span>
      {' s)'}
    </span>
  </Post>
)

/**
 * Toasts are a band between the top bar and the page, so that they cover no control. They are outside main, so that
 * they survive Back, and a popover, so that they are above an open dialog.
 */
export const Toasts = ({ to = ENGLISH, toasts }: { to?: Reader | undefined; toasts: ToastData[] }) => (
  <>
    <section
      class="toasts"
      id="toasts"
      popover="manual"
      aria-label={say(to, 'Messages')}
      data-refused={say(to, 'That did not work ({status}). Nothing was changed on this page.', { status: '{status}' })}
      data-words={scriptWords(to)}
      data-request={say(to, 'Request {id}', { id: '{id}' })}
      data-offline={say(
        to,
        'Offline: the server could not be reached. Nothing was lost; change anything to try again.',
      )}
    >
      {toasts.map((toast) => (
        <Toast to={to} {...toast} />
      ))}
    </section>
    <template id="toast-blank">
      <Toast to={to} text="" />
    </template>
    <template id="icon-bad">
      <Icon name="triangle-alert" />
    </template>
  </>
)

/** A toast in the answer of a fragment; it does not depend on the target of the fragment. `alone`: in place of others. */
export const ToastPartial = ({ alone, ...toast }: ToastData & { to?: Reader; alone?: boolean }) => (
  <hx-partial hx-target="#toasts" hx-swap={alone ? 'innerHTML' : 'beforeend'}>
    <Toast {...toast} />
  </hx-partial>
)
