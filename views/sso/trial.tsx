import { Facts } from '../parts/page/card.tsx'
import { Panel, Ways } from '../parts/page/plain.tsx'

type TrialProps = { provider: string; claims: readonly [string, string][]; would: string; back: string }

/** The provider's answer about the person who tried it, and the effect of a real sign-in. */
export const Trial = ({ provider, claims, would, back }: TrialProps) => (
  <Panel title={`Trial of ${provider}`} text="Nobody was signed in, and nothing was changed.">
    <p>
      <b>{would}</b>
    </p>
    <Facts facts={claims.map(([label, value]) => ({ label, value }))} />
    <Ways>
      <a href={back}>Back to the provider</a>
    </Ways>
  </Panel>
)
