/** The single column of a plain page: sign-in, sign-up, an answer to an e-mail. */
import type { Child } from '../../jsx/elements.ts'

type PanelProps = { title: string; text?: Child; children?: Child }

export const Panel = ({ title, text, children }: PanelProps) => (
  <div class="card">
    <div class="body">
      <h1>{title}</h1>
      {text && <p class="muted">{text}</p>}
      {children}
    </div>
  </div>
)

/** Links to other pages. */
export const Ways = ({ children }: { children?: Child }) => <p class="ways">{children}</p>
