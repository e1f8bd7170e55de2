/** What programs use: keys, apps over MCP, and the documentation. */
import { DOCS } from '../docs/reference.tsx'

const TABS = { keys: 'API keys', connect: 'AI apps' }

export const IntegrationTabs = ({ base, current }: { base: string; current: keyof typeof TABS }) => (
  <nav class="seg" aria-label="Integrations">
    {Object.entries(TABS).map(([at, words]) => (
      <a href={`${base}/${at}`} aria-current={at === current && 'page'}>
        {words}
      </a>
    ))}
    <a href={DOCS}>API reference</a>
  </nav>
)
