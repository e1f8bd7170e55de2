import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, text } from '../../src/kernel/language/say.ts'

/** Ways to start pushes automatically: watched sources, deploy hooks, and repaired pages. */
const TABS = {
  sources: ['', text('Sources')],
  hooks: ['/hooks', text('Deploy hooks')],
  repairs: ['/repairs', text('Until fixed')],
} as const

export const StandingTabs = ({ to, base, current }: { to: Reader; base: string; current: keyof typeof TABS }) => (
  <nav class="seg" aria-label={say(to, 'Standing')}>
    {Object.entries(TABS).map(([name, [at, words]]) => (
      <a href={`${base}/standing${at}`} aria-current={name === current && 'page'}>
        {say(to, words)}
      </a>
    ))}
  </nav>
)
