import { initials } from './text/format.ts'

/** A workspace's logo, or its initials on the accent colour. Place the name beside it. */
export const Avatar = ({ name, logo_url }: { name: string; logo_url?: string | null }) =>
  logo_url ? (
    <img class="avatar" src={logo_url} alt="" width="24" height="24" />
  ) : (
    <span class="avatar" aria-hidden="true">
      {initials(name)}
    </span>
  )
