import { ENGLISH, type Reader } from '../../../src/kernel/language/reader.ts'
import { sayStored } from '../../../src/kernel/language/say.ts'
import { number } from '../text/format.ts'
import { inPlace } from './list.ts'

export type Tab = { label: string; count?: number; href: string; current: boolean }

type SegProps = { to?: Reader | undefined; label: string; tabs: readonly Tab[]; list?: string }

/** Views of a list side by side, with their counts; `list` is the id of the element that they replace. */
export const Seg = ({ to = ENGLISH, label, tabs, list }: SegProps) => (
  <nav class="seg" aria-label={sayStored(to, label)}>
    {tabs.map((tab, at) => (
      <a
        id={`tab-${label.toLowerCase().replaceAll(' ', '-')}-${at}`}
        aria-current={tab.current && 'true'}
        {...inPlace(tab.href, list)}
      >
        {sayStored(to, tab.label)}
        {tab.count !== undefined && ` ${number(tab.count, to)}`}
      </a>
    ))}
  </nav>
)
