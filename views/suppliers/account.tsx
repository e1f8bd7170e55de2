/** Connects an account at a supplier by its approval (RFC 8628), in three steps. */
import type { Child } from '../jsx/elements.ts'
import { CopyField } from '../parts/forms/copy.tsx'
import { ConfirmLink } from '../parts/forms/dialogs.tsx'
import { Post } from '../parts/forms/post.tsx'
import { Facts } from '../parts/page/card.tsx'
import { number } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import type { SuppliersProps } from './props.ts'
import { DISCONNECT_ACCOUNT } from './words.ts'

export function SupplierAccount({ form, ...props }: SuppliersProps & { form: Child }) {
  if (props.account.connected) return <Connected {...props} />
  if (props.account.pending) return <Waiting {...props} />
  return (
    <>
      <p class="hint">For suppliers with an approval page (OAuth device grant) instead of an API key.</p>
      {form}
    </>
  )
}

const Connected = ({ account, self, zone = 'UTC' }: SuppliersProps) => (
  <>
    <Facts
      facts={[
        { label: 'Connected', value: <When time={account.connected_at} zone={zone} /> },
        { label: 'Last report', value: <When time={account.synced?.at ?? null} zone={zone} /> },
        { label: 'Answer', value: account.synced?.message ?? '–' },
        {
          label: 'Credits',
          value: account.synced?.credits == null ? '–' : number(account.synced.credits),
          class: 'total',
        },
      ]}
    />
    <div class="row">
      <Post action={`${self}/account/sync`} class="btn small" label="Fetch now" />
      <ConfirmLink href={`${self}/account/disconnect`} class="btn small" {...DISCONNECT_ACCOUNT}>
        Disconnect
      </ConfirmLink>
    </div>
  </>
)

const Waiting = ({ account: { pending }, self, zone = 'UTC' }: SuppliersProps) => (
  <>
    <p>
      Open the supplier’s approval page and enter this code before <When time={pending!.expires_at} zone={zone} exact />
      :
    </p>
    <CopyField id="user-code" label="Code" value={pending!.user_code} />
    <div class="row">
      <a class="btn small" href={pending!.verification_uri} target="_blank" rel="noreferrer">
        Open approval page
      </a>
      <Post action={`${self}/account/finish`} class="btn small" label="I approved it" />
      <Post action={`${self}/account`} class="btn small" label="New code" />
    </div>
  </>
)
