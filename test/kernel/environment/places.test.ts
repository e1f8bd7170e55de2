import { expect, test } from 'bun:test'
import { readPlace } from '../../../src/kernel/environment/setting-values.ts'

test.each([
  ['/backups/', '/backups'],
  ['s3://copies', 's3://copies'],
  ['s3://copies/nightly/', 's3://copies/nightly'],
  ['', ''],
])('backups may go to %j', (text, place) => expect(readPlace(text)).toBe(place))

test.each(['s3//copies', 's3:/copies', 'copies', './copies', 'sftp://vault.example/copies', 's3://Copies'])(
  'backups never go to %j, which would be a folder on the same disk',
  (text) => expect(() => readPlace(text)).toThrow('neither a folder that begins with / nor s3://bucket/prefix'),
)
