import type { NameOf } from '../../src/doors/pages/people.ts'
import { initials } from './text/format.ts'

/** A person by name, with the address as title. Keys and unknown people stay as they are. */
export const Person = ({ of, names }: { of: string; names: NameOf }) => (
  <bdi class="nm" title={of}>
    {names(of)}
  </bdi>
)

/** A workspace's logo, or its initials on the accent colour. Place the name beside it. */
export const Avatar = ({ name, logo_url }: { name: string; logo_url?: string | null }) =>
  logo_url ? (
    <img class="avatar" src={logo_url} alt="" width="24" height="24" />
  ) : (
    <span class="avatar" aria-hidden="true">
      {initials(name)}
    </span>
  )
