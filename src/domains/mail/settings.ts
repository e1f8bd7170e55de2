import type { Static } from 'typebox'
import type { ReadTx } from '../../kernel/database/database.ts'
import { readSecret, readSetting, secretHint } from '../../kernel/database/settings.ts'
import type { Sealer } from '../../kernel/secrets/seal.ts'
import type { MailServer } from './courier.ts'
import type { EmailSettings } from './shapes.ts'

type StoredEmail = Omit<MailServer, 'host' | 'password'> & {
  host: string | null
  from_address: string | null
  from_name: string | null
  own_domains: boolean
  /** Selector of the key with which the mail server signs letters of own domains. */
  dkim_selector: string | null
}

export const EMAIL_SETTING = 'email'
export const PASSWORD_SECRET = 'email:password'

const DEFAULTS: StoredEmail = {
  host: null,
  port: 587,
  secure: 'starttls',
  user: null,
  from_address: null,
  from_name: null,
  own_domains: false,
  dkim_selector: null,
}

export const storedEmail = (tx: ReadTx): StoredEmail => ({
  ...DEFAULTS,
  ...readSetting<Partial<StoredEmail>>(tx, EMAIL_SETTING),
})

export const canSend = ({ host, from_address }: StoredEmail): boolean => host !== null && from_address !== null

/** The settings in the shape of the API: of the password only a hint. */
export function emailSettings(tx: ReadTx): Static<typeof EmailSettings> {
  const stored = storedEmail(tx)
  return { ...stored, configured: canSend(stored), password: secretHint(tx, PASSWORD_SECRET) }
}

/** The server with its password opened, and the sender; null when none is set up. */
export function openServer(
  tx: ReadTx,
  sealer: Sealer,
): { server: MailServer; from_address: string; from_name: string | null; own_domains: boolean } | null {
  const { host, from_address, from_name, own_domains, dkim_selector: _, ...rest } = storedEmail(tx)
  if (host === null || from_address === null) return null
  const server = { ...rest, host, password: readSecret(tx, sealer, PASSWORD_SECRET) }
  return { server, from_address, from_name, own_domains }
}
