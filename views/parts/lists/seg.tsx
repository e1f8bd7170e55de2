import { number } from '../text/format.ts'
import { inPlace } from './list.ts'

export type Tab = { label: string; count?: number; href: string; current: boolean }

/** Views of a list side by side, with their counts; `list` is the id of the element that they replace. */
export const Seg = ({ label, tabs, list }: { label: string; tabs: readonly Tab[]; list?: string }) => (
  <nav class="seg" aria-label={label}>
    {tabs.map((tab, at) => (
      <a
        id={`tab-${label.toLowerCase().replaceAll(' ', '-')}-${at}`}
        aria-current={tab.current && 'true'}
        {...inPlace(tab.href, list)}
      >
        {tab.label}
        {tab.count !== undefined && ` ${number(tab.count)}`}
      </a>
    ))}
  </nav>
)
