import type { App } from '../../kernel/operation/app.ts'
import { guarded } from './breaker.ts'
import { beginFlow, type Purpose } from './flows.ts'
import { metadataOf } from './protocol/metadata.ts'
import { PATIENCE } from './sign-in.ts'
import type { ProviderRow } from './tables.ts'

type Wanted = { purpose: Purpose; next: string; session_id: string | null; redirect_uri: string; browser: string }

/** The address at the provider where a sign-in begins. Throws `SsoRefused` when the provider does not answer. */
export async function startAt(app: App, provider: ProviderRow, wanted: Wanted): Promise<string> {
  const metadata = await guarded(app, provider, () => metadataOf(app, provider, AbortSignal.timeout(PATIENCE)))
  return app.db.write((tx) => beginFlow(tx, provider, metadata, wanted))
}
