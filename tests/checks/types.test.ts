import { expect, it } from 'vitest'
import { runCommand } from './run-command.ts'

it('compiles without type errors', async () => {
  expect(await runCommand('npm', 'run', 'typecheck', '--silent')).toBe('')
})
