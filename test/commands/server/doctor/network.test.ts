import { expect, test } from 'bun:test'
import { checkNames } from '../../../../src/commands/server/doctor/network.ts'
import { readConfig } from '../../../../src/kernel/environment/config.ts'

const found = (SIGNALPOST_SITE_URL: string, endpoint: string) =>
  checkNames(readConfig({ SIGNALPOST_SITE_URL, SIGNALPOST_INDEXNOW_ENDPOINT: `http://${endpoint}/` }).config)

test('only a name of the install itself that does not resolve is a failure; without IndexNow it works as well', async () => {
  expect(await found('http://localhost', 'nothing.invalid')).toMatchObject({
    verdict: 'warn',
    found: expect.stringContaining('nothing.invalid does not resolve'),
  })
  expect(await found('http://nothing.invalid', '127.0.0.1')).toMatchObject({ verdict: 'fail' })
  expect(await found('http://localhost', '127.0.0.1')).toMatchObject({ verdict: 'ok' })
})
