import { number } from '../parts/text/format.ts'
import type { ShownTab } from '../shown-entries.ts'

/** The pages beside this one; one alone needs no tabs. */
export const Tabs = ({ tabs }: { tabs: readonly ShownTab[] }) =>
  tabs.length < 2 ? null : (
    <nav class="tabs" aria-label="Pages of this section">
      {tabs.map((tab) => (
        <a href={tab.href} aria-current={tab.current && 'page'}>
          {tab.title}
          {tab.count ? <span class="n">{number(tab.count)}</span> : null}
        </a>
      ))}
    </nav>
  )
