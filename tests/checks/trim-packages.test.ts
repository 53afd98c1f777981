import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { trimPackages } from '../../scripts/trim-packages.ts'

it('deletes tests and source maps of packages, and nothing behind a link', () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'trim-'))
  onTestFinished(() => fs.rmSync(root, { recursive: true }))
  const files = [
    'server/package.json',
    'server/tests/own.test.ts',
    'server/src/own.js.map',
    'node_modules/lib/LICENSE.md',
    'node_modules/lib/README.md',
    'node_modules/lib/docs/page.html',
    'node_modules/lib/index.js',
    'node_modules/lib/index.js.map',
    'node_modules/lib/package.json',
    'node_modules/lib/parts/docs/code.js',
  ]
  for (const file of files) {
    fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true })
    fs.writeFileSync(path.join(root, file), '')
  }
  fs.mkdirSync(path.join(root, 'node_modules/@own'))
  fs.symlinkSync(path.join(root, 'server'), path.join(root, 'node_modules/@own/server'))

  trimPackages(path.join(root, 'node_modules'))

  const deleted = files.filter((file) => !fs.existsSync(path.join(root, file)))
  expect(deleted).toEqual([
    'node_modules/lib/README.md',
    'node_modules/lib/docs/page.html',
    'node_modules/lib/index.js.map',
  ])
})
