import type { Offer } from '../../src/domains/accounts/index.ts'
import { Post } from '../parts/forms/post.tsx'
import { Panel } from '../parts/page/plain.tsx'
import { ROLE_WORDS } from '../parts/text/words.ts'

type InvitationsProps = {
  email: string
  /** Whether the e-mail address is verified: some invitations require it. */
  proved: boolean
  offers: readonly Offer[]
  /** Address of this page; its forms are below it. */
  self: string
}

/** Invitations of a signed-in person. */
export const Invitations = ({ email, proved, offers, self }: InvitationsProps) => (
  <Panel
    title="Your invitations"
    text={offers.length === 0 && `No invitation for ${email}. An invitation ends when it is withdrawn.`}
  >
    {offers.map((offer) => (
      <section>
        <h2>{offer.name}</h2>
        <p class="muted">
          {offer.by ? `${offer.by} invites you. ` : ''}Your role: {ROLE_WORDS[offer.role]}. Its members see your name.
        </p>
        <div class="actions">
          <Post action={`${self}/${offer.tenant_id}/accept`} class="btn primary" label="Accept" of={offer.name} />
          <Post action={`${self}/${offer.tenant_id}/decline`} label="Decline" of={offer.name} />
        </div>
      </section>
    ))}
    {!proved && (
      <>
        <p class="muted">{email} is not confirmed yet. Some invitations need a confirmed address.</p>
        <Post action={`${self}/prove`} class="btn small" label="Send confirmation e-mail" />
      </>
    )}
    <p>
      <a href="/app">Go to your workspaces</a>
    </p>
  </Panel>
)
