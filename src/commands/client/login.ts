import { type Command, EXIT, textOf, UsageError, type Values } from '../framework/command.ts'
import { ask, askSecret, printable, say, sayJson } from '../framework/terminal.ts'
import { keyIn, originOf, reach } from './connection.ts'
import { writeLogin } from './login-file.ts'

type KeyIdentity = { role: string; tenant: { id: string; name: string }; key: { name: string } | null }

export const command: Command = {
  name: 'login',
  summary: 'Store the address and the API key of an install for the commands above.',
  about: [
    'Prompts for a missing address or key. The key is tested, then stored in signalpost/login.json in your configuration folder (XDG_CONFIG_HOME or ~/.config), in a file that only you can read. The environment and the options of a command override it.',
  ],
  words: [{ name: 'ADDRESS', meaning: 'address of the install, such as https://push.agency.example' }],
  options: {
    'key-file': { value: 'FILE', file: true, meaning: 'file with the API key' },
    'key-stdin': { meaning: 'read the API key from stdin' },
  },
  examples: [
    {
      line: 'signalpost login https://push.northwind.example --key-file key.txt',
      meaning: 'Read the key from a file.',
    },
    {
      line: 'pass show signalpost | signalpost login https://push.northwind.example --key-stdin',
      meaning: 'Read the key from a password manager.',
    },
  ],
  json: '{address, key, role, tenant_id, tenant_name, stored_in}; `key` is its name',

  async run({ words: [given], options, json, asks }) {
    if (given === undefined && !asks)
      throw new UsageError('ADDRESS is missing', 'signalpost login https://push.agency.example --key-file FILE')
    const address = originOf(given ?? ask('Address of the install: '), 'ADDRESS')
    const key = await keyFrom(options, asks, address)
    const { role, tenant, key: own } = await reach(address, key).get<KeyIdentity>('/me')
    const path = writeLogin({ url: address, key })
    if (json)
      sayJson({
        address,
        key: own?.name ?? null,
        role,
        tenant_id: tenant.id,
        tenant_name: tenant.name,
        stored_in: path,
      })
    else say(`${address}: ${role} of ${printable(tenant.name)}; stored in ${path}`)
    return EXIT.well
  },
}

async function keyFrom(options: Values, asks: boolean, address: string): Promise<string> {
  const file = textOf(options, 'key-file')
  if (file !== undefined && options['key-stdin'] === true)
    throw new UsageError('--key-file and --key-stdin exclude each other', 'give one of them')
  if (file !== undefined) return keyIn(file)
  if (options['key-stdin'] !== true && !asks)
    throw new UsageError('there is no key', 'give --key-file FILE, or --key-stdin and the key on stdin')
  const key =
    options['key-stdin'] === true
      ? (await Bun.stdin.text()).trim()
      : askSecret(`API key (create one at ${address}: Settings, Integrations, API keys; input is hidden): `)
  if (!key) throw new UsageError('the key is empty', 'it begins with ipk_')
  return key
}
