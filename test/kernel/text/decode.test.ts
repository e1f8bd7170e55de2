import { expect, test } from 'bun:test'
import { decodeText, TextStream } from '../../../src/kernel/text/decode.ts'

const CAFE = 'https://bakery.example/café'
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const utf8 = (text: string) => Buffer.from(text)
const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const swapped = (text: string) => utf16(text).swap16()
const LONG = `${'https://bakery.example/bread\n'.repeat(2000)}`

/** Where the charset of a list or a sitemap stands, or does not, as public reports have it. */
test.each<[name: string, bytes: Uint8Array, content_type: string | null, text: string]>([
  ['UTF-8', utf8(CAFE), null, CAFE],
  ['UTF-8 with its mark', utf8(`\ufeff${CAFE}`), 'text/csv; charset=windows-1252', CAFE],
  ['UTF-16 with its mark (Excel, Unicode text)', utf16(`\ufeff${CAFE}`), null, CAFE],
  ['UTF-16, high byte first', swapped(`\ufeff${CAFE}`), 'text/plain; charset=utf-8', CAFE],
  ['UTF-16 without a mark', utf16(CAFE), 'text/plain', CAFE],
  ['UTF-16 without a mark, high byte first', swapped(CAFE), null, CAFE],
  ['two letters of UTF-16', utf16('ab'), null, 'ab'],
  ['windows-1252 of which nothing tells (Excel, CSV)', latin1(CAFE), null, CAFE],
  ['windows-1252 after many links in ASCII', latin1(LONG + CAFE), 'text/csv', LONG + CAFE],
  ['a dash of Windows', Buffer.from([0x61, 0x20, 0x96, 0x20, 0x62]), null, 'a – b'],
  ['the charset of the header', Buffer.from([0xea, 0xe0, 0xf4, 0xe5]), 'text/plain; charset=windows-1251', 'кафе'],
  ['a quoted charset', latin1(CAFE), 'text/plain; charset="ISO-8859-1"', CAFE],
  ['a header that says UTF-8 of windows-1252', latin1(CAFE), 'text/csv; charset=utf-8', CAFE],
  ['a header that says Latin of UTF-8', utf8(CAFE), 'text/plain; charset=ISO-8859-1', CAFE],
  ['a charset that nobody knows', utf8(CAFE), 'text/plain; charset=none', CAFE],
  [
    'a declaration of XML',
    latin1(`<?xml version="1.0" encoding="ISO-8859-1"?>é`),
    null,
    `<?xml version="1.0" encoding="ISO-8859-1"?>é`,
  ],
  [
    'a declaration that says UTF-16 in ASCII',
    utf8(`<?xml version="1.0" encoding="utf-16"?>é`),
    'text/xml',
    `<?xml version="1.0" encoding="utf-16"?>é`,
  ],
  [
    'a declaration before the header',
    latin1(`<?xml version="1.0" encoding="UTF-8"?>é`),
    'text/xml; charset=latin1',
    `<?xml version="1.0" encoding="UTF-8"?>é`,
  ],
  ['Shift_JIS', Buffer.from([0x83, 0x70, 0x83, 0x93]), 'text/csv; charset=Shift_JIS', 'パン'],
  ['ISO-2022-JP', Buffer.from([0x1b, 0x24, 0x42, 0x25, 0x51, 0x1b, 0x28, 0x42]), 'text/csv; charset=iso-2022-jp', 'パ'],
  ['one damaged letter in UTF-8', Buffer.concat([utf8('éèàüöä'), latin1('é'), utf8('é')]), null, 'éèàüöä\ufffdé'],
  ['nothing', new Uint8Array(), null, ''],
])('%s', (_, bytes, content_type, text) => {
  expect(decodeText(bytes, { content_type })).toBe(text)
  for (const size of [1, 3, 64, 1000]) {
    const stream = new TextStream({ content_type })
    let read = ''
    for (let at = 0; at < bytes.length; at += size) read += stream.write(bytes.subarray(at, at + size))
    if (bytes.length < 5000) expect(read + stream.end()).toBe(text)
  }
})
