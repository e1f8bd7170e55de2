/** At an own domain nobody changes how a person signs in: a note says where. */
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { domainOfCall } from '../branding.ts'

/** The address where the visitor changes how they sign in, if it is another one than this. */
export const elsewhereOf = (call: SignedInCall): string | null => (domainOfCall(call) ? call.app.config.site_url : null)

export const Elsewhere = ({ site }: { site: string }) => (
  <p class="hint">
    Sign in at <a href={`${site}/app`}>{new URL(site).host}</a> to change your e-mail address, password or second
    factor. At this domain they cannot be changed.
  </p>
)
