import { expect, it } from 'vitest'
import { runCommand } from './run-command.ts'

it.each(['lint', 'format:check', 'unused', 'requirements'])('passes npm run %s', async (script) => {
  expect(await runCommand('npm', 'run', script, '--silent')).toBe('')
})
