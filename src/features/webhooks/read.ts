/** Endpoints and deliveries in the API. */
import type { ReadTx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import { bodyFor, programAt } from './chat.ts'
import { attemptsOf, bodyOf } from './deliveries.ts'
import { endpointById } from './endpoints.ts'
import type { Webhook } from './shapes.ts'
import type { AttemptRow, DeliveryRow, EndpointRow } from './tables.ts'
import type { DeliveryState } from './words.ts'

const RECENT = 50

export function endpointOnWire(tx: ReadTx, row: EndpointRow): Webhook {
  const count = (state: DeliveryState): number =>
    tx.number('select count(*) from webhook_deliveries where endpoint_id = ? and state = ?', row.id, state)
  const { name: tenant_name } = tx.row<{ name: string }>('select name from tenants where id = ?', row.tenant_id)!
  return {
    ...row,
    tenant_name,
    program: programAt(row.url),
    types: JSON.parse(row.types) as string[],
    header_names: JSON.parse(row.header_names) as string[],
    old_secret_until: row.old_until !== null && row.old_until > tx.now ? row.old_until : null,
    waiting: count('waiting'),
    held: count('held'),
    dead: count('dead'),
    recent: tx
      .rows<{ state: DeliveryState }>(
        `select state from webhook_deliveries where endpoint_id = ? order by id desc limit ${RECENT}`,
        row.id,
      )
      .map(({ state }) => state),
  }
}

/** A delivery with its body and attempts. Signatures and own headers are never shown. */
export function deliveryOnWire(
  tx: ReadTx,
  { config }: Pick<App, 'config'>,
  row: DeliveryRow,
): DeliveryRow & { body: string; headers: string[]; tries: AttemptRow[] } {
  return {
    ...row,
    body: bodyFor(endpointById(tx, row.endpoint_id).url, bodyOf(tx, row.event_id)),
    headers: [
      'content-type: application/json',
      `user-agent: Signalpost-Webhooks (+${config.site_url})`,
      `webhook-id: ${row.event_id}`,
    ],
    tries: attemptsOf(tx, row.id),
  }
}

/** Lines such as `authorization: Bearer x` by their names, or 422. */
export function headersIn(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line, i) => {
      const colon = line.indexOf(':')
      if (colon < 1) throw invalid({ path: `headers.${i}`, message: 'must be a line such as “x-token: abc”' })
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
    }),
  )
}
