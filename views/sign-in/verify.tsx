import { ONCE } from '../parts/hx.ts'

type VerifyProps = { action: string; name: string; email: string }

/** Somebody opened the link that was sent to a new address. */
export const Verify = ({ action, name, email }: VerifyProps) => (
  <div class="card">
    <div class="body">
      <h1>Confirm your address</h1>
      <p class="muted">
        From now on {email} is the address of {name}'s account. If that is not you, close this page.
      </p>
      <form method="post" action={action} class="form" {...ONCE}>
        <button type="submit" class="btn primary wide">
          Confirm {email}
        </button>
      </form>
    </div>
  </div>
)
