/** Transfers credits to ticked clients: an amount for all or for each, and the bill before the click. */
import { action, type Screen, type SignedInCall } from '../../../src/doors/pages/web.ts'
import { newId } from '../../../src/kernel/secrets/ids.ts'
import { transferCredits } from '../../../src/operations/credits/transfers.ts'
import { ApiEquivalent } from '../../api-equivalent/api-equivalent.tsx'
import { refusedPage } from '../../form-refusal.ts'
import { Changed, Sum } from '../../kit/panel.tsx'
import { ErrorLine } from '../../parts/forms/field.tsx'
import type { Issue } from '../../parts/forms/form.tsx'
import { Hidden } from '../../parts/forms/post.tsx'
import { hx, ONCE } from '../../parts/hx.ts'
import { DataTable, Named } from '../../parts/lists/table.tsx'
import { Avatar } from '../../parts/person.tsx'
import { many, number } from '../../parts/text/format.ts'
import { callScreen, oneCall } from '../../screens/act.ts'
import { assertMay, drawPage, zoneOf } from '../../shell.tsx'
import type { ClientRow } from '../client-row.ts'
import { ownPurse } from '../clients.tsx'
import { Credits } from '../purse.tsx'
import { TRANSFER_FAULTS } from '../transfer-act.ts'
import { afterPicked, asking, clientsOf, crumbsOf, idsIn, listOf, pickedIn } from './picked.tsx'

/** Credits for each client, unless the visitor types others. */
const EACH = 100

const askHref = (call: SignedInCall): string => `${listOf(call)}/picked/transfer/ask`
const doHref = (call: SignedInCall): string => `${listOf(call)}/picked/transfer`

const fieldOf = (id: string): string => `amount-${id}`
const wholeIn = (typed: string | undefined): number => {
  const given = Number(typed)
  return typed && Number.isSafeInteger(given) && given > 0 ? given : 0
}

/** `fill` gives each client the same amount, or what it lacks for 30 days. */
function amountFor({ form }: SignedInCall, { id, lacks }: ClientRow): number {
  if (form.fill === 'lacks') return Math.max(0, Math.ceil(lacks))
  if (form.fill === 'each') return wholeIn(form.each)
  return wholeIn(form[fieldOf(id)] ?? String(EACH))
}

async function ask(call: SignedInCall, issues?: readonly Issue[]) {
  assertMay(call, transferCredits)
  const clients = await pickedIn(call, ({ archived }) => !archived)
  const rows = clients.map((client) => ({ client, amount: amountFor(call, client) }))
  const from = await ownPurse(call)
  const sum = rows.reduce((all, { amount }) => all + amount, 0)
  const title = `Transfer credits to ${clientsOf(rows.length)}`
  return drawPage(
    call,
    { title, crumbs: crumbsOf(call), kind: 'clients', detail: true },
    <form method="post" action={doHref(call)} class="form picked-transfer" {...ONCE}>
      <Hidden fields={{ id: rows.map(({ client }) => client.id), idempotency_key: newId() }} />
      {issues?.map(({ message }) => (
        <ErrorLine>{message}</ErrorLine>
      ))}
      <Each ask={askHref(call)} each={call.form.each ?? String(EACH)} />
      <Amounts rows={rows} ask={askHref(call)} call={call} />
      <div class="form" id="bill">
        <div class="after">
          {sum > from.available ? (
            <p class="care">{`${many(sum, 'credit')} in all, ${many(from.available, 'index credit')} available`}</p>
          ) : (
            <Sum
              lines={[
                { label: clientsOf(rows.filter(({ amount }) => amount > 0).length), value: `+ ${number(sum)}` },
                {
                  label: from.name,
                  value: <Changed from={number(from.available)} to={number(from.available - sum)} />,
                  total: true,
                },
              ]}
            />
          )}
        </div>
        <button type="submit" class="btn primary wide" disabled={sum === 0 || sum > from.available}>
          {`Transfer ${sum > 0 ? many(sum, 'credit') : 'credits'}`}
        </button>
      </div>
      <ApiEquivalent of={doHref(call)} />
    </form>,
  )
}

/** Draws a part of the form again by the typed amounts. */
const again = (ask: string, part: string, fill?: string) =>
  hx({
    post: ask,
    include: 'closest form',
    target: part,
    select: part,
    'select-oob': part === '#bill' ? undefined : '#bill',
    swap: 'outerHTML',
    sync: 'closest form:replace',
    vals: fill && JSON.stringify({ fill }),
    trigger: fill === 'lacks' ? 'click' : 'input changed delay:250ms',
  })

const Each = ({ ask, each }: { ask: string; each: string }) => (
  <div class="say">
    <p>
      Transfer{' '}
      <input
        class="f w4"
        type="number"
        inputmode="numeric"
        name="each"
        min="1"
        value={each}
        aria-label="Credits for each"
        {...again(ask, '#amounts', 'each')}
      />{' '}
      credits to each.{' '}
      <button type="submit" class="btn small no-script" name="fill" value="each" formaction={ask} formnovalidate>
        Fill in
      </button>{' '}
      <button
        type="submit"
        class="link small"
        name="fill"
        value="lacks"
        formaction={ask}
        formnovalidate
        {...again(ask, '#amounts', 'lacks')}
      >
        Fill to 30 days for each
      </button>
    </p>
  </div>
)

type AmountsProps = { rows: readonly { client: ClientRow; amount: number }[]; ask: string; call: SignedInCall }

const Amounts = ({ rows, ask, call }: AmountsProps) => (
  <div id="amounts">
    <DataTable
      caption="Amounts"
      lines
      rows={rows}
      columns={[
        {
          label: 'Client',
          cell: ({ client: { name, tile_url } }) => (
            <span class="who">
              <Avatar name={name} logo_url={tile_url} />
              <span>
                <Named name={name} />
              </span>
            </span>
          ),
        },
        {
          label: 'Credits now',
          class: 'cred',
          cell: ({ client }) => <Credits of={client} now={call.app.clock.now()} zone={zoneOf(call)} />,
        },
        {
          label: 'Transfer',
          class: 'num',
          cell: ({ client: { id, name }, amount }) => (
            <input
              class="input amount"
              type="number"
              inputmode="numeric"
              min="0"
              name={fieldOf(id)}
              value={String(amount)}
              aria-label={`Credits for ${name}`}
              {...again(ask, '#bill')}
            />
          ),
        },
      ]}
    />
  </div>
)

/** A client with no amount gets nothing. */
const transfersIn = (call: SignedInCall) =>
  idsIn(call).flatMap((tenant_id) => {
    const amount = wholeIn(call.form[fieldOf(tenant_id)])
    return amount > 0 ? [{ tenant_id, amount }] : []
  })

export const transferManyScreens: readonly Screen[] = [
  asking('/clients/picked/transfer/ask', ask),
  callScreen(
    action,
    '/clients/picked/transfer',
    (call) =>
      oneCall(
        transferCredits,
        { transfers: transfersIn(call), kind: 'index', note: undefined },
        ({ amount, lines }) =>
          afterPicked(call, {
            done: `${many(amount, 'credit')} transferred to ${clientsOf(lines.length)}.`,
            refused: [],
          }),
        true,
      ),
    (call, error) => refusedPage(error, (issues) => ask(call, issues), TRANSFER_FAULTS),
  ),
]
