import type { Child } from '../jsx/elements.ts'
import { Post } from '../parts/post.tsx'

type VerifyProps = {
  /** Where the form goes; the words that deny it are below it. */
  action: string
  email: string
  name: string
  /** When the account was made, and by whom. */
  made: string
  /** The address that the account has, where this is to be another. */
  account: string | null
  /** Where one signs in to the account; null for whoever has. */
  sign_in: string | null
}

/** Somebody opened the link that was sent to a new address. */
export const Verify = ({ action, name, email, made, account, sign_in }: VerifyProps) => (
  <div class="card">
    <div class="body">
      <h1>Confirm your address</h1>
      <p class="muted">
        {account
          ? `The account of ${name} (${account}) is to have the address ${email} from now on.`
          : `There is an account with the address ${email}, in the name of ${name}. It was made ${made}.`}
      </p>
      {sign_in ? (
        <a class="btn primary wide" href={sign_in}>
          It is mine: sign in to confirm
        </a>
      ) : (
        <Post action={action} class="btn primary wide">
          Confirm {email}
        </Post>
      )}
      {sign_in && (
        <>
          <p class="muted">
            {account
              ? 'If you did not ask for this, say so: the address stays free.'
              : 'If this is your address, but you did not make or accept this account, delete it. What it was let into, it leaves.'}
          </p>
          <Post action={action.replace('/verify', '/verify/not-mine')} class="btn danger wide">
            My address, but not my account
          </Post>
        </>
      )}
    </div>
  </div>
)

/** What was done, where nothing is left to do. */
export const Said = ({ title, children }: { title: string; children?: Child }) => (
  <div class="card">
    <div class="body">
      <h1>{title}</h1>
      <p class="muted">{children}</p>
    </div>
  </div>
)
