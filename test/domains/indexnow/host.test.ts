import { describe, expect, test } from 'bun:test'
import { coveredFolder, keyUrl, readKeyLocation, readSite } from '../../../src/domains/indexnow/host.ts'

const KEY = '73134416ae45434d98edc086e0bf6740'

describe('a site', () => {
  test.each([
    ['shop.example', 'https', 'shop.example'],
    [' Shop.Example. ', 'https', 'shop.example'],
    ['shop.example/some/page?q=1', 'https', 'shop.example'],
    ['shop.example:8443', 'https', 'shop.example:8443'],
    ['https://shop.example:443/page', 'https', 'shop.example'],
    ['HTTP://shop.example/page', 'http', 'shop.example'],
    ['http://127.0.0.1:4321/page', 'http', '127.0.0.1:4321'],
    ['http://[::1]:4321', 'http', '[::1]:4321'],
    ['bäckerei.example', 'https', 'xn--bckerei-5wa.example'],
  ])('given as %p is %p on %p', (given, scheme, host) => {
    expect(readSite(given)).toEqual({ scheme: scheme as 'http', host })
  })

  test.each([
    '',
    ' ',
    'localhost',
    'https://',
    'ftp://shop.example',
    'mailto:shop@shop.example',
    'ben:pw@shop.example',
    'two words.example',
    '*.shop.example',
    'shop..example',
    'shop!.example',
  ])('is not made of %p', (given) => expect(readSite(given)).toBeNull())
})

describe('the address of a key file', () => {
  test('lies on the very host, port included, in either scheme', () => {
    expect(readKeyLocation('http://shop.example/blog/key.txt#top', 'shop.example')).toEqual({
      url: 'http://shop.example/blog/key.txt',
    })
    for (const given of ['https://www.shop.example/k.txt', 'https://shop.example:8443/k.txt'])
      expect(readKeyLocation(given, 'shop.example')).toMatchObject({ refused: expect.stringContaining('shop.example') })
  })

  test('is a full URL', () => {
    for (const given of ['/key.txt', 'shop.example/key.txt', 'ftp://shop.example/key.txt'])
      expect(readKeyLocation(given, 'shop.example')).toMatchObject({ refused: expect.stringContaining('full') })
  })

  test('is the root of the host and the key, unless another is set', () => {
    const site = { scheme: 'http', host: '127.0.0.1:4321', key: KEY, key_location: null } as const
    expect(keyUrl(site)).toBe(`http://127.0.0.1:4321/${KEY}.txt`)
    expect(keyUrl({ ...site, key_location: 'https://127.0.0.1:4321/a/b.txt' })).toBe('https://127.0.0.1:4321/a/b.txt')
  })

  test.each([
    [null, '/'],
    ['https://shop.example/indexnow.txt', '/'],
    ['https://shop.example/catalog/key.txt', '/catalog/'],
    ['https://shop.example/catalog/../blog/key.txt?v=/2/', '/blog/'],
  ])('%p covers the folder %p', (location, folder) => {
    const key_location = location && (readKeyLocation(location, 'shop.example') as { url: string }).url
    expect(coveredFolder({ scheme: 'https', host: 'shop.example', key: KEY, key_location })).toBe(folder)
  })
})
