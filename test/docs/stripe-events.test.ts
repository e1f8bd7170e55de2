/** An event that is not ticked in Stripe never arrives, so the manual has to list all that are read. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { STRIPE_VERSION } from '../../src/domains/plans/payment-port.ts'
import { READ_EVENTS } from '../../src/upstream/payments/stripe-facts.ts'

test('the manual lists every Stripe event that is read, and the API version', () => {
  const text = readFileSync(new URL('../../docs/manual/suppliers.md', import.meta.url), 'utf8')
  const [, listed = ''] = /Tick these events for the webhook:([\s\S]*?)\n\n/.exec(text)!
  const names: string[] = []
  for (const [, name = ''] of listed
    .split('(not')[0]!
    .concat(listed.split('ignored);')[1]!)
    .matchAll(/`([a-z_.]+)`/g))
    names.push(name.startsWith('.') ? `${names.at(-1)!.slice(0, names.at(-1)!.lastIndexOf('.'))}${name}` : name)
  expect(names.sort()).toEqual([...READ_EVENTS].sort())
  expect(listed).toContain(STRIPE_VERSION)
})
