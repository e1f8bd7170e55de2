/** The single column of a plain page: sign-in, sign-up, an answer to an e-mail. */
import type { Child } from '../../jsx/elements.ts'
import { Card } from './card.tsx'

type PanelProps = { title: string; text?: Child; children?: Child }

export const Panel = ({ title, text, children }: PanelProps) => (
  <Card body>
    <h1>{title}</h1>
    {text && <p class="muted">{text}</p>}
    {children}
  </Card>
)

/** Links to other pages. */
export const Ways = ({ children }: { children?: Child }) => <p class="ways">{children}</p>
