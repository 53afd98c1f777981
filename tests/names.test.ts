import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { declaredNames } from './names.ts'

const root = path.join(import.meta.dirname, '..')

const files = ['domain/src', 'server', 'web/src', 'tests', 'scripts'].flatMap((folder) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/(^|\/)(node_modules|dist)\//.test(name))
    .map((name) => path.join(folder, name)),
)
const declared = files.flatMap((file) =>
  declaredNames(fs.readFileSync(path.join(root, file), 'utf8'), file.endsWith('x')).map((one) => ({
    file,
    ...one,
  })),
)

describe('naming of declarations', () => {
  it('finds names in every kind of declaration', () => {
    const source = `
      export const most_rows = 3
      function addRow(first_row: number, { account_id, id: row_id, ...rest_of }: Row, [one] = []) {
        const { status, more: { deep_value } } = rest_of
        return (inner_value: number) => inner_value
      }
      type Row = { account_id: number }`
    expect(declaredNames(source, false).map(({ name, kind }) => `${kind} ${name}`)).toEqual([
      'module most_rows',
      'module addRow',
      'local first_row',
      'local row_id',
      'local rest_of',
      'local one',
      'local inner_value',
      'module Row',
    ])
  })

  it('uses camel case for variables and parameters inside functions', () => {
    const snake = declared.filter(({ name, kind }) => kind === 'local' && /^[a-z].*_/.test(name))
    expect(snake.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
  })
})
