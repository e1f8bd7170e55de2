/** The pages about suppliers, side by side. */
export const PROVIDERS = '/app/platform/providers'

const TABS = [
  { label: 'Balances', href: PROVIDERS },
  { label: 'Usage', href: `${PROVIDERS}/usage` },
  { label: 'Batches', href: `${PROVIDERS}/batches` },
  { label: 'Scoreboard', href: `${PROVIDERS}/scoreboard` },
] as const

export const ProviderTabs = ({ current }: { current: (typeof TABS)[number]['label'] }) => (
  <div class="row">
    <nav class="seg" aria-label="About suppliers">
      {TABS.map(({ label, href }) => (
        <a href={href} aria-current={label === current ? 'page' : undefined}>
          {label}
        </a>
      ))}
    </nav>
  </div>
)
