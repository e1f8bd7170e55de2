import { expect, test } from 'bun:test'
import { csvCell, csvLine } from '../../../src/kernel/operation/csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+1 800', "'+1 800"],
  ['-cmd', "'-cmd"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['|calc', "'|calc"],
  ['  =1', "'  =1"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['\uff1d1', "'\uff1d1"],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
])('the formula %p is only text to a spreadsheet', (given, cell) => {
  expect(csvCell(given)).toBe(cell)
})

test.each([-5, '-5', '-0.25', 0, 12])('the number %p stays a number', (given) => {
  expect(csvCell(given)).toBe(String(given))
})

test('commas, quotes, line ends and spaces around survive, nothing is nothing', () => {
  expect(csvLine(['a,b', 'say "x"', 'two\nlines', ' padded ', null, undefined, ''])).toBe(
    '"a,b","say ""x""","two\nlines"," padded ",,,\r\n',
  )
})

test.each([
  ['comma', ['a;b', 'c,d', 'e\tf', 'x'], 'a;b,"c,d",e\tf,x\r\n'],
  ['semicolon', ['a;b', 'c,d', 'e\tf', 'x'], '"a;b";c,d;e\tf;x\r\n'],
  ['tab', ['a;b', 'c,d', 'e\tf', 'x'], 'a;b\tc,d\t"e\tf"\tx\r\n'],
  ['semicolon', ['=1;2', '-5', 'say "x"'], '"\'=1;2";-5;"say ""x"""\r\n'],
] as const)('a file with the separator %s quotes the cells that have it', (separator, cells, line) => {
  expect(csvLine(cells, separator)).toBe(line)
})
