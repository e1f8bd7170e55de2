/** Ways to start pushes automatically: watched sources, deploy hooks, and repaired pages. */
const TABS = {
  sources: ['', 'Sources'],
  hooks: ['/hooks', 'Deploy hooks'],
  repairs: ['/repairs', 'Until fixed'],
} as const

export const StandingTabs = ({ base, current }: { base: string; current: keyof typeof TABS }) => (
  <nav class="seg" aria-label="Standing">
    {Object.entries(TABS).map(([name, [at, words]]) => (
      <a href={`${base}/standing${at}`} aria-current={name === current && 'page'}>
        {words}
      </a>
    ))}
  </nav>
)
