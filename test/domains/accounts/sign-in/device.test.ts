import { expect, test } from 'bun:test'
import { deviceOf } from '../../../../src/domains/accounts/sign-in/device.ts'
import { slower } from '../../../slower.ts'

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit'
const WIN = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'

test.each([
  [`${WIN.replace(')', '; rv:145.0)')} Gecko/20100101 Firefox/145.0`, 'Firefox on Windows'],
  ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0', 'Firefox on Android'],
  [`${WIN} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [`${MAC}/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36`, 'Chrome on macOS'],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Chrome on ChromeOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-S928B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  [`${WIN} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`, 'Edge on Windows'],
  [`${WIN} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 OPR/123.0.0.0`, 'Opera on Windows'],
  [`${MAC}/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15`, 'Safari on macOS'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0.0.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/145.0 Mobile/15E148 Safari/605.1.15',
    'Firefox on iPad',
  ],
])('a common browser is named with its system: %s', (user_agent, device) => {
  expect(deviceOf(user_agent)).toBe(device)
})

test.each([
  ['curl/8.16.0', 'curl'],
  ['python-requests/2.32.5', 'python-requests'],
  ['Firefox', 'Firefox'],
  ['  Dalvik/2.1.0 (Linux; U; Android 15)', 'Dalvik on Android'],
  ['(compatible; a robot)', 'Unknown'],
  ['(X11; Linux)', 'Linux'],
  ['', 'Unknown'],
  [null, 'Unknown'],
  ['x'.repeat(300), 'x'.repeat(40)],
  ['<b>bold</b>', 'Unknown'],
])('an unknown one is named by its first word: %s', (user_agent, device) => {
  expect(deviceOf(user_agent)).toBe(device)
})

test('a user agent is read up to 300 letters', () => {
  expect(deviceOf(`${'Version/a '.repeat(30)}Firefox/1 Windows`)).toBe('Version')
  expect(slower(deviceOf, 'Version/a '.repeat(2000), 'x'.repeat(20_000))).toBeLessThan(20)
})
