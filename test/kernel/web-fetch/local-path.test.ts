import { expect, test } from 'bun:test'
import { localPath } from '../../../src/kernel/web-fetch/local-path.ts'

test.each(['/', '/app/jobs?q=a%20b#top', '/r/spr_1', '/a//b', '/@x', '/app?next=https://evil.example'])(
  'a redirect may lead to %s',
  (path) => {
    expect(localPath(path, '/home')).toBe(path)
  },
)

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/a/..//evil.example',
  '/.//evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  'app',
  '',
  ' /app',
  null,
  7,
])('and never to %p', (path) => {
  expect(localPath(path, '/home')).toBe('/home')
})
