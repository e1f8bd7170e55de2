import type { Offer } from '../../src/domains/accounts/index.ts'
import { Post } from '../parts/post.tsx'
import { ROLE_WORDS } from '../parts/words.ts'

type InvitationsProps = {
  email: string
  /** Whether the address was confirmed: an invitation may ask for that. */
  proved: boolean
  offers: readonly Offer[]
  /** Where this page is; its forms stand below it. */
  self: string
}

/** What somebody who is signed in was invited to. */
export const Invitations = ({ email, proved, offers, self }: InvitationsProps) => (
  <div class="card">
    <div class="body">
      <h1>Your invitations</h1>
      {offers.length === 0 && <p class="muted">Nothing waits for {email}. An invitation ends when it is taken back.</p>}
      {offers.map((offer) => (
        <section>
          <h2>{offer.name}</h2>
          <p class="muted">
            {offer.by ? `${offer.by} invites you. ` : ''}Your role there: {ROLE_WORDS[offer.role]}. Its members will see
            your name.
          </p>
          <div class="actions">
            <Post action={`${self}/${offer.tenant_id}/accept`} class="btn primary">
              Accept<span class="vh">{` ${offer.name}`}</span>
            </Post>
            <Post action={`${self}/${offer.tenant_id}/decline`}>
              Decline<span class="vh">{` ${offer.name}`}</span>
            </Post>
          </div>
        </section>
      ))}
      {!proved && (
        <>
          <p class="muted">
            {email} is not confirmed yet. What offers you more than whoever made your account asks for it.
          </p>
          <Post action={`${self}/prove`} class="btn small">
            Send the letter that confirms it
          </Post>
        </>
      )}
      <p>
        <a href="/app">To your workspaces</a>
      </p>
    </div>
  </div>
)
