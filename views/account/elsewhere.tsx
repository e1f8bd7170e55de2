/** At an own domain nobody changes how a person signs in: a note says where. */
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { domainOfCall } from '../branding.ts'
import { Say } from '../parts/text/say.tsx'

/** The address where the visitor changes how they sign in, if it is another one than this. */
export const elsewhereOf = (call: SignedInCall): string | null => (domainOfCall(call) ? call.app.config.site_url : null)

export const Elsewhere = ({ to = ENGLISH, site }: { to?: Reader; site: string }) => (
  <p class="hint">
    <Say
      to={to}
      text="Sign in at <a>{host}</a> to change your e-mail address, password or second factor. At this domain they cannot be changed."
      values={{ host: new URL(site).host }}
      tags={{ a: (host) => <a href={`${site}/app`}>{host}</a> }}
    />
  </p>
)
