import { action, goTo, htmlResponse, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import type { Fault } from '../../src/kernel/operation/fault.ts'
import { newId } from '../../src/kernel/secrets/ids.ts'
import { adjustCredits } from '../../src/operations/credits/adjust-credits.ts'
import { createCreditRequest } from '../../src/operations/credits/create-credit-request.ts'
import { getCredits } from '../../src/operations/credits/get-credits.ts'
import { getCreditsForecast } from '../../src/operations/credits/get-credits-forecast.ts'
import { getLedgerEntry } from '../../src/operations/credits/get-ledger-entry.ts'
import { listLedger } from '../../src/operations/credits/list-ledger.ts'
import { reverseLedgerEntry } from '../../src/operations/credits/reverse-ledger-entry.ts'
import { reservedHref } from '../links/doors.ts'
import { fieldsOf } from '../parts/form.tsx'
import { many } from '../parts/format.ts'
import { askedOf } from '../parts/list.ts'
import { issuesIn } from '../refused.ts'
import { appPage, may, zoneOf } from '../shell.tsx'
import { Credits, type CreditsProps } from './credits.tsx'
import { Entry } from './entry.tsx'
import { ledgerFile } from './ledger-file.ts'
import { reservedPage } from './reserved.tsx'

export const creditScreens: readonly Screen[] = [
  page('/credits', (call) => creditsPage(call)),
  page('/credits/csv', ledgerFile),
  action('/credits/adjust', adjust),
  page('/credits/reserved', reservedPage),
  page('/credits/:id', entryPage),
  action('/credits/:id/reverse', async (call) => {
    const { note, idempotency_key } = call.form
    const mirror = await call.call(
      reverseLedgerEntry,
      { id: call.params.id, ...(note ? { note } : {}) },
      { idempotency_key: idempotency_key || undefined },
    )
    return goTo(`${selfOf(call)}/${mirror.id}`, { text: `Reversed: ${many(mirror.amount, `${mirror.kind} credit`)}.` })
  }),
]

const selfOf = ({ base }: SignedInCall): string => `${base}/credits`

async function creditsPage(call: SignedInCall, more: Pick<CreditsProps, 'values' | 'issues'> = {}) {
  const { caller, query } = call
  const tenant_id = caller.tenant_id
  const { index, check } = await call.call(getCredits, { tenant_id })
  const props: CreditsProps = {
    ...more,
    balance: { index, check },
    runway_days: (await call.call(getCreditsForecast, { tenant_id })).runway_days,
    list: await call.call(listLedger, { ...askedOf(listLedger, query), tenant_id }),
    query,
    self: selfOf(call),
    reserved_href: reservedHref(call.base, tenant_id),
    packs: may(call, createCreditRequest) ? `${call.base}/packs` : null,
    adjusts: may(call, adjustCredits) ? fieldsOf(adjustCredits.input, ['amount', 'kind', 'reason']) : null,
    idempotency_key: newId(),
    zone: zoneOf(call),
  }
  return appPage(call, 'Credits', <Credits {...props} />)
}

async function adjust(call: SignedInCall) {
  const { amount, kind, reason, idempotency_key } = call.form
  try {
    const line = await call.call(
      adjustCredits,
      { tenant_id: call.caller.tenant_id, amount, kind, reason },
      { idempotency_key: idempotency_key || undefined },
    )
    const moved = many(line.amount, `${line.kind} credit`)
    return goTo(selfOf(call), { text: line.direction === 'in' ? `${moved} added.` : `${moved} taken away.` })
  } catch (error) {
    const issues = issuesIn(error, ['insufficient_credits', 'conflict'])
    return htmlResponse(await creditsPage(call, { values: { amount, kind, reason }, issues }), (error as Fault).status)
  }
}

async function entryPage(call: SignedInCall) {
  const entry = await call.call(getLedgerEntry, { id: call.params.id })
  const { job_name, reversible } = entry
  return appPage(
    call,
    'Credits',
    <Entry
      entry={entry}
      job={job_name === null ? null : { name: job_name, href: `${call.base}/jobs/${entry.job_id}` }}
      base={call.base}
      self={selfOf(call)}
      reverses={reversible && may(call, reverseLedgerEntry) ? fieldsOf(reverseLedgerEntry.input, ['note']) : null}
      idempotency_key={newId()}
      zone={zoneOf(call)}
    />,
  )
}
