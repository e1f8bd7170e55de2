import { Icon } from './icon.tsx'

export type ToastTone = 'ok' | 'info' | 'bad'
export type ToastData = { text: string; tone?: ToastTone }

/** A short word on what just happened. Errors stay until dismissed, others go after six seconds. */
export const Toast = ({ text, tone = 'ok' }: ToastData) => (
  <div class={['toast', tone]} role={tone === 'bad' ? 'alert' : 'status'}>
    <Icon name={tone === 'bad' ? 'triangle-alert' : tone === 'ok' ? 'check' : 'info'} />
    <p>{text}</p>
    <button type="button" class="btn ghost square small" data-do="dismiss" aria-label="Dismiss">
      <Icon name="x" />
    </button>
  </div>
)

/** Where toasts stand: outside main, and a popover, so that they are above dialogs and survive Back. */
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
