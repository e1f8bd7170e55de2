/** Tabs of integrations: API keys, webhooks, AI apps, and the API reference. */
import type { AnyOperation } from '../../src/kernel/operation/operation.ts'
import { DOCS } from '../docs/reference.tsx'

declare module '../../src/doors/pages/screens.ts' {
  interface Slots {
    /** Webhooks beside API keys, for visitors who may call the operation. */
    integration: { needs: AnyOperation }
  }
}

const TABS = { keys: 'API keys', webhooks: 'Webhooks', connect: 'AI apps' }

type TabProps = { base: string; current: keyof typeof TABS; hooks: boolean }

/** `hooks`: whether the visitor may see webhooks. */
export const IntegrationTabs = ({ base, current, hooks }: TabProps) => (
  <nav class="seg" aria-label="Integrations">
    {Object.entries(TABS)
      .filter(([at]) => hooks || at !== 'webhooks')
      .map(([at, words]) => (
        <a href={`${base}/${at}`} aria-current={at === current && 'page'}>
          {words}
        </a>
      ))}
    <a href={DOCS}>API reference</a>
  </nav>
)
