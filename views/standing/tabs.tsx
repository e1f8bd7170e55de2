/** What starts a standing push: the clock, or a deploy. */
const TABS = { sources: ['', 'Sources'], hooks: ['/hooks', 'Deploy hooks'] } as const

export const StandingTabs = ({ base, current }: { base: string; current: keyof typeof TABS }) => (
  <nav class="seg" aria-label="Standing">
    {Object.entries(TABS).map(([name, [at, words]]) => (
      <a href={`${base}/standing${at}`} aria-current={name === current && 'page'}>
        {words}
      </a>
    ))}
  </nav>
)
