import type { App } from '../../kernel/operation/app.ts'
import { networkOf } from '../../kernel/web-fetch/addresses.ts'
import { logFailedSignIn } from '../accounts/index.ts'
import { detailOf } from './breaker.ts'
import type { SsoRefused } from './protocol/refused.ts'
import type { ProviderRow } from './tables.ts'

/** Writes a refused sign-in to the audit trail, under the reason and never with a code or a token. */
export function noteRefusedSignIn(
  { events, log }: Pick<App, 'events' | 'log'>,
  provider: ProviderRow,
  refused: SsoRefused,
  ip: string | null,
): void {
  const { reason } = refused
  events.note({
    kind: 'sign_in_failed',
    group: `sso ${provider.id} ${reason} ${ip === null ? 'nowhere' : networkOf(ip)}`,
    caller: null,
    tenant_id: provider.tenant_id,
    target: provider.id,
    after: { reason, method: 'sso', provider: provider.name, detail: detailOf(refused).slice(0, 200) },
    ip,
    request_id: null,
    door: 'page',
  })
  // Every other refusal may be the provider's doing, whose people often share one address.
  if (reason === 'state') logFailedSignIn(log, ip, reason, 'sso')
}
