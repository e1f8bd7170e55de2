import Type from 'typebox'
import { AddressCheck, checkAddress } from '../../domains/system/index.ts'
import { outbound } from '../../kernel/operation/operation.ts'

export const checkSiteAddress = outbound({
  name: 'check_site_address',
  route: 'POST /setup/address/check',
  role: 'platform',
  summary: 'Check that people reach the install at its address: it fetches itself over HTTPS.',
  description: 'A failed check is no error: `message` says what was found. The latest result is part of get_setup.',
  input: Type.Object({}),
  output: AddressCheck,
  example: {},

  handle: ({ app, signal, write }) => checkAddress(app, signal, write),
})
