/** An account at the supplier that is connected by approval (RFC 8628), in three steps. */
import { connectSupplier } from '../../src/operations/providers/connect-supplier.ts'
import { Card, CardBody, Facts } from '../parts/card.tsx'
import { CopyField } from '../parts/copy.tsx'
import { Form } from '../parts/form.tsx'
import { number } from '../parts/format.ts'
import { Post } from '../parts/post.tsx'
import { When } from '../parts/when.tsx'
import type { SuppliersProps } from './props.ts'

export const SupplierAccount = (props: SuppliersProps) => (
  <Card title="Account by approval">
    <CardBody>
      {props.account.connected ? (
        <Connected {...props} />
      ) : props.account.pending ? (
        <Waiting {...props} />
      ) : (
        <Start {...props} />
      )}
    </CardBody>
  </Card>
)

const Connected = ({ account, self, zone = 'UTC' }: SuppliersProps) => (
  <>
    <Facts
      facts={[
        { label: 'Connected', value: <When time={account.connected_at} zone={zone} /> },
        { label: 'Last report', value: <When time={account.synced?.at ?? null} zone={zone} /> },
        { label: 'It said', value: account.synced?.message ?? '–' },
        {
          label: 'Credits there',
          value: account.synced?.credits == null ? '–' : number(account.synced.credits),
          class: 'total',
        },
      ]}
    />
    <div class="row">
      <Post action={`${self}/account/sync`}>Fetch now</Post>
      <a class="btn" href={`${self}/account/disconnect`}>
        Disconnect
      </a>
    </div>
  </>
)

const Waiting = ({ account: { pending }, self, zone = 'UTC' }: SuppliersProps) => (
  <>
    <p>
      Open the approval page of the supplier and enter this code before{' '}
      <When time={pending!.expires_at} zone={zone} exact />:
    </p>
    <CopyField id="user-code" label="Code" value={pending!.user_code} />
    <div class="row">
      <a class="btn" href={pending!.verification_uri} target="_blank" rel="noreferrer">
        Open the approval page
      </a>
      <Post action={`${self}/account/finish`} class="btn primary">
        I approved it
      </Post>
      <Post action={`${self}/account`}>New code</Post>
    </div>
  </>
)

const Start = ({ account: { endpoints }, self, sent }: SuppliersProps) => {
  const mine = sent?.form === 'account' ? sent : undefined
  return (
    <>
      <p class="hint">
        For suppliers that sign in by an approval page (OAuth device grant) instead of a key. An API key above needs
        none of this.
      </p>
      <Form
        id="account"
        action={`${self}/account`}
        schema={connectSupplier.input}
        values={{ ...endpoints, ...mine?.values }}
        issues={mine?.issues}
        verb="Get a code"
      />
    </>
  )
}
