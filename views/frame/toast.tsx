import { Post } from '../parts/forms/post.tsx'
import { Icon } from '../parts/icon.tsx'

type ToastTone = 'ok' | 'info' | 'bad'
/** `undo`: where it is taken back, as long as there are seconds left. */
export type ToastData = { text: string; tone?: ToastTone; undo?: UndoData | null }
/** `of`: the workspace that gets it back, where it is another than the page's. */
export type UndoData = { action: string; seconds: number; of?: string | null }

/** A short word on what just happened. Errors stay until dismissed, others go after six seconds. */
const Toast = ({ text, tone = 'ok', undo }: ToastData) => (
  <div class={['toast', tone]} role={tone === 'bad' ? 'alert' : 'status'} data-undo={undo?.seconds}>
    <Icon name={tone === 'bad' ? 'triangle-alert' : tone === 'ok' ? 'check' : 'info'} />
    <p>{text}</p>
    {undo && <UndoButton action={undo.action} seconds={undo.seconds} small />}
    <button type="button" class="btn ghost square small" data-do="dismiss" aria-label="Dismiss">
      <Icon name="x" />
    </button>
  </div>
)

/** For some seconds; the script counts them down, and takes the offer away. */
export const UndoButton = ({ action, seconds, small }: UndoData & { small?: boolean }) => (
  <Post action={action} class={small ? 'btn small' : 'btn'}>
    <Icon name="undo-2" />
    Undo
    <span>
      {' ('}
      <span data-seconds>{seconds}</span>
      {' s)'}
    </span>
  </Post>
)

/**
 * Where toasts stand: a band between the top bar and the page, which makes room for it, so that they cover nothing that
 * can be acted on. Outside main, so that they survive Back; a popover, so that they are above a dialog while one is open.
 */
export const Toasts = ({ toasts }: { toasts: ToastData[] }) => (
  <>
    <section class="toasts" id="toasts" popover="manual" aria-label="Messages">
      {toasts.map((toast) => (
        <Toast {...toast} />
      ))}
    </section>
    <template id="toast-blank">
      <Toast text="" />
    </template>
    <template id="icon-bad">
      <Icon name="triangle-alert" />
    </template>
  </>
)

/** A toast beside a fragment: lands in the page whatever the fragment's own target is. */
export const ToastPartial = (toast: ToastData) => (
  <hx-partial hx-target="#toasts" hx-swap="beforeend">
    <Toast {...toast} />
  </hx-partial>
)
