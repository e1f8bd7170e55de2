import type { Child } from '../jsx/elements.ts'
import { Icon } from '../parts/icon.tsx'

type PanelProps = {
  title: string
  /** The page without the panel. */
  close: string
  aside?: Child
  /** The one wide act, and what is below it. */
  foot?: Child
  children?: Child
}

/** The chosen thing beside its list; a sheet from below on a phone. An address of its own, so that it works without script. */
export const SidePanel = ({ title, close, aside, foot, children }: PanelProps) => (
  <aside class="panel sheet-up" aria-label={title} id="panel">
    <header>
      <h2>{title}</h2>
      {aside}
      <a class="icon-btn" href={close} aria-label="Close">
        <Icon name="x" />
      </a>
    </header>
    <div class="body">{children}</div>
    {foot && <footer>{foot}</footer>}
  </aside>
)

/** A list, and its panel beside it while something is chosen. */
export const Split = ({ panel, children }: { panel: Child; children?: Child }) =>
  panel ? (
    <div class="split">
      <div>{children}</div>
      {panel}
    </div>
  ) : (
    <>{children}</>
  )

export type SumLine = { label: Child; value: Child; total?: boolean }

/** A bill: what is counted, what is moved, what comes back. A value may be `Changed`. */
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

/** Before and after. */
export const Changed = ({ from, to }: { from: string; to: string }) => (
  <>
    <s>
      <span class="vh">before: </span>
      {from}
    </s>{' '}
    {to}
  </>
)
