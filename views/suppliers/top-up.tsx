/** The way to the vendor's payments, beside the message that an account is empty. */
import { nameOf, topUpOf } from './vendors.ts'

export function TopUp({ adapter }: { adapter: string }) {
  const href = topUpOf(adapter)
  if (!href) return null
  return (
    <a href={href} target="_blank" rel="noreferrer" aria-label={`Add credit at ${nameOf(adapter)}`}>
      Add credit
    </a>
  )
}
