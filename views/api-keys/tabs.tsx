/** Tabs of integrations: API keys, those of features, and the API reference. */
import { filled, type SignedInCall, type Slots } from '../../src/doors/pages/web.ts'
import type { AnyOperation } from '../../src/kernel/operation/operation.ts'
import { DOCS } from '../docs/reference.tsx'
import type { ListState } from '../screens/list-spec.ts'

declare module '../../src/doors/pages/screens.ts' {
  interface Slots {
    /** A tab beside API keys, for visitors who may call the operation; the section begins with one that `is_first`. */
    integration: { at: string; label: string; needs?: AnyOperation; is_first?: true }
  }
}

const OWN: Slots['integration'] = { at: 'keys', label: 'API keys' }

type TabProps = Pick<ListState, 'site' | 'base' | 'may'> & { current: string }

export const IntegrationTabs = ({ current, base, ...view }: TabProps) => (
  <nav class="seg" aria-label="Integrations">
    {[OWN, ...filled(view, 'integration')]
      .filter(({ needs }) => !needs || view.may(needs))
      .map(({ at, label }) => (
        <a href={`${base}/${at}`} aria-current={at === current && 'page'}>
          {label}
        </a>
      ))}
    <a href={DOCS}>API reference</a>
  </nav>
)

/** Own domains have no MCP, so their integrations start with API keys. */
export const firstIntegration = (call: SignedInCall, own_domain: boolean): string => {
  const first = own_domain ? undefined : filled(call, 'integration').find(({ is_first }) => is_first)
  return `${call.base}/${first?.at ?? 'keys'}`
}
