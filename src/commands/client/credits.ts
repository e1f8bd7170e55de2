import { type Command, EXIT, textOf } from '../framework/command.ts'
import { listing, minute, num, say, sayJson } from '../framework/terminal.ts'
import { CONNECTION, connect } from './connection.ts'
import { CLIENT, workspaceNamed } from './workspace.ts'

type Purse = { available: number; reserved: number }
type Line = {
  created_at: string
  kind: string
  direction: 'in' | 'out'
  amount: number
  reason: string
  balance_after: number
  note: string | null
}
type Credits = { index: Purse; check: Purse; recent: Line[] }

export const command: Command = {
  name: 'credits',
  summary: 'Show the credits and the newest lines of the ledger.',
  options: { ...CLIENT, ...CONNECTION },
  examples: [
    { line: 'signalpost credits', meaning: 'Show the credits of your own workspace.' },
    { line: 'signalpost credits --client Bakery', meaning: 'Show the credits of a client.' },
    { line: "signalpost credits --json | jq '.index.available'", meaning: 'Print one number, for a script.' },
  ],
  json: 'the answer of GET /credits: {tenant_id, index, check, recent}',

  async run({ options, json }) {
    const install = connect(options)
    const tenant_id = await workspaceNamed(install, textOf(options, 'client'))
    const credits = await install.get<Credits>(
      `/credits${tenant_id ? `?tenant_id=${encodeURIComponent(tenant_id)}` : ''}`,
    )
    if (json) sayJson(credits)
    else tellCredits(credits)
    return EXIT.well
  },
}

function tellCredits({ index, check, recent }: Credits): void {
  const row = (kind: string, { available, reserved }: Purse) => [kind, num(available), num(reserved)]
  say(listing(['CREDITS', 'AVAILABLE', 'RESERVED'], [row('index', index), row('check', check)]))
  if (recent.length === 0) return
  const rows = recent.map((one) => [
    minute(one.created_at),
    one.kind,
    `${one.direction === 'in' ? '+' : '-'}${num(one.amount)}`,
    num(one.balance_after),
    one.reason,
    one.note ?? '',
  ])
  say(`\n${listing(['TIME (UTC)', 'KIND', 'CHANGE', 'AVAILABLE', 'REASON', 'NOTE'], rows)}`)
}
