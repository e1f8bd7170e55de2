import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import Ajv from 'ajv'
import { dependencies } from '../../package.json'
import { billOfMaterials, licenceTexts, others, packages } from '../../scripts/components.ts'

const SCHEMAS = resolve(import.meta.dir, '../../node_modules/@cyclonedx/cyclonedx-library/res/schema')
/** Under the name by which these refer to each other. */
function schema(name: string): object {
  const file = `${name}.SNAPSHOT.schema.json`
  return { ...JSON.parse(readFileSync(join(SCHEMAS, file), 'utf8')), $id: `http://cyclonedx.org/schema/${file}` }
}

test('the bill of materials is CycloneDX 1.6, by its own schema', () => {
  const ajv = new Ajv({
    strict: false,
    validateFormats: false,
    schemas: [schema('spdx'), schema('jsf-0.82'), schema('cryptography-defs')],
  })
  const accepts = ajv.compile(schema('bom-1.6'))
  expect([accepts(JSON.parse(billOfMaterials())), accepts.errors]).toEqual([true, null])
  expect(accepts({ ...JSON.parse(billOfMaterials()), components: [{ name: 'no type' }] })).toBe(false)
})

test('the same sources give the same bytes', () => {
  expect(billOfMaterials()).toBe(billOfMaterials())
  expect(billOfMaterials()).not.toContain('timestamp')
})

test('every package that the project depends on is told, with what that depends on, its archive and its licence', () => {
  const told = new Map(packages().map((one) => [one.name, one]))
  expect(Object.keys(dependencies).filter((name) => !told.has(name))).toEqual([])
  expect(told.has('@oslojs/crypto')).toBe(true)
  expect(told.has('typescript')).toBe(false)
  expect(packages().filter(({ sha512 }) => sha512?.length !== 128)).toEqual([])
})

/** Terms under which a program may be passed on in an agency's product. */
const FINE = /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|CC0-1\.0|OFL-1\.1|\(MIT OR CC0-1\.0\))$/

test('nothing ships under terms that ask for more than to be named', () => {
  expect([...packages(), ...others()].filter(({ license }) => !FINE.test(license))).toEqual([])
})

test('the list of licences names everything, with the text where the package has one', () => {
  const texts = licenceTexts()
  for (const { name, version } of [...packages(), ...others()]) expect(texts).toContain(`${name} ${version}`)
  expect(texts).toContain('Permission is hereby granted')
  expect(texts.match(/Apache License/g)!.length).toBeGreaterThan(0)
})
