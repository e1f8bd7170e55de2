import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import type { Child } from '../jsx/elements.ts'
import { Icon } from '../parts/icon.tsx'

type PanelProps = {
  to?: Reader
  title: string
  /** Address of the page without the panel. */
  close: string
  aside?: Child
  /** The main act, and content below it. */
  foot?: Child
  children?: Child
}

/** Details beside a list; a sheet on a phone. It has its own address, so that it works without JavaScript. */
export const SidePanel = ({ to = ENGLISH, title, close, aside, foot, children }: PanelProps) => (
  <aside class="panel sheet-up" aria-label={title} id="panel">
    <header>
      <h2>{title}</h2>
      {aside}
      <a class="icon-btn" href={close} aria-label={say(to, 'Close')}>
        <Icon name="x" />
      </a>
    </header>
    <div class="body">{children}</div>
    {foot && <footer>{foot}</footer>}
  </aside>
)

/** A list, with its panel beside it if there is one. */
export const Split = ({ id, panel, children }: { id?: string; panel: Child; children?: Child }) =>
  panel ? (
    <div class="split" id={id}>
      <div>{children}</div>
      {panel}
    </div>
  ) : (
    <>{children}</>
  )

export type SumLine = { label: Child; value: Child; total?: boolean }

/** Lines of a sum. A value may be `Changed`. */
export const Sum = ({ lines }: { lines: readonly SumLine[] }) => (
  <dl class="sum">
    {lines.map(({ label, value, total }) => (
      <div class={total ? 'total' : undefined}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

type ChangedProps = { reader?: Reader; from: string; to: string }

export const Changed = ({ reader = ENGLISH, from, to }: ChangedProps) => (
  <>
    <s>
      <span class="vh">{`${say(reader, 'before:')} `}</span>
      {from}
    </s>{' '}
    {to}
  </>
)
